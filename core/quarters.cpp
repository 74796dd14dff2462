// Lists quarter boards by a plain recursion, row by row, and files them by
// their columns with a counting sort.
#include "quarters.hpp"

#include "portable.hpp"

namespace huisu {
namespace {

constexpr int max_listed_side = 10;

// Placements of 0..s queens in a quarter of side s, by s; the tests count them.
constexpr std::size_t placements_of_side[max_listed_side + 1] = {
    1, 2, 5, 18, 87, 462, 2635, 16870, 118969, 915442, 7535369};

// The most of them that stand on one set of rows.
constexpr std::size_t longest_list_of_side[max_quarter_side + 1] = {
    1, 1, 2, 4, 10, 26, 92, 296, 1174, 5366, 26548, 143140, 788698};

// And the most of these that use one set of columns.
constexpr std::size_t longest_group_of_side[max_quarter_side + 1] = {
    1, 1, 1, 2, 2, 10, 10, 40, 92, 352, 946, 3571, 15003};

struct Lister {
    int side;
    QuarterRoom& room;
    Diagonals through[max_quarter_side][max_quarter_side];  // the diagonals of (i, j)

    Lister(int side_, int gap, QuarterRoom& room_) : side(side_), room(room_) {
        for (int i = 0; i < side; ++i) {
            for (int j = 0; j < side; ++j) {
                through[i][j] = rising_diagonal(j - i);
                if (i + j + gap <= side) through[i][j] |= falling_diagonal(-(i + j + gap));
            }
        }
    }

    // Places a queen on each of `rows`, lowest first. `own` has bit j - i +
    // side and `across` bit i + j for each queen that stands.
    void place(Lines rows, Lines columns, std::uint32_t own, std::uint32_t across,
               Diagonals diagonals) {
        if (rows == 0) {
            room.found.push_back(diagonals);
            room.file.push_back(2 * columns + ((diagonals & long_diagonals) != 0));
            return;
        }
        const int i = lowest_bit_index(rows);
        const Lines all = (Lines{1} << side) - 1;
        Lines free = all & ~(columns | own >> (side - i) | across >> i);
        for (; free != 0; free &= free - 1) {
            const int j = lowest_bit_index(free);
            place(rows & (rows - 1), columns | Lines{1} << j, own | 1u << (j - i + side),
                  across | 1u << (i + j), diagonals | through[i][j]);
        }
    }
};

void list_rows(int side, int gap, Lines rows, QuarterRoom& room) {
    room.found.clear();
    room.file.clear();
    Lister(side, gap, room).place(rows, 0, 0, 0, 0);
    room.start.assign((std::size_t{2} << side) + 1, 0);
    for (const std::uint32_t f : room.file) ++room.start[f + 1];
    for (std::size_t f = 1; f < room.start.size(); ++f) room.start[f] += room.start[f - 1];
    room.entries.resize(room.found.size());
    for (std::size_t k = 0; k < room.found.size(); ++k)
        room.entries[room.start[room.file[k]]++] = room.found[k];
    for (std::size_t f = room.start.size() - 1; f > 0; --f) room.start[f] = room.start[f - 1];
    room.start[0] = 0;
}

}  // namespace

Quarters::Quarters(int n) : s_(n / 2), gap_(n % 2 + 1) {
    if (s_ > max_listed_side) return;
    QuarterRoom room;
    entries_.reserve(placements_of_side[s_]);
    base_.reserve(std::size_t{1} << s_);
    start_.reserve(((std::size_t{2} << s_) + 1) << s_);
    for (Lines rows = 0; rows <= all_lines(); ++rows) {
        list_rows(s_, gap_, rows, room);
        base_.push_back(entries_.size());
        entries_.insert(entries_.end(), room.entries.begin(), room.entries.end());
        start_.insert(start_.end(), room.start.begin(), room.start.end());
    }
}

QuarterList Quarters::with_rows(Lines rows, QuarterRoom& room) const {
    if (s_ <= max_listed_side) {
        const std::size_t files = (std::size_t{2} << s_) + 1;
        return {entries_.data() + base_[rows], start_.data() + rows * files};
    }
    list_rows(s_, gap_, rows, room);
    return {room.entries.data(), room.start.data()};
}

std::size_t Quarters::memory_needed(int n) {
    const int s = n / 2;
    if (s > max_listed_side) return 0;
    return placements_of_side[s] * sizeof(Diagonals) +
           (((std::size_t{2} << s) + 1) << s) * sizeof(std::uint32_t) +
           (std::size_t{1} << s) * sizeof(std::size_t);
}

std::size_t Quarters::longest_list(int n) { return longest_list_of_side[n / 2]; }

std::size_t Quarters::longest_group(int n) { return longest_group_of_side[n / 2]; }

std::size_t Quarters::room_needed(int n) {
    const int s = n / 2;
    if (s <= max_listed_side) return 0;
    return longest_list_of_side[s] * (2 * sizeof(Diagonals) + sizeof(std::uint32_t)) * 2 +
           ((std::size_t{2} << s) + 1) * sizeof(std::uint32_t);
}

}  // namespace huisu
