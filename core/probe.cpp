// One probe walks from the root to a dead end, choosing among the d free
// squares of each row at random; the product of the d's met so far is an
// unbiased estimate of the number of nodes on that level.
#include "probe.hpp"

#include "board.hpp"

namespace huisu {
namespace {

// splitmix64 (Steele, Lea, Flood 2014). The probe's number and the seed alone
// decide its walk, so batches of any size give the same estimate.
class Random {
public:
    Random(std::uint64_t seed, std::uint64_t probe) : state_(seed) { state_ = next() + probe; }

    // 0 .. bound - 1, by the upper half of the word.
    int below(int bound) {
        return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
    }

private:
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    std::uint64_t state_;
};

BitRow nth_queen(BitRow squares, int index) {
    for (; index > 0; --index) squares = without_lowest(squares);
    return lowest_queen(squares);
}

void descend(OpenBoard board, Random random, ProbeSums& sums) {
    Attacks attacks{0, 0, 0};
    double nodes = 1, total = 1;
    sums.level[0] += 1;
    sums.level_squared[0] += 1;
    for (int row = 0; row < board.side; ++row) {
        const BitRow free = free_squares(board.open[row], attacks);
        const int children = squares_in(free);
        if (children == 0) break;
        nodes *= children;
        total += nodes;
        sums.level[row + 1] += nodes;
        sums.level_squared[row + 1] += nodes * nodes;
        attacks = below(attacks, nth_queen(free, random.below(children)));
    }
    sums.total += total;
    sums.total_squared += total * total;
}

}  // namespace

ProbeSums probe(OpenBoard board, std::uint64_t seed, std::uint64_t first, std::uint64_t probes) {
    ProbeSums sums;
    sums.level.resize(board.side + 1);
    sums.level_squared.resize(board.side + 1);
    for (std::uint64_t p = first; p < first + probes; ++p) descend(board, Random(seed, p), sums);
    return sums;
}

}  // namespace huisu
