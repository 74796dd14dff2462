// Lexicographic search with an explicit stack, one level a row: the squares
// of the row still to try, and what attacks it. Read next: bitmask.inl, which
// counts the same tree without keeping the columns.
#include "enumerate.hpp"

#include "board.hpp"

namespace huisu {
namespace {

class Search {
public:
    Search(OpenBoard board, const Columns& after) : board_(board) {
        attacks_[0] = {0, 0, 0};
        to_try_[0] = board.open[0];
        for (std::size_t r = 0; r < after.size(); ++r) replay(static_cast<int>(r), after[r]);
    }

    Batch run(std::size_t max_solutions, std::size_t max_nodes) {
        Batch batch{{}, {}, false};
        std::size_t nodes = 0, found = 0;
        const int last = board_.side - 1;
        while (found < max_solutions) {
            if (to_try_[row_] == 0) {  // dead node: backtrack
                if (row_ == 0) {
                    batch.finished = true;
                    return batch;
                }
                --row_;
                if (nodes >= max_nodes) break;
                continue;
            }
            ++nodes;
            place(lowest_queen(to_try_[row_]));
            if (row_ == last) {
                append_columns(batch.solutions, last);
                ++found;
            } else if (to_try_[row_ + 1] != 0) {  // go down only where a square is free
                ++row_;
            }
        }
        append_columns(batch.reached, row_);
        return batch;
    }

private:
    // Takes a square of the row and opens the row below it.
    void place(BitRow queen) {
        to_try_[row_] ^= queen;
        queens_[row_] = queen;
        if (row_ == board_.side - 1) return;
        attacks_[row_ + 1] = below(attacks_[row_], queen);
        to_try_[row_ + 1] = free_squares(board_.open[row_ + 1], attacks_[row_ + 1]);
    }

    // Puts back a queen of the position reached: in its row only the squares
    // to its right are still to try.
    void replay(int row, int column) {
        row_ = row;
        const BitRow queen = BitRow{1} << column;
        to_try_[row] &= ~(queen - 1);
        to_try_[row] |= queen;
        place(queen);
    }

    void append_columns(Columns& columns, int last_row) const {
        for (int r = 0; r <= last_row; ++r)
            columns.push_back(static_cast<std::uint8_t>(column_of(queens_[r])));
    }

    OpenBoard board_;
    int row_ = 0;
    BitRow to_try_[max_side];
    Attacks attacks_[max_side];
    BitRow queens_[max_side];
};

}  // namespace

Batch next_solutions(OpenBoard board, const Columns& after, std::size_t max_solutions,
                     std::size_t max_nodes) {
    return Search(board, after).run(max_solutions, max_nodes);
}

}  // namespace huisu
