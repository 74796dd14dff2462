// The classic bit-mask count: fill the rows from the top, try each free square
// of the row, count the free squares of the last row without placing them.
// Included once per instruction set (isa_*.cpp).

class BitmaskCount {
public:
    BitmaskCount(OpenBoard board, CancelFlag cancelled)
        : open_(board.open), last_(board.side - 1), cancelled_(cancelled) {}

    Count all() const { return last_ < 0 ? 1 : from(0, {0, 0, 0}); }

private:
    // Placements of the rows from `row` on, below queens that attack as given.
    Count from(int row, Attacks attacks) const {
        BitRow free = free_squares(open_[row], attacks);
        if (row == last_) return squares_in(free);
        if (last_ - row >= polled_rows && read_flag(cancelled_)) return 0;
        Count total = 0;
        for (; free != 0; free = without_lowest(free))
            total += from(row + 1, below(attacks, lowest_queen(free)));
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
