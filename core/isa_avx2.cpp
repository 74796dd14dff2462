// The same techniques for CPUs with AVX2 and the bit-counting instructions
// that came with it. The list of features stands here twice, for the compiler
// and for the test of the CPU, side by side so that they cannot drift.
#include "kernels.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif

#include <immintrin.h>

#include "board.hpp"

namespace huisu::isa_avx2 {

#include "lanes_avx2.inl"
#include "techniques.inl"

#include "words_avx2.inl"
#include "join.inl"

}  // namespace huisu::isa_avx2

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace huisu::isa_avx2 {

static bool supported() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

InstructionSet instruction_set() {
    return {"avx2", supported, techniques, sizeof techniques / sizeof techniques[0],
            {words, pair_up, count_pairs}};
}

}  // namespace huisu::isa_avx2

#else  // not x86-64: nothing to list

namespace huisu::isa_avx2 {

static bool supported() { return false; }

InstructionSet instruction_set() { return {"avx2", supported, nullptr, 0, {}}; }

}  // namespace huisu::isa_avx2

#endif
