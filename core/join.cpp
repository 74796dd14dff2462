// Plans the row splits of n queens, joins the halves of each, weighs the sums.
//
// Weights (proofs: docs/core.md). Write J(A, B; k) for the pairs of halves of
// the row split (A, B) whose east half leaves both long diagonals empty and
// whose west half uses k of them. A' is the complement of A.
//
//   even n     Q = sum over all (A, B) of J(A, B; 0) + 2 J(A, B; 1) + 4 J(A, B; 2).
//              The north-south flip gives J(A, B; k) = J(B, A; k), the east-west
//              flip J(A, B; 0) = J(A', B'; 0): one job stands for all the
//              splits (A, B), (B, A), (A', B'), (B', A') that differ.
//   odd n, centre square taken: no half uses a long diagonal, Q is the sum of
//              J(A, B; 0), and a job stands for the same splits.
//   odd n, two middle queens, x columns and y rows from the centre: they never
//              stand equally far, so the 8 symmetries make 8 different pairs of
//              them; 0 < y < x stands for all, weight 8.
//
// No sum overflows. The halves of a split put at most s queens on as many given
// rows and columns, so there are at most s! of them, and (s!)^2 pairs. Even n:
// all classes of both directions, weighed, are at most 2 * 4 (s!)^2, and times
// `images` 32 (s!)^2, which for s = 12 is 7.4e18 < 2^64 = 1.8e19. Odd n: at most
// 8 (s!)^2. Sums of jobs are parts of Q(n), since each term counts solutions; as
// that alone is no bound, jobs are added with a check.
#include "join.hpp"

#include <algorithm>
#include <stdexcept>

#include "filing.hpp"
#include "halves.hpp"
#include "portable.hpp"

namespace huisu {

namespace {

// Half boards of one class in a slab: enough for the whole of a class but for a
// few large splits (up to 352 thousand at n = 22, more than a million at 24).
// More slabs give the same sum, so this is a matter of speed only: half as much
// as would hold all is as fast at n = 22 and 23, and a quarter is slower.
std::size_t usual_capacity(int n) {
    if (n <= 14) return std::size_t{1} << 10;
    if (n <= 16) return std::size_t{1} << 11;
    if (n <= 17) return std::size_t{1} << 12;
    if (n <= 19) return std::size_t{1} << 14;
    if (n <= 21) return std::size_t{1} << 16;
    if (n <= 23) return std::size_t{1} << 18;
    return std::size_t{1} << 20;
}

// Jobs in a unit: a few ms of work, and from n = 16 on at least 200 units. A
// single job takes 16 ms at n = 22, and half a second at 24.
std::uint64_t jobs_in_unit(int n) {
    static constexpr int jobs[join_max_side + 1] = {1,   1,   1,   1,   16,  16, 16, 16,
                                                    16,  64,  16,  64,  16,  256, 16, 256,
                                                    16,  256, 16,  128, 8,   32, 1,  4, 1};
    return jobs[n];
}

bool has_classes(int n) { return n % 2 == 0; }

// Lines numbered without line `taken` get their numbers in the whole quarter.
Lines insert_line(Lines lines, int taken) {
    const Lines below = (Lines{1} << taken) - 1;
    return (lines & ~below) << 1 | (lines & below);
}

// What the two halves of a job have to be made of.
struct Sides {
    HalfRequest east, west;
};

Sides sides_of(const JoinJob& job, int n) {
    const Lines all = (Lines{1} << n / 2) - 1;
    HalfRequest east{job.north, job.south, all, 0, false, has_classes(n)};
    HalfRequest west{all & ~job.north, all & ~job.south, all, 0, true, has_classes(n)};
    if (job.x != 0) {  // two middle queens
        east.columns &= ~(Lines{1} << (job.x - 1));
        west.south &= ~(Lines{1} << (job.y - 1));
        east.closed = falling_diagonal(-job.x) | rising_diagonal(job.x) |
                      falling_diagonal(job.y) | rising_diagonal(job.y);
    } else if (n % 2 == 1) {  // one, on the centre square
        east.closed = long_diagonals;
    }
    west.closed = flip_east_west(east.closed);
    return {east, west};
}

// Disjoint pairs of halves by class. straight[k]: east class 0 with west class
// k; mirrored[k]: the other way round.
struct Pairs {
    Count straight[half_classes] = {};
    Count mirrored[half_classes] = {};
};

// The sum that a job of even n stands for. Half of its images are (A, B) or
// (B, A), half are their mirror images.
Count weighed(Pairs pairs, bool own_mirror, int images) {
    pairs.mirrored[0] = pairs.straight[0];
    if (own_mirror) std::copy(pairs.straight, pairs.straight + half_classes, pairs.mirrored);
    Count sum = 0;
    for (int k = 0; k < half_classes; ++k) sum += (pairs.straight[k] + pairs.mirrored[k]) << k;
    return sum * images / 2;
}

}  // namespace

struct JoinRoom::Parts {
    Parts(int n_, const JoinKernel& kernel_, std::size_t capacity)
        : n(n_),
          classes(has_classes(n) ? half_classes : 1),
          kernel(kernel_),
          shape(join_shape(n, has_classes(n))),
          east(capacity),
          west(capacity),
          tables(new std::uint64_t[table_layout(shape, kernel.words).size + 8]) {
        for (int k = 0; k < half_classes; ++k) {
            const std::size_t room = k == 0 || has_classes(n) ? capacity : 0;
            filed_east.emplace_back(room, shape, kernel);
            filed_west.emplace_back(room, shape, kernel);
        }
    }

    std::uint64_t* aligned_tables() {
        auto address = reinterpret_cast<std::uintptr_t>(tables.get());
        return tables.get() + (-address % 64) / sizeof(std::uint64_t);
    }

    // Files the slab of east halves: class 0 as lanes, and the others as items
    // if they are joined the other way round as well.
    void file_east(const HalfRequest& request, bool both_ways) {
        for (int k = 0; k < classes; ++k) {
            filed_east[k].take(east.halves[k].get(), east.count[k], n, request);
            if (k == 0) filed_east[k].sort_lanes();
            else if (both_ways) filed_east[k].sort_items();
        }
    }

    void file_west(const HalfRequest& request, bool both_ways) {
        for (int k = 0; k < classes; ++k) {
            filed_west[k].take(west.halves[k].get(), west.count[k], n, request);
            filed_west[k].sort_items();
            if (k == 0 && both_ways) filed_west[k].sort_lanes();
        }
    }

    // Joins what is filed now.
    void join_filed(bool both_ways, Pairs& pairs, CancelFlag cancel) {
        JoinItems items[half_classes];
        for (int k = 0; k < classes; ++k) items[k] = filed_west[k].items();
        kernel.count_pairs(filed_east[0].lanes(), filed_east[0].lane_count(), shape, items,
                           classes, aligned_tables(), pairs.straight, cancel);
        if (!both_ways) return;
        for (int k = 1; k < classes; ++k) items[k] = filed_east[k].items();
        kernel.count_pairs(filed_west[0].lanes(), filed_west[0].lane_count(), shape, items + 1,
                           classes - 1, aligned_tables(), pairs.mirrored + 1, cancel);
    }

    int n;
    int classes;  // in use, of half_classes
    JoinKernel kernel;
    JoinShape shape;
    Slab east, west;
    std::vector<Filed> filed_east, filed_west;
    ReadyQuarter quarters[4];  // east north, east south, west north, west south
    std::unique_ptr<std::uint64_t[]> tables;
};

JoinRoom::JoinRoom(int n, const JoinKernel& kernel, std::size_t capacity)
    : parts_(new Parts(n, kernel,
                       std::max(capacity != 0 ? capacity : usual_capacity(n),
                                Quarters::longest_group(n)))) {}

JoinRoom::~JoinRoom() = default;

Join::Join(int n) : n_(n), s_(n / 2), quarters_(n) {
    if (!accepts(n)) throw std::invalid_argument("the join counts 1 to 24 queens");
    const Lines all = quarters_.all_lines();
    const auto key = [&](Lines north, Lines south) { return north << s_ | south; };
    for (Lines north = 0; north <= all; ++north) {
        for (Lines south = north; south <= all; ++south) {
            if (bit_count(north) + bit_count(south) != s_) continue;
            std::uint32_t images[4] = {key(north, south), key(south, north),
                                       key(all & ~north, all & ~south),
                                       key(all & ~south, all & ~north)};
            const std::uint32_t own = images[0];
            std::sort(images, images + 4);
            if (images[0] != own) continue;
            const auto different = std::unique(images, images + 4) - images;
            whole_.push_back({static_cast<std::uint16_t>(north),
                              static_cast<std::uint16_t>(south),
                              static_cast<std::uint16_t>(different)});
        }
    }
    jobs_ = whole_.size();
    if (n % 2 == 1 && s_ > 1) {
        for (Lines north = 0; north <= all; ++north)
            for (Lines south = 0; south <= all >> 1; ++south)
                if (bit_count(north) + bit_count(south) == s_ - 1)
                    crossed_.push_back({static_cast<std::uint16_t>(north),
                                        static_cast<std::uint16_t>(south), 8});
        jobs_ += crossed_.size() * (s_ * (s_ - 1) / 2);
    }
    units_ = (jobs_ + jobs_in_unit(n) - 1) / jobs_in_unit(n);
}

JoinMemory Join::memory_needed(int n, const JoinKernel& kernel) {
    const std::size_t capacity = usual_capacity(n);
    const JoinShape shape = join_shape(n, has_classes(n));
    std::size_t splits = 1;  // (2s choose s), an upper bound for both lists
    for (std::size_t k = 1, s = n / 2; k <= s; ++k) splits = splits * (s + k) / k;
    JoinMemory memory;
    memory.shared = Quarters::memory_needed(n) + 2 * splits * sizeof(Split);
    memory.per_thread = 2 * Slab::memory_needed(capacity) +
                        (has_classes(n) ? 6 : 2) * Filed::memory_needed(capacity, shape) +
                        4 * ReadyQuarter::memory_needed(n) +
                        table_layout(shape, kernel.words).size * sizeof(std::uint64_t);
    return memory;
}

// Jobs are numbered: whole boards first, then split by split for each place of
// the two middle queens.
JoinJob Join::job(std::uint64_t index) const {
    if (index < whole_.size())
        return {whole_[index].north, whole_[index].south, 0, 0, whole_[index].images};
    index -= whole_.size();
    std::uint64_t place = index / crossed_.size();
    const Split& split = crossed_[index % crossed_.size()];
    int x = 2;
    for (; place >= static_cast<std::uint64_t>(x - 1); ++x) place -= x - 1;
    const int y = 1 + static_cast<int>(place);
    return {split.north, insert_line(split.south, y - 1), x, y, split.images};
}

// Neighbouring jobs mostly differ in the south rows only, so that the north
// quarters that are ready serve all jobs of a unit.
std::vector<JoinJob> Join::unit_jobs(std::uint64_t unit) const {
    std::vector<JoinJob> jobs;
    const std::uint64_t first = unit * jobs_in_unit(n_);
    const std::uint64_t last = std::min(first + jobs_in_unit(n_), jobs_);
    for (std::uint64_t index = first; index < last; ++index) jobs.push_back(job(index));
    return jobs;
}

Count Join::count_units(std::uint64_t first, std::uint64_t last, JoinRoom& room,
                        CancelFlag cancel) const {
    if (room.parts_->n != n_) throw std::invalid_argument("the room was made for another n");
    Count total = 0;
    for (std::uint64_t unit = first; unit < std::min(last, units_); ++unit) {
        for (const JoinJob& job : unit_jobs(unit)) {
            const Count found = count_job(job, room, cancel);
            if (read_flag(cancel)) return 0;
            if (found > ~Count{0} - total) throw std::overflow_error("the sum passes 64 bits");
            total += found;
        }
    }
    return total;
}

Count Join::count_job(const JoinJob& job, JoinRoom& room, CancelFlag cancel) const {
    JoinRoom::Parts& parts = *room.parts_;
    const auto [east, west] = sides_of(job, n_);
    ReadyQuarter* quarters = parts.quarters;
    quarters[0].make(quarters_, east.north, false, east.closed);
    quarters[1].make(quarters_, east.south, true, east.closed);
    quarters[2].make(quarters_, west.north, false, west.closed);
    quarters[3].make(quarters_, west.south, true, west.closed);

    // The split (A', B') is the same job in the mirror: its pairs are those of
    // west halves that leave the long diagonals empty with east halves.
    const bool own_mirror = job.south == (quarters_.all_lines() & ~job.north);
    const bool both_ways = has_classes(n_) && !own_mirror;

    Pairs pairs;
    HalfStream east_halves(east, quarters[0], quarters[1], parts.kernel);
    bool more_east = true, west_is_filed = false;  // all of it, in one slab
    while (more_east && !read_flag(cancel)) {
        more_east = east_halves.fill(parts.east, cancel);
        parts.file_east(east, both_ways);
        if (west_is_filed) {
            parts.join_filed(both_ways, pairs, cancel);
            continue;
        }
        HalfStream west_halves(west, quarters[2], quarters[3], parts.kernel);
        bool more_west = true;
        for (int slab = 0; more_west && !read_flag(cancel); ++slab) {
            more_west = west_halves.fill(parts.west, cancel);
            west_is_filed = slab == 0 && !more_west;
            parts.file_west(west, both_ways);
            parts.join_filed(both_ways, pairs, cancel);
        }
    }
    if (!has_classes(n_)) return pairs.straight[0] * job.images;
    return weighed(pairs, own_mirror, job.images);
}

}  // namespace huisu
