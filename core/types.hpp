// What is a row, a board, a count? Plain types only: this header is seen by code
// compiled for several instruction sets (see kernels.hpp, to be read next).
#pragma once

#include <cstdint>

namespace huisu {

// One row of the board, one bit a square: bit c is column c, the lowest bit
// the leftmost column. A row that is open everywhere at n = 4 is 0b1111.
using BitRow = std::uint64_t;

// Placements. A job is bounded work, so 64 bits cannot overflow: at one
// placement a nanosecond that would take 584 years.
using Count = std::uint64_t;

// A count with its flip sum: for each placement the weight of the column where the
// last row's queen stands, added up mod 2^64.
struct FlipCount {
    Count count;
    std::uint64_t flip;
};

constexpr int max_side = 64;

// A board with open squares: open[r] has a bit for each square of row r where
// a queen may stand. The first queen may be fixed by leaving one bit, and so on.
struct OpenBoard {
    int side;
    const BitRow* open;
};

// Set by another thread to make a kernel return early; its answer is then void.
// Read it with read_flag.
using CancelFlag = const bool&;

}  // namespace huisu
