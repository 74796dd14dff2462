// What does a search add up where it ends? The number of placements, or with it
// the flip sum, which checks that number (docs/core.md, section 20). A search is
// written once and takes one of these as its Leaf, so that a plain count does
// no work for the other. Included once per instruction set. Read next:
// bitmask.inl.
//
// A search ends with the squares of the last row where a queen completes a
// placement. The plain loop has them for one board at a time (`squares`), the
// sweep for a vector of boards and for both ways to fill the last two rows
// (`vectors`): a lane of `upper` and `last` is a placement if neither is 0.

struct CountLeaf {
    using Sum = Count;

    // The same leaf, for words whose bit 0 is this column of the board.
    CountLeaf from_column(int) const { return {}; }

    Sum squares(BitRow last) const { return static_cast<Count>(squares_in(last)); }

    template <class Lanes, class Vector = typename Lanes::Vector>
    Sum vectors(Vector upper, Vector last, Vector other_upper, Vector other_last) const {
        return static_cast<Count>(Lanes::number_nonzero(Lanes::smaller(upper, last),
                                                        Lanes::smaller(other_upper, other_last)));
    }
};

// Words of 64 bits wrap: the flip sum is taken mod 2^64.
static FlipCount& operator+=(FlipCount& sum, FlipCount more) {
    sum.count += more.count;
    sum.flip += more.flip;
    return sum;
}

struct FlipLeaf {
    using Sum = FlipCount;

    const std::uint64_t* weights;  // one a column

    FlipLeaf from_column(int column) const { return {weights + column}; }

    Sum squares(BitRow last) const {
        Sum sum{};
        for (; last != 0; last = without_lowest(last)) sum += {1, weights[column_of(last)]};
        return sum;
    }

    template <class Lanes, class Vector = typename Lanes::Vector>
    Sum vectors(Vector upper, Vector last, Vector other_upper, Vector other_last) const {
        Sum sum = one_way<Lanes>(upper, last);
        sum += one_way<Lanes>(other_upper, other_last);
        return sum;
    }

private:
    // Placements are rare, so one after the other will do.
    template <class Lanes, class Vector = typename Lanes::Vector>
    Sum one_way(Vector upper, Vector last) const {
        const typename Lanes::Packing placed(Lanes::nonzero(Lanes::smaller(upper, last)));
        Sum sum{static_cast<Count>(placed.chosen), 0};
        if (placed.chosen == 0) return sum;
        typename Lanes::Word queens[Lanes::count];
        placed.store(queens, last);
        for (int i = 0; i < placed.chosen; ++i) sum.flip += weights[column_of(queens[i])];
        return sum;
    }
};
