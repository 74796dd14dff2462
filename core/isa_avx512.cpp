// The same techniques for CPUs with AVX-512 and its instruction for counting
// bits. The list of features stands here twice, for the compiler and for the
// test of the CPU, side by side so that they cannot drift.
#include "kernels.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq,bmi,bmi2,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
// GCC 12 warns inside its own <immintrin.h> (its bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq,bmi,bmi2,popcnt")
#endif

#include <immintrin.h>

#include "board.hpp"

namespace huisu::isa_avx512 {

#include "lanes_avx512.inl"
#include "techniques.inl"

#include "words_avx512.inl"
#include "join.inl"

}  // namespace huisu::isa_avx512

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC diagnostic pop
#pragma GCC pop_options
#endif

namespace huisu::isa_avx512 {

static bool supported() {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

InstructionSet instruction_set() {
    return {"avx512", supported, techniques, sizeof techniques / sizeof techniques[0],
            {words, pair_up, count_pairs}};
}

}  // namespace huisu::isa_avx512

#else  // not x86-64: nothing to list

namespace huisu::isa_avx512 {

static bool supported() { return false; }

InstructionSet instruction_set() { return {"avx512", supported, nullptr, 0, {}}; }

}  // namespace huisu::isa_avx512

#endif
