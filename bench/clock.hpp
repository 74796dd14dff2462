// How many clock cycles pass in a second? Read next: steps.cpp and
// sweep_steps.cpp, which say how many a step takes.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

static double now() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// By multiplications that wait for each other: three cycles each on CPUs of
// today, and one for the exclusive or between them.
static double cycles_per_second() {
    constexpr int multiplications = 1'000'000;
    double least = 1e9;
    for (int round = 0; round < 30; ++round) {
        const double start = now();
        volatile std::uint64_t seed = 3;
        std::uint64_t x = seed;
        for (int k = 0; k < multiplications; ++k) x *= 0x9e3779b97f4a7c15 ^ x;
        seed = x;
        least = std::min(least, now() - start);
    }
    return 4.0 * multiplications / least;
}
