// Which half boards belong to a row split, and how are they made within
// bounded memory? Read next: filing.hpp, which sorts them for the join.
//
// A row split says for each row whether its queen stands in the east or in the
// west half. An east half board is a NE and a SE quarter that stand on the
// split's rows, use complementary columns, and share no diagonal:
//
//      | . . Q .   rows of the north         West half boards are made in the
//      | . . . .   that look east: A         mirror, as if they were east ones;
//      +--------                             their diagonals are mirrored when
//      | Q . . .   rows of the south         they are filed.
//      | . . . Q   that look east: B
//
// A split may have millions of halves. They are made one slab at a time, so
// that memory is bounded whatever n and the split are.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "join_kernel.hpp"
#include "quarters.hpp"

namespace huisu {

// One side of one row split.
struct HalfRequest {
    Lines north, south;  // the rows whose queen stands in this half
    Lines columns;       // the columns of this half that need a queen
    Diagonals closed;    // diagonals no queen may use, seen as an east half
    bool west;           // mirrored when filed
    bool by_class;       // no middle queens: file by the long diagonals used
};

// With by_class: halves that use 0, 1 or 2 long diagonals. Else all are class 0.
constexpr int half_classes = 3;

// A bounded number of half boards of each class, in no order.
struct Slab {
    explicit Slab(std::size_t capacity);
    static std::size_t memory_needed(std::size_t capacity);

    std::size_t capacity;  // of each class
    std::size_t count[half_classes] = {};
    std::unique_ptr<Diagonals[]> halves[half_classes];
};

// The placements of one quarter for one set of rows, ready to be merged:
// flipped to its place, and without those that use a closed diagonal.
class ReadyQuarter {
public:
    // Does nothing if it holds this very list already.
    void make(const Quarters& quarters, Lines rows, bool south, Diagonals closed);

    const Diagonals* begin(Lines columns, int uses_long) const {
        return boards_.data() + start_[2 * columns + uses_long];
    }
    const Diagonals* end(Lines columns, int uses_long) const {
        return boards_.data() + start_[2 * columns + uses_long + 1];
    }

    // Bytes for the longest list, on-demand room included.
    static std::size_t memory_needed(int n);

private:
    bool made_ = false;
    Lines rows_ = 0;
    Diagonals closed_ = 0;
    std::vector<Diagonals> boards_;
    std::vector<std::uint32_t> start_;  // as in QuarterList
    std::vector<std::uint32_t> moved_;  // where each board of the list went
    QuarterRoom room_;
};

// Makes the halves of one request, slab after slab.
class HalfStream {
public:
    // The quarters, made for request.north and request.south, must outlive this.
    HalfStream(const HalfRequest& request, const ReadyQuarter& north, const ReadyQuarter& south,
               const JoinKernel& kernel);

    // Empties and fills the slab; is there more to come? The slab must have
    // room for Quarters::longest_group boards, or nothing would ever fit.
    bool fill(Slab& slab, CancelFlag cancel);

private:
    bool merge_columns(Slab& slab);
    bool merge(const Diagonals* north, const Diagonals* north_end, const Diagonals* south,
               const Diagonals* south_end, Slab& slab, int to);
    bool next_columns();

    HalfRequest request_;
    const ReadyQuarter& north_;
    const ReadyQuarter& south_;
    const JoinKernel& kernel_;
    Lines columns_;  // of the north quarter; the south quarter has the others
    int pair_ = 0;                // the pair of classes being merged, 0..3,
    std::size_t north_done_ = 0;  // and how much of its north placements is done
    bool finished_ = false;
};

}  // namespace huisu
