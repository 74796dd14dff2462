// In which order and form do half boards enter the join? As lanes or as items
// (join.inl), sorted by their prefix, the diagonals nearest to the long ones.
// Read next: join.hpp, which puts everything together.
//
// Sorting makes neighbours alike. A block of lanes then mostly lies within a
// few prefixes, most other prefixes clash with all of its lanes, and a run of
// items with such a prefix is skipped by one test.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "halves.hpp"
#include "join_kernel.hpp"

namespace huisu {

// Half boards as the join sees them: one bit for each diagonal that both
// halves can reach, those nearest to the long diagonals first.
int diagonals_in_join(int n, bool by_class);

// The cut of those bits into prefix and chunks.
JoinShape join_shape(int n, bool by_class);

// Lanes and items of one class of one slab.
class Filed {
public:
    Filed(std::size_t capacity, const JoinShape& shape, const JoinKernel& kernel);
    static std::size_t memory_needed(std::size_t capacity, const JoinShape& shape);

    // Takes the half boards `halves`, which are overwritten.
    void take(Diagonals* halves, std::size_t count, int n, const HalfRequest& request);
    void sort_lanes();  // after take: fill lanes()
    void sort_items();  // after take: fill items()

    const std::uint64_t* lanes() const { return lanes_.get(); }
    std::size_t lane_count() const { return count_; }
    JoinItems items() const { return {offsets_.get(), runs_.data(), runs_.size()}; }

private:
    template <int chunks> void place_items();
    std::uint32_t prefix_of(std::uint64_t board) const {
        return static_cast<std::uint32_t>(board) & (prefixes_ - 1);
    }

    JoinShape shape_;
    TableLayout layout_;
    int word_shift_;  // log2 of the words in a table row
    std::uint32_t prefixes_;
    const std::uint64_t* boards_ = nullptr;  // taken, unsorted
    std::size_t count_ = 0;
    std::vector<std::uint32_t> order_;        // prefixes in the order of sorting
    std::vector<std::uint32_t> with_prefix_;  // how many boards have each prefix
    std::vector<std::uint32_t> next_;         // where the next of each prefix goes
    std::vector<Run> runs_;
    std::unique_ptr<std::uint64_t[]> lanes_;
    std::unique_ptr<std::uint16_t[]> offsets_;
};

}  // namespace huisu
