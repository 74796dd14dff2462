// Merges quarters into halves. Every pair of a north and a south placement
// with complementary columns is tested, in the kernel; what is left here is
// which groups meet, and stopping before a slab overflows.
#include "halves.hpp"

#include <algorithm>

#include "portable.hpp"

namespace huisu {

Slab::Slab(std::size_t capacity_of_class) : capacity(capacity_of_class) {
    // Left uninitialised: pages that are never written cost no memory.
    for (auto& list : halves) list.reset(new Diagonals[capacity + boards_at_once]);
}

std::size_t Slab::memory_needed(std::size_t capacity) {
    return half_classes * (capacity + boards_at_once) * sizeof(Diagonals);
}

void ReadyQuarter::make(const Quarters& quarters, Lines rows, bool south, Diagonals closed) {
    if (made_ && rows == rows_ && closed == closed_) return;
    made_ = true;
    rows_ = rows;
    closed_ = closed;
    const QuarterList list = quarters.with_rows(rows, room_);
    const std::size_t files = std::size_t{2} << quarters.side();
    const std::size_t count = list.start[files];
    if (boards_.size() < count + boards_at_once) boards_.resize(count + boards_at_once);
    // As seen from the list, which is that of the NE quarter.
    const Diagonals never = south ? flip_north_south(closed) : closed;
    std::uint32_t kept = static_cast<std::uint32_t>(count);
    if (never == 0) {
        start_.assign(list.start, list.start + files + 1);
        std::copy(list.entries, list.entries + count, boards_.begin());
    } else {
        // Without a branch for each placement: those to be dropped are overwritten.
        if (moved_.size() <= count) moved_.resize(count + 1);
        kept = 0;
        for (std::size_t k = 0; k < count; ++k) {
            boards_[kept] = list.entries[k];
            moved_[k] = kept;
            kept += (list.entries[k] & never) == 0;
        }
        moved_[count] = kept;
        start_.resize(files + 1);
        for (std::size_t f = 0; f <= files; ++f) start_[f] = moved_[list.start[f]];
    }
    if (south)
        for (std::size_t k = 0; k < kept; ++k) boards_[k] = flip_north_south(boards_[k]);
    else
        for (std::size_t k = 0; k < kept; ++k) boards_[k] |= padding_bit;
}

std::size_t ReadyQuarter::memory_needed(int n) {
    const std::size_t files = (std::size_t{2} << n / 2) + 1;
    return Quarters::longest_list(n) * (sizeof(Diagonals) + sizeof(std::uint32_t)) +
           files * sizeof(std::uint32_t) + Quarters::room_needed(n);
}

HalfStream::HalfStream(const HalfRequest& request, const ReadyQuarter& north,
                       const ReadyQuarter& south, const JoinKernel& kernel)
    : request_(request), north_(north), south_(south), kernel_(kernel) {
    // The lowest columns that there are, as many as there are north queens.
    columns_ = 0;
    for (int queens = bit_count(request.north); queens > 0; --queens) {
        const Lines left = request.columns & ~columns_;
        columns_ |= left & (0 - left);
    }
}

bool HalfStream::fill(Slab& slab, CancelFlag cancel) {
    std::fill(slab.count, slab.count + half_classes, 0);
    while (!finished_ && !read_flag(cancel)) {
        if (!merge_columns(slab)) return true;
        pair_ = 0;
        finished_ = !next_columns();
    }
    return false;
}

// The next set of as many columns; false after the last one. Of the lowest
// columns in a row, the highest moves on by one place, and the others start
// again from the bottom.
bool HalfStream::next_columns() {
    const Lines all = request_.columns;
    const Lines lowest = columns_ & (0 - columns_);
    // Columns that are not to be had are set, so that the carry passes over them.
    const Lines moved = ((columns_ | ~all) + lowest) & all;
    if (moved <= columns_) return false;
    Lines again = columns_ & ~moved;
    columns_ = moved;
    Lines bottom = all;
    for (again &= again - 1; again != 0; again &= again - 1, bottom &= bottom - 1)
        columns_ |= bottom & (0 - bottom);
    return true;
}

// Merges what is left of the current columns; false if the slab is full first.
bool HalfStream::merge_columns(Slab& slab) {
    const Lines others = request_.columns & ~columns_;
    if (!request_.by_class)
        return merge(north_.begin(columns_, 0), north_.end(columns_, 1),
                     south_.begin(others, 0), south_.end(others, 1), slab, 0);
    for (; pair_ < 4; ++pair_) {
        const int n = pair_ / 2, s = pair_ % 2;
        if (!merge(north_.begin(columns_, n), north_.end(columns_, n), south_.begin(others, s),
                   south_.end(others, s), slab, n + s))
            return false;
    }
    return true;
}

bool HalfStream::merge(const Diagonals* north, const Diagonals* north_end,
                       const Diagonals* south, const Diagonals* south_end, Slab& slab, int to) {
    const std::size_t south_count = south_end - south, north_count = north_end - north;
    if (south_count != 0) {
        while (north_done_ < north_count) {
            std::size_t now = north_count - north_done_;
            if (now * south_count > slab.capacity - slab.count[to]) {
                now = (slab.capacity - slab.count[to]) / south_count;
                if (now == 0) return false;
            }
            slab.count[to] += kernel_.pair_up(north + north_done_, now, south, south_count,
                                              slab.halves[to].get() + slab.count[to]);
            north_done_ += now;
        }
    }
    north_done_ = 0;
    return true;
}

}  // namespace huisu
