// How many solutions has n queens, by the quarter-board join? The plan of
// independent units, the memory it takes, and the count of some of its units.
// docs/core.md derives the method and proves the weights.
#pragma once

#include <memory>
#include <vector>

#include "join_kernel.hpp"
#include "quarters.hpp"

namespace huisu {

// One row split and what it stands for. Rows and columns are counted from the
// centre as in quarters.hpp: bit i of north is the row i + 1 above the middle.
struct JoinJob {
    Lines north, south;  // the rows whose queen stands in the east half
    int x, y;  // odd n: the middle row's queen stands x columns east of the centre,
               // the middle column's y rows south of it; both 0: on the centre
    int images;  // weight: how many splits this one stands for, itself included
};

struct JoinMemory {
    std::size_t shared;      // bytes: quarter lists and plan
    std::size_t per_thread;  // bytes: JoinRoom
};

// What one thread needs to count: made once, used again for each unit.
class JoinRoom {
public:
    // Capacity 0: the usual one for n. Less memory costs time.
    JoinRoom(int n, const JoinKernel& kernel, std::size_t capacity = 0);
    ~JoinRoom();
    JoinRoom(const JoinRoom&) = delete;
    JoinRoom& operator=(const JoinRoom&) = delete;

private:
    friend class Join;
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

// Built once and shared read-only by all threads.
class Join {
public:
    static bool accepts(int n) { return n >= 1 && n <= join_max_side; }
    static JoinMemory memory_needed(int n, const JoinKernel& kernel);

    explicit Join(int n);

    int side() const { return n_; }
    std::uint64_t units() const { return units_; }

    // The weighted count of units first..last-1. Over all units: Q(n). Void if
    // cancelled. Throws std::overflow_error rather than wrap round.
    Count count_units(std::uint64_t first, std::uint64_t last, JoinRoom& room,
                      CancelFlag cancel) const;

    // The jobs of a unit, for a recount by other means.
    std::vector<JoinJob> unit_jobs(std::uint64_t unit) const;

private:
    // A row split without middle queens, or one that is the same for all of
    // their places (the south rows then counted without the taken one).
    struct Split {
        std::uint16_t north, south;
        std::uint16_t images;
    };

    JoinJob job(std::uint64_t index) const;
    Count count_job(const JoinJob& job, JoinRoom& room, CancelFlag cancel) const;

    int n_, s_;
    Quarters quarters_;
    std::vector<Split> whole_;    // no middle queens, or one on the centre square
    std::vector<Split> crossed_;  // two middle queens
    std::uint64_t jobs_, units_;
};

}  // namespace huisu
