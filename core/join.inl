// How many pairs of a lane and an item share no diagonal? The join's inner
// loop. Included once per instruction set (isa_*.cpp), after one of words_*.inl,
// which defines Word, a row of 64 * words bits, with load, store, both, either,
// but_not, differ, none, Sum, add_ones, total, and pair_up. Read next: filing.hpp,
// which makes the lists.
//
//     lanes    east halves, a bit position each:   lane  0 1 2 3 ... 255
//     tables   row v of chunk c: who leaves the    v=0   1 1 1 1 ... 1
//              diagonals of v, in chunk c, free?   v=1   1 0 1 1 ... 0
//     item     a west half: one row of each chunk, ANDed together: the east
//              halves that fit it. Their number is a popcount.
//
// The tables of one block of lanes stay in the L1 cache while all items pass.

// Turns 64 words of 64 bits about: bit b of word a becomes bit a of word b.
static inline void transpose(std::uint64_t* m) {
    std::uint64_t mask = 0x00000000FFFFFFFF;
    for (int half = 32; half != 0; half >>= 1, mask ^= mask << half) {
        for (int base = 0; base < 64; base += 2 * half) {
            for (int k = base; k < base + half; ++k) {
                const std::uint64_t swapped = (m[k] >> half ^ m[k + half]) & mask;
                m[k] ^= swapped << half;
                m[k + half] ^= swapped;
            }
        }
    }
}

// One block of lanes, turned about: uses[d] has a bit for each lane that
// occupies diagonal d, present a bit for each lane there is.
struct LaneBlock {
    alignas(64) std::uint64_t uses[64 * words];
    alignas(64) std::uint64_t present[words];
};

static inline void slice(const std::uint64_t* lanes, std::size_t count, LaneBlock& block) {
    for (std::size_t w = 0; w < words; ++w) {
        const std::size_t first = 64 * w;
        const std::size_t here = count <= first ? 0 : count - first < 64 ? count - first : 64;
        std::uint64_t square[64];
        for (std::size_t k = 0; k < 64; ++k) square[k] = k < here ? lanes[first + k] : 0;
        transpose(square);
        for (std::size_t d = 0; d < 64; ++d) block.uses[d * words + w] = square[d];
        block.present[w] = here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
    }
}

// Fills 2^bits rows: row v is `start` without the lanes that use a diagonal of v.
static inline void fill_table(std::uint64_t* table, int bits, const std::uint64_t* uses,
                              Word start) {
    store(table, start);
    for (int b = 0; b < bits; ++b) {
        const Word taken = load(uses + b * words);
        const std::size_t rows = std::size_t{words} << b;
        for (std::size_t at = 0; at < rows; at += words)
            store(table + rows + at, but_not(load(table + at), taken));
    }
}

static inline void fill_tables(std::uint64_t* tables, const JoinShape& shape,
                               const TableLayout& layout, const LaneBlock& block) {
    const std::uint64_t* uses = block.uses;
    const Word present = load(block.present);
    fill_table(tables + layout.low, shape.low_bits, uses, present);
    uses += shape.low_bits * words;
    fill_table(tables + layout.high, shape.high_bits, uses, present);
    uses += shape.high_bits * words;
    for (int c = 0; c < shape.chunks; ++c, uses += chunk_bits * words)
        fill_table(tables + layout.chunk + c * layout.chunk_stride, chunk_bits, uses, present);
    store(tables + layout.chunk + layout.zero, but_not(present, present));
}

// The lanes of `alive` that fit one item.
template <int chunks>
static inline Word fitting(Word alive, const std::uint64_t* rows, const std::uint16_t* item) {
    for (int c = 0; c < chunks; ++c) alive = both(alive, load(rows + item[c]));
    return alive;
}

// Adds three bits in every lane: sum is the bit worth 1, the return value the
// bit worth 2. Whole words are added this way so that the slow popcount is
// needed only once for items_at_once items.
static inline Word add_bits(Word& sum, Word a, Word b) {
    const Word differing = differ(sum, a);
    const Word carry = either(both(sum, a), both(differing, b));
    sum = differ(differing, b);
    return carry;
}

template <int chunks>
static inline Count count_items(const std::uint64_t* tables,
                                const TableLayout& layout, const JoinItems& items) {
    const std::uint64_t* rows = tables + layout.chunk;
    const Word zero = load(rows + layout.zero);
    Word ones = zero, twos = zero;
    Sum fours{};
    for (std::size_t r = 0; r < items.run_count; ++r) {
        const Run run = items.runs[r];
        const Word alive = both(load(tables + run.low), load(tables + run.high));
        if (none(alive)) continue;
        const std::uint16_t* last = items.offsets + std::size_t{run.last} * chunks;
        for (const std::uint16_t* item = items.offsets + std::size_t{run.first} * chunks;
             item != last; item += items_at_once * chunks) {
            const Word a = fitting<chunks>(alive, rows, item);
            const Word b = fitting<chunks>(alive, rows, item + chunks);
            const Word c = fitting<chunks>(alive, rows, item + 2 * chunks);
            const Word d = fitting<chunks>(alive, rows, item + 3 * chunks);
            const Word two = add_bits(ones, a, b);
            const Word another_two = add_bits(ones, c, d);
            add_ones(fours, add_bits(twos, two, another_two));
        }
    }
    Sum last_twos{}, last_ones{};
    add_ones(last_twos, twos);
    add_ones(last_ones, ones);
    return 4 * total(fours) + 2 * total(last_twos) + total(last_ones);
}

static Count count_items_of(int chunks, const std::uint64_t* tables,
                            const TableLayout& layout, const JoinItems& items) {
    switch (chunks) {
        case 1: return count_items<1>(tables, layout, items);
        case 2: return count_items<2>(tables, layout, items);
        case 3: return count_items<3>(tables, layout, items);
        case 4: return count_items<4>(tables, layout, items);
        case 5: return count_items<5>(tables, layout, items);
        default: return count_items<6>(tables, layout, items);
    }
}

static void count_pairs(const std::uint64_t* lanes, std::size_t lane_count, JoinShape shape,
                        const JoinItems* lists, int list_count, std::uint64_t* tables,
                        Count* totals, CancelFlag cancel) {
    const TableLayout layout = table_layout(shape, words);
    LaneBlock block;
    for (std::size_t first = 0; first < lane_count && !read_flag(cancel); first += 64 * words) {
        slice(lanes + first, lane_count - first, block);
        fill_tables(tables, shape, layout, block);
        for (int k = 0; k < list_count; ++k)
            totals[k] += count_items_of(shape.chunks, tables, layout, lists[k]);
    }
}
