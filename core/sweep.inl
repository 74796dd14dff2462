// How are many boards searched at a time? Depth first, but with a small pile of
// partial placements for each row, so that one vector instruction serves 8 to 32
// of them. Included once per instruction set, after leaves.inl and one of
// lanes_*.inl, which says what a vector is. Read lanes_plain.inl first, then
// Sweep::sweep here.
//
// A partial placement is four words; bit c is column c of the row to fill next:
//
//     . . Q . . .     columns 0b000100   below a queen
//     . / | \ . .     falling 0b001000   on a falling diagonal of a queen
//                     rising  0b000010   on a rising diagonal of a queen
//                     squares 0b110001   free squares that are still to be tried
//
// One step takes a vector of placements from the pile of row r, puts a queen on
// the lowest square of each, adds those children to the pile of row r+1 that may
// still succeed, and puts the placements with squares left back on their own
// pile. A child may succeed if each of the next two rows has a free square left
// and, near the bottom, if no column is left without one. The last two rows need
// no search: two columns are left, to be filled in one order or the other.
//
// Rows whose queen is fixed are settled first and cost nothing afterwards, so
// the row after row r stands `gap` rows further down, not always one.

// The rows that have a choice, without the squares that settled queens attack.
struct SearchedRows {
    int count;  // never 1: the last row left has one column left
    int row[32];
    BitRow open[32];
    BitRow columns;     // as many as rows
    bool solvable;      // no row and no column is without an open square
    BitRow last_queen;  // of the board's last row if that is settled, else 0

    explicit SearchedRows(OpenBoard board)
        : count(board.side),
          columns((BitRow{1} << board.side) - 1),
          solvable(true),
          last_queen(0) {
        for (int i = 0; i < count; ++i) {
            row[i] = i;
            open[i] = board.open[i] & columns;
        }
        // A settled queen may settle other rows: start again after each.
        for (int i = 0; i < count;) {
            if (squares_in(open[i]) == 1) {
                if (row[i] == board.side - 1) last_queen = open[i];
                settle(i);
                i = 0;
            } else {
                ++i;
            }
        }
        BitRow reached = 0;
        for (int i = 0; i < count; ++i) {
            reached |= open[i];
            solvable &= open[i] != 0;
        }
        solvable &= reached == columns;
    }

    // From row i to the row after it, 0 after the last.
    int gap(int i) const { return i + 1 < count ? row[i + 1] - row[i] : 0; }

private:
    void settle(int i) {
        const BitRow queen = open[i];
        const int queen_row = row[i];
        columns &= ~queen;
        --count;
        for (int k = i; k < count; ++k) {
            row[k] = row[k + 1];
            open[k] = open[k + 1];
        }
        for (int k = 0; k < count; ++k) {
            const int rows = row[k] < queen_row ? queen_row - row[k] : row[k] - queen_row;
            open[k] &= ~(queen | queen << rows | queen >> rows);
        }
    }
};

// The search of three rows or more. A Sweep takes up to 130 KB of the stack.
template <class Lanes, class Leaf>
class Sweep {
    using Word = typename Lanes::Word;
    using Vector = typename Lanes::Vector;
    using Packing = typename Lanes::Packing;

public:
    // Column `shift` of the board is bit 0 here.
    Sweep(const SearchedRows& rows, int shift, Leaf& leaf, CancelFlag cancelled)
        : rows_(rows.count),
          columns_(static_cast<Word>(rows.columns >> shift)),
          leaf_(leaf),
          cancelled_(cancelled) {
        leaf_.begin_at(shift);
        for (int row = 0; row < rows_; ++row) {
            open_[row] = static_cast<Word>(rows.open[row] >> shift);
            gap_[row] = rows.gap(row);
            piles_[row].size = 0;
        }
    }

    // The sum cannot overflow. With m <= 20 rows there are at most m! < 2^64
    // placements. With more, a step adds at most 2 * 32 and takes more than one
    // clock cycle, so that 2^64 would take over two years at 4 GHz: a bounded
    // job is far from it.
    Count all() {
        put(piles_[0].words,
            {Lanes::fill(open_[0]), Lanes::none(), Lanes::none(), Lanes::none()});
        piles_[0].size = 1;
        Count total = 0;
        for (int row = 0; row < rows_; row = next_row(row)) {
            // A sweep takes microseconds, so this is asked often enough.
            if (read_flag(cancelled_)) return 0;
            total += sweep_row(row);
        }
        return total;
    }

private:
    static constexpr int lanes = Lanes::count;
    static constexpr int capacity = Lanes::pile_size;
    // A pile with this many placements is worth a sweep, and it still has room
    // for the children of one.
    static constexpr int enough = capacity / 2;
    // From one word of a placement to its next word: a vector that is stored
    // at the end of a full pile may run over it.
    static constexpr int stride = capacity + lanes;
    static constexpr int most_rows = sizeof(Word) == 2 ? 16 : 30;

    // Only the constructor, all, sweep, close_gap and fill_lanes change a size.
    struct Pile {
        alignas(64) Word words[4 * stride];
        int size;
    };

    // A vector of placements.
    struct Boards {
        Vector squares, columns, falling, rising;
    };

    static Boards take(const Word* from) {
        return {Lanes::load(from), Lanes::load(from + stride), Lanes::load(from + 2 * stride),
                Lanes::load(from + 3 * stride)};
    }

    static void put(Word* to, const Boards& boards) {
        Lanes::store(to, boards.squares);
        Lanes::store(to + stride, boards.columns);
        Lanes::store(to + 2 * stride, boards.falling);
        Lanes::store(to + 3 * stride, boards.rising);
    }

    static void put(Word* to, const Boards& boards, const Packing& packing) {
        packing.store(to, boards.squares);
        packing.store(to + stride, boards.columns);
        packing.store(to + 2 * stride, boards.falling);
        packing.store(to + 3 * stride, boards.rising);
    }

    // The deepest row with enough placements to keep all lanes busy; if there is
    // none, the topmost row with any, which feeds the others; if there is none,
    // rows_. A row is left for one above it only when it has not enough, and
    // only a sweep of the row above can change that: hence from row + 1 upwards.
    int next_row(int row) const {
        for (int r = row + 1; r >= 0; --r)
            if (piles_[r].size >= enough) return r;
        for (int r = 0; r < rows_; ++r)
            if (piles_[r].size > 0) return r;
        return rows_;
    }

    // Sweeps a row and returns how many of its placements it completed.
    Count sweep_row(int row) {
        if (piles_[row].size < enough) fill_lanes(piles_[row]);
        const int below = rows_ - 1 - row;
        switch (below) {
            case 2: return finish(row);
            case 3: return sweep<3, true>(row);
            case 4: return sweep<4, true>(row);
            case 5: return sweep<5, true>(row);
            default: return sweep<2, false>(row);
        }
    }

    // Makes the pile a number of whole vectors, with placements that have every
    // column taken: their children are dropped, and they have no squares left.
    static void fill_lanes(Pile& pile) {
        for (; pile.size % lanes != 0; ++pile.size) {
            pile.words[pile.size] = 0;
            pile.words[pile.size + stride] = static_cast<Word>(~Word{0});
        }
    }

    // The boards with their queens, seen from the row after; no squares yet.
    static Boards below(const Boards& boards, Vector queens, int gap) {
        return {Lanes::none(), Lanes::either(boards.columns, queens),
                Lanes::left(Lanes::either(boards.falling, queens), gap),
                Lanes::right(Lanes::either(boards.rising, queens), gap)};
    }

    static Vector free_squares(Vector open, Vector columns, Vector falling, Vector rising) {
        return Lanes::without(open, Lanes::any_of(columns, falling, rising));
    }

    // One step for each whole vector of the row's pile, or for as many as the
    // next pile has room for, the last ones. Looks at the `ahead` rows below,
    // and also at the columns if these are all the rows below.
    //
    // Shifts are by less than 30, the rows of the board, and bits that leave the
    // word have left the board.
    template <int ahead, bool to_bottom>
    Count sweep(int row) {
        Pile& here = piles_[row];
        Pile& next = piles_[row + 1];
        const int gap_here = gap_[row];
        // From the next row to the k-th after it, and that one's open squares.
        int gap[ahead];
        Vector open[ahead];
        for (int k = 0; k < ahead; ++k) {
            gap[k] = k == 0 ? 0 : gap[k - 1] + gap_[row + k];
            open[k] = Lanes::fill(open_[row + 1 + k]);
        }
        const Vector all_columns = Lanes::fill(columns_);

        const int vectors = here.size / lanes;
        const int room = (capacity - next.size) / lanes;
        const int first = (vectors > room ? vectors - room : 0) * lanes;
        const Word* const end = here.words + vectors * lanes;
        Word* born = next.words + next.size;
        Word* kept = here.words + first;
        for (const Word* from = kept; from != end; from += lanes) {
            Boards boards = take(from);
            const Vector queens = Lanes::lowest(boards.squares);
            boards.squares = Lanes::without(boards.squares, queens);

            Boards child = below(boards, queens, gap_here);
            child.squares = free_squares(open[0], child.columns, child.falling, child.rising);
            Vector fewest = child.squares;  // 0 if a row ahead has no free square
            Vector reached = Lanes::either(child.columns, child.squares);
            for (int k = 1; k < ahead; ++k) {
                const Vector squares =
                    free_squares(open[k], child.columns, Lanes::left(child.falling, gap[k]),
                                 Lanes::right(child.rising, gap[k]));
                fewest = Lanes::smaller(fewest, squares);
                reached = Lanes::either(reached, squares);
            }
            const Packing alive(to_bottom
                                    ? Lanes::nonzero_where_equal(fewest, reached, all_columns)
                                    : Lanes::nonzero(fewest));
            put(born, child, alive);
            born += alive.chosen;

            const Packing unfinished(Lanes::nonzero(boards.squares));
            put(kept, boards, unfinished);
            kept += unfinished.chosen;
        }
        next.size = static_cast<int>(born - next.words);
        close_gap(here, end, kept);
        return 0;
    }

    // Moves what a sweep left at the end of the pile, less than a vector, up to
    // what it kept.
    static void close_gap(Pile& pile, const Word* end, Word* kept) {
        const int rest = pile.size - static_cast<int>(end - pile.words);
        if (rest > 0) put(kept, take(end));
        pile.size = static_cast<int>(kept - pile.words) + rest;
    }

    // Puts a queen on the third row from below and counts both ways to fill the
    // other two. `low` and `high` are the two columns left; none is `high` where
    // queens on both would stand on a falling or on a rising diagonal.
    Count finish(int row) {
        Pile& here = piles_[row];
        const int gap_here = gap_[row], gap = gap_[row + 1];
        const Vector open = Lanes::fill(open_[row + 1]);
        const Vector open_last = Lanes::fill(open_[row + 2]);
        const Vector all_columns = Lanes::fill(columns_);

        typename Leaf::template Vectors<Lanes, 2 * capacity> found;
        const Word* const end = here.words + here.size / lanes * lanes;
        Word* kept = here.words;
        for (const Word* from = kept; from != end; from += lanes) {
            Boards boards = take(from);
            const Vector queens = Lanes::lowest(boards.squares);
            boards.squares = Lanes::without(boards.squares, queens);

            const Boards child = below(boards, queens, gap_here);
            const Vector free = free_squares(open, child.columns, child.falling, child.rising);
            const Vector free_last =
                free_squares(open_last, child.columns, Lanes::left(child.falling, gap),
                             Lanes::right(child.rising, gap));
            const Vector columns = Lanes::without(all_columns, child.columns);
            const Vector low = Lanes::lowest(columns);
            const Vector high = Lanes::without(Lanes::without(columns, low), Lanes::left(low, gap));
            found.add(Lanes::both(free, low), Lanes::both(free_last, high),
                      Lanes::both(free, high), Lanes::both(free_last, low));

            const Packing unfinished(Lanes::nonzero(boards.squares));
            put(kept, boards, unfinished);
            kept += unfinished.chosen;
        }
        close_gap(here, end, kept);
        return found.all(leaf_);
    }

    int rows_;
    Word columns_;
    Leaf& leaf_;
    CancelFlag cancelled_;
    Word open_[most_rows];
    int gap_[most_rows];
    Pile piles_[most_rows];
};

// Two rows and two columns left: the same closed form, with nothing above it.
template <class Leaf>
static Count count_two_rows(const SearchedRows& rows, Leaf& leaf) {
    const BitRow low = lowest_queen(rows.columns);
    const BitRow high = without_lowest(rows.columns) & ~(low << rows.gap(0));
    const BitRow falling = rows.open[0] & low ? rows.open[1] & high : 0;
    const BitRow rising = rows.open[0] & high ? rows.open[1] & low : 0;
    return leaf.squares(falling | rising);
}

constexpr int sweep_max_side = 30;

template <class Leaf>
static Count count_rows(const SearchedRows& rows, Leaf& leaf, CancelFlag cancelled) {
    if (!rows.solvable) return 0;
    if (rows.count == 0) return 1;
    if (rows.count == 2) return count_two_rows(rows, leaf);
    // Queens that are settled in the outer columns leave a narrower board: the
    // border jobs of n = 18 still fit 16 bits.
    const int shift = column_of(rows.columns);
    const bool narrow = rows.columns >> shift <= 0xffff;
    return narrow ? Sweep<NarrowLanes, Leaf>(rows, shift, leaf, cancelled).all()
                  : Sweep<WideLanes, Leaf>(rows, shift, leaf, cancelled).all();
}

static Count count_sweep(OpenBoard board, CancelFlag cancelled) {
    CountLeaf leaf;
    return count_rows(SearchedRows(board), leaf, cancelled);
}

// If the last row is settled, its queen is the same in all placements.
static FlipCount count_flip_sweep(OpenBoard board, const std::uint64_t* weights,
                                  CancelFlag cancelled) {
    const SearchedRows rows(board);
    if (rows.last_queen != 0) {
        CountLeaf leaf;
        const Count count = count_rows(rows, leaf, cancelled);
        return {count, count * weights[column_of(rows.last_queen)]};
    }
    FlipLeaf leaf{weights};
    const Count count = count_rows(rows, leaf, cancelled);
    return {count, leaf.flip};
}
