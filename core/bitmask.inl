// The classic bit-mask count: fill the rows from the top, try each free square
// of the row, count the free squares of the last row without placing them.
// Included once per instruction set (isa_*.cpp).

class BitmaskCount {
public:
    BitmaskCount(OpenBoard board, CancelFlag cancelled)
        : open_(board.open), last_(board.side - 1), cancelled_(cancelled) {}

    Count all() const {
        return last_ < 0 ? 1 : from(0, open_[0], {0, 0, 0});
    }

private:
    // Placements of the rows from `row` on; `free` are the squares left in it.
    Count from(int row, BitRow free, Attacks attacks) const {
        if (row == last_) return squares_in(free);
        if (last_ - row >= polled_rows && cancelled_) return 0;
        Count total = 0;
        for (; free != 0; free = without_lowest(free)) {
            const Attacks next = below(attacks, lowest_queen(free));
            const BitRow free_next = free_squares(open_[row + 1], next);
            // Look ahead: a child whose own row is full has nothing below it.
            if (free_next != 0) total += from(row + 1, free_next, next);
        }
        return total;
    }

    // Ask for the cancel flag only this far above the last row: often enough
    // to stop in a millisecond, seldom enough to cost nothing.
    static constexpr int polled_rows = 8;

    const BitRow* open_;
    int last_;
    CancelFlag cancelled_;
};

static Count count_bitmask(OpenBoard board, CancelFlag cancelled) {
    return BitmaskCount(board, cancelled).all();
}
