// Which non-attacking placements fit a quarter of the board, and which of the
// diagonals that quarters can share does each occupy? Read next: halves.hpp,
// which puts two quarters together.
//
// The two centre lines cut the board into four squares of side s = n / 2. (Odd
// n: the middle row and column lie between them.) Every quarter counts its
// squares from the centre, so that one list serves all four:
//
//          NW        NE             row i: distance from the middle, 0..s-1
//       . . . . | . . j .           column j: likewise
//       . . . . | . . | .           NE (i, j) is i rows above and j columns
//       . . . . | i --+ .           to the right of the square at the centre
//       . . . . | 0 . . .
//       --------+--------
//       . . . . | . . . .           the list is that of the NE quarter; flips
//          SW        SE             of the diagonals give the other three
//
// Diagonals are numbered from the long ones: falling d = row - column, rising
// e = row + column, both 0 for the two long diagonals. Let g be 1 for even n
// and 2 for odd n. In the quarters, with i and j as above,
//
//       NE  d = -(i + j + g)  e = j - i        NW  d = j - i  e = -(i + j + g)
//       SE  d = i - j         e = i + j + g    SW  d = i + j + g  e = i - j
//
// Two quarters can meet on a diagonal only if it is the j - i of one of them,
// and |j - i| < s: so the diagonals beyond |s - 1| are never shared. Queens on
// the middle lines of odd n reach as far as |s|.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels.hpp"

namespace huisu {

constexpr int max_quarter_side = join_max_side / 2;

// A set of rows or of columns of a quarter: bit i is row i.
using Lines = std::uint32_t;

// A set of diagonals: one hex digit for each distance k = 0..s from the long
// diagonals, nearest first. Bits of a digit, lowest first: d = -k, d = k,
// e = -k, e = k. Distance 0 has one falling and one rising diagonal: both bits
// are set together. Flips of the board then act within the digits.
using Diagonals = std::uint64_t;

constexpr Diagonals digits_of(unsigned digit) { return Diagonals{0x1111111111111111} * digit; }
constexpr Diagonals long_diagonals = 0xF;

static inline Diagonals falling_diagonal(int d) {
    return d == 0 ? 0x3 : d < 0 ? Diagonals{1} << (-4 * d) : Diagonals{2} << (4 * d);
}

static inline Diagonals rising_diagonal(int e) { return falling_diagonal(e) << 2; }

// North and south change places: d becomes -e and e becomes -d, which turns
// the four bits of each digit round.
static inline Diagonals flip_north_south(Diagonals m) {
    m = (m & digits_of(3)) << 2 | (m >> 2 & digits_of(3));
    return (m & digits_of(5)) << 1 | (m >> 1 & digits_of(5));
}

// East and west change places: d and e change places.
static inline Diagonals flip_east_west(Diagonals m) {
    return (m & digits_of(3)) << 2 | (m >> 2 & digits_of(3));
}

// The placements in the NE quarter whose queens stand on one set of rows, one
// queen a row, filed by the set of columns c; for each c first those that
// leave the long diagonal empty, then those that use it:
// entries[start[2 * c]], ..., [2 * c + 1], ..., [2 * c + 2].
struct QuarterList {
    const Diagonals* entries;
    const std::uint32_t* start;

    const Diagonals* begin(Lines columns, bool uses_long) const {
        return entries + start[2 * columns + uses_long];
    }
    const Diagonals* end(Lines columns, bool uses_long) const {
        return entries + start[2 * columns + uses_long + 1];
    }
};

// Room to list one set of rows, kept to be used again.
struct QuarterRoom {
    std::vector<Diagonals> found, entries;
    std::vector<std::uint32_t> file, start;
};

// All sets of rows up to s = 10, built once and shared read-only by threads.
// Above that, the lists are made when asked for: a list then costs far less
// than the joins that need it, and all of them would not fit.
class Quarters {
public:
    explicit Quarters(int n);

    static std::size_t memory_needed(int n);  // bytes, shared
    static std::size_t room_needed(int n);    // bytes, for each QuarterRoom
    static std::size_t longest_list(int n);   // placements on one set of rows,
    static std::size_t longest_group(int n);  // and on one set of columns as well

    int side() const { return s_; }
    Lines all_lines() const { return (Lines{1} << s_) - 1; }
    std::size_t placements() const { return entries_.size(); }

    // `room` is used for on-demand lists; the answer is valid until its next use.
    QuarterList with_rows(Lines rows, QuarterRoom& room) const;

private:
    int s_, gap_;
    std::vector<Diagonals> entries_;    // all row sets, one after the other
    std::vector<std::size_t> base_;     // where each set of rows starts in entries_
    std::vector<std::uint32_t> start_;  // 2 * 2^s + 1 for each set of rows
};

}  // namespace huisu
