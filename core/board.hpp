// What does each bit of a partial placement mean, and how is a queen added?
// These named steps are all that the kernels know of the rules. Read next:
// enumerate.cpp, which uses them one at a time.
//
//     row r    . . Q . . .     columns 0b000100   below the queen
//     row r+1  . / | \ . .     falling 0b001000   (row - column constant)
//     row r+2  / . | . \ .     rising  0b000010   (row + column constant)
//
// `static`, so that each translation unit keeps its own copy: see kernels.hpp.
#pragma once

#include "kernels.hpp"
#include "portable.hpp"

namespace huisu {

// The squares of the current row that queens above attack.
struct Attacks {
    BitRow columns;
    BitRow falling;
    BitRow rising;
};

static inline BitRow free_squares(BitRow open, Attacks a) {
    return open & ~(a.columns | a.falling | a.rising);
}

static inline BitRow lowest_queen(BitRow squares) { return squares & -squares; }

static inline BitRow without_lowest(BitRow squares) { return squares & (squares - 1); }

static inline int column_of(BitRow queen) { return lowest_bit_index(queen); }

static inline int squares_in(BitRow squares) { return bit_count(squares); }

// Puts a queen on the current row and moves to the row below it. Bits that
// leave the word on the right or on the left have left the board for good.
static inline Attacks below(Attacks a, BitRow queen) {
    return {a.columns | queen, (a.falling | queen) << 1, (a.rising | queen) >> 1};
}

}  // namespace huisu
