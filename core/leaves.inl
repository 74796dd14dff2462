// What happens where a search ends? The placements found there are counted; and
// a FlipLeaf adds up their weights too, for the flip sum, which checks the count
// (docs/core.md, section 20). A search is written once, with the leaf as a type,
// so that a plain count does no work for the other. Included once per
// instruction set. Read next: bitmask.inl.
//
// A search ends with squares of the last row: a queen on one of them completes
// a placement. The plain loop has them for one board at a time (`squares`). The
// sweep has a vector of boards after the other, with two ways to fill the last
// two rows of each (`Vectors`): a lane of `upper` and `last`, one square or none,
// is a placement if neither is 0.

struct CountLeaf {
    // From now on bit 0 is this column of the board.
    void begin_at(int) {}

    Count squares(BitRow last) { return static_cast<Count>(squares_in(last)); }

    // Takes at most so many placements, then says how many it took.
    template <class Lanes, int most>
    class Vectors {
        using Vector = typename Lanes::Vector;

    public:
        void add(Vector upper, Vector last, Vector other_upper, Vector other_last) {
            found_ += static_cast<Count>(Lanes::number_nonzero(
                Lanes::smaller(upper, last), Lanes::smaller(other_upper, other_last)));
        }
        Count all(CountLeaf&) const { return found_; }

    private:
        Count found_ = 0;
    };
};

struct FlipLeaf {
    const std::uint64_t* weights;  // of the columns, from bit 0 on
    std::uint64_t flip = 0;        // of all placements so far; wraps, as it is taken mod 2^64

    void begin_at(int column) { weights += column; }

    Count squares(BitRow last) {
        for (BitRow left = last; left != 0; left = without_lowest(left))
            flip += weights[column_of(left)];
        return static_cast<Count>(squares_in(last));
    }

    // Which lanes are placements cannot be predicted, so their squares are only
    // collected at first, without a branch.
    template <class Lanes, int most>
    class Vectors {
        using Word = typename Lanes::Word;
        using Vector = typename Lanes::Vector;

    public:
        void add(Vector upper, Vector last, Vector other_upper, Vector other_last) {
            add(upper, last);
            add(other_upper, other_last);
        }
        Count all(FlipLeaf& leaf) const {
            for (int i = 0; i < size_; ++i) leaf.flip += leaf.weights[column_of(last_[i])];
            return static_cast<Count>(size_);
        }

    private:
        void add(Vector upper, Vector last) {
            const typename Lanes::Packing found(Lanes::nonzero(Lanes::smaller(upper, last)));
            found.store(last_ + size_, last);
            size_ += found.chosen;
        }

        Word last_[most + Lanes::count];
        int size_ = 0;
    };
};
