// What is the inner join asked, and in which form does it get its lists? Read
// next: join.inl, which answers, then filing.hpp, which makes the lists.
//
// This header is seen by code compiled for several instruction sets: plain
// types, declarations and a `static` function only (see kernels.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "types.hpp"

namespace huisu {

// How the diagonals of a half board, one bit each, are cut into table indexes:
//
//     bit   0 ...      |           | chunk 0    | chunk 1    | ...
//           low_bits     high_bits   chunk_bits   chunk_bits
//           \---- prefix -----/
//
// Bits beyond the last diagonal are 0.
struct JoinShape {
    int low_bits;
    int high_bits;
    int chunks;  // 1..max_chunks
};

constexpr int join_max_side = 24;  // beyond, sums could pass 64 bits (join.cpp)

// 128 rows of 256 bits are 4 KB: the tables of four chunks fit the L1 cache.
constexpr int chunk_bits = 7;
constexpr int max_chunks = 6;

// Where rows stand in the tables, counted in 64-bit words from their start.
struct TableLayout {
    std::uint32_t low, high, chunk;
    std::uint32_t chunk_stride;
    std::uint32_t zero;  // a row of zeros; counted from `chunk`
    std::uint32_t size;
};

static inline TableLayout table_layout(const JoinShape& shape, int words) {
    TableLayout t;
    t.low = 0;
    t.high = t.low + (words << shape.low_bits);
    t.chunk = t.high + (words << shape.high_bits);
    t.chunk_stride = words << chunk_bits;
    t.zero = t.chunk_stride * shape.chunks;
    t.size = t.chunk + t.zero + words;
    return t;
}

// Items first..last-1 have the same prefix, whose table rows are low and high.
struct Run {
    std::uint32_t low, high;
    std::uint32_t first, last;
};

// An item is `chunks` offsets, the table rows of a half board's chunks, counted
// from TableLayout::chunk. Runs are filled up to a multiple of items_at_once
// with items that point to the zero row, which fit no board.
struct JoinItems {
    const std::uint16_t* offsets;
    const Run* runs;
    std::size_t run_count;
};

constexpr int items_at_once = 4;

// Set in every north board, so that no north board fits a board of padding.
constexpr std::uint64_t padding_bit = std::uint64_t{1} << 63;

// pair_up writes whole words, at most this many boards past the last.
constexpr int boards_at_once = 8;

// The join for one instruction set.
struct JoinKernel {
    int words;  // 64-bit words in a row of a table; lanes = 64 * words

    // Writes north | south for each pair of quarters that shares no diagonal
    // and returns how many. `out` has room for all pairs and boards_at_once
    // more; so has `south` boards to read, not to use, after its last.
    std::size_t (*pair_up)(const std::uint64_t* north, std::size_t north_count,
                           const std::uint64_t* south, std::size_t south_count,
                           std::uint64_t* out);

    // Adds to totals[k] the pairs (lane, item of lists[k]) that share no
    // diagonal. `tables` has TableLayout::size words, 64-byte aligned.
    void (*count_pairs)(const std::uint64_t* lanes, std::size_t lane_count, JoinShape shape,
                        const JoinItems* lists, int list_count, std::uint64_t* tables,
                        Count* totals, CancelFlag cancel);
};

}  // namespace huisu
