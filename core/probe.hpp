// How large is the tree of a job? Knuth's estimate from random descents
// (Math. Comp. 29, 1975), level by level.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels.hpp"

namespace huisu {

// Sums over the probes: of each level's estimate and of its square, and the
// same for the whole tree. Means and standard errors are the caller's to take.
struct ProbeSums {
    std::vector<double> level, level_squared;
    double total = 0, total_squared = 0;
};

// Probes number first .. first + probes - 1 of the stream that `seed` names.
ProbeSums probe(OpenBoard board, std::uint64_t seed, std::uint64_t first, std::uint64_t probes);

}  // namespace huisu
