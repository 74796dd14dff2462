// What do compilers say in different words? Counting bits, and a flag that one
// thread sets and another reads. `static`, for the reason given in kernels.hpp.
#pragma once

#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace huisu {

#if defined(_MSC_VER) && !defined(__clang__)

static inline int lowest_bit_index(std::uint64_t bits) {
    unsigned long index;
    _BitScanForward64(&index, bits);
    return static_cast<int>(index);
}

static inline int bit_count(std::uint64_t bits) {
    int count = 0;
    for (; bits != 0; bits &= bits - 1) ++count;
    return count;
}

// Microsoft's compiler gives volatile the meaning that is needed here.
static inline bool read_flag(const bool& flag) { return *const_cast<const volatile bool*>(&flag); }

static inline void set_flag(bool& flag) { *const_cast<volatile bool*>(&flag) = true; }

#else

static inline int lowest_bit_index(std::uint64_t bits) { return __builtin_ctzll(bits); }

static inline int bit_count(std::uint64_t bits) { return __builtin_popcountll(bits); }

static inline bool read_flag(const bool& flag) { return __atomic_load_n(&flag, __ATOMIC_RELAXED); }

static inline void set_flag(bool& flag) { __atomic_store_n(&flag, true, __ATOMIC_RELAXED); }

#endif

}  // namespace huisu
