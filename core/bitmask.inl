// The classic bit-mask count: fill the rows from the top, try each free square
// of the row, count the free squares of the last row without placing them.
// Included once per instruction set (isa_*.cpp), after leaves.inl.

template <class Leaf>
class BitmaskCount {
public:
    BitmaskCount(OpenBoard board, Leaf& leaf, CancelFlag cancelled)
        : open_(board.open), last_(board.side - 1), leaf_(leaf), cancelled_(cancelled) {}

    Count all() const { return upper_rows(0, {0, 0, 0}); }

private:
    // The lower rows are too short a search to stop: no question is asked in them.
    static constexpr int lower_rows_count = 9;

    // Placements of the rows from `row` on, below queens that attack as given.
    // Asks for the cancel flag often enough to stop within a millisecond.
    Count upper_rows(int row, Attacks attacks) const {
        if (last_ - row < lower_rows_count) return lower_rows(row, attacks);
        if (read_flag(cancelled_)) return 0;
        Count total = 0;
        BitRow free = free_squares(open_[row], attacks);
        for (; free != 0; free = without_lowest(free))
            total += upper_rows(row + 1, below(attacks, lowest_queen(free)));
        return total;
    }

    Count lower_rows(int row, Attacks attacks) const {
        BitRow free = free_squares(open_[row], attacks);
        if (row == last_) return leaf_.squares(free);
        Count total = 0;
        for (; free != 0; free = without_lowest(free))
            total += lower_rows(row + 1, below(attacks, lowest_queen(free)));
        return total;
    }

    const BitRow* open_;
    int last_;
    Leaf& leaf_;
    CancelFlag cancelled_;
};

static Count count_bitmask(OpenBoard board, CancelFlag cancelled) {
    CountLeaf leaf;
    return BitmaskCount(board, leaf, cancelled).all();
}

static FlipCount count_flip_bitmask(OpenBoard board, const std::uint64_t* weights,
                                    CancelFlag cancelled) {
    FlipLeaf leaf{weights};
    const Count count = BitmaskCount(board, leaf, cancelled).all();
    return {count, leaf.flip};
}
