// How many clock cycles does a step of the sweep take? A step is one vector of
// placements, each given one queen (core/sweep.inl).
//
//     c++ -std=c++20 -O3 -march=native -I core bench/sweep_steps.cpp -o sweep_steps
//     ./sweep_steps N
//
// Measures the widest vectors that the compiler was told of; -mavx2 -mbmi -mbmi2
// -mpopcnt in the place of -march=native for AVX2. Counts the first queen's left
// half, N even, once timed and once with lanes that count their steps.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "clock.hpp"
#include "board.hpp"

#if defined(__AVX512VBMI2__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace huisu::measured {

#if defined(__AVX512VBMI2__)
#include "lanes_avx512.inl"
#elif defined(__AVX2__)
#include "lanes_avx2.inl"
#else
#include "lanes_plain.inl"
#endif

static Count steps = 0;

// Every step takes its queens by `lowest`; the last one takes a column so as well.
struct CountedLanes : NarrowLanes {
    static Vector lowest(Vector v) {
        ++steps;
        return NarrowLanes::lowest(v);
    }
    static int number_nonzero(Vector a, Vector b) {
        --steps;
        return NarrowLanes::number_nonzero(a, b);
    }
};

#include "leaves.inl"
#include "sweep.inl"

}  // namespace huisu::measured

using namespace huisu;

int main(int arguments, char** argument) {
    const int n = arguments > 1 ? std::atoi(argument[1]) : 0;
    if (n < 6 || n > 16 || n % 2 != 0) return std::fprintf(stderr, "usage: sweep_steps 6..16\n"), 2;
    std::vector<BitRow> open(n, (BitRow{1} << n) - 1);
    open[0] = (BitRow{1} << n / 2) - 1;
    const bool never = false;
    Count found = 0;
    double least = 1e9;
    for (int round = 0; round < 3; ++round) {
        const double start = now();
        found = 2 * measured::count_sweep({n, open.data()}, never);
        least = std::min(least, now() - start);
    }
    const measured::SearchedRows rows({n, open.data()});
    measured::CountLeaf leaf;
    measured::Sweep<measured::CountedLanes, measured::CountLeaf>(rows, 0, leaf, never).all();
    const double cycles = least * cycles_per_second() / measured::steps;
    std::printf("n = %d: total %llu in %.3f s, %.1f million steps of %d lanes, %.1f cycles each\n",
                n, static_cast<unsigned long long>(found), least, measured::steps / 1e6,
                measured::NarrowLanes::count, cycles);
}
