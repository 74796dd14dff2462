// Counting sorts of half boards by prefix.
#include "filing.hpp"

#include <algorithm>

#include "portable.hpp"

namespace huisu {

int diagonals_in_join(int n, bool by_class) {
    const int near = std::max(0, 4 * (n / 2 - 1));
    return by_class ? near : near + 2;
}

// Long lists pay for a long prefix, short ones only for a short one: measured.
JoinShape join_shape(int n, bool by_class) {
    static constexpr int best_prefix[join_max_side + 1] = {
        2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 5, 6, 8, 10, 9, 10, 12};
    const int prefix = best_prefix[n];
    JoinShape shape;
    shape.low_bits = prefix / 2;
    shape.high_bits = prefix - shape.low_bits;
    const int rest = std::max(1, diagonals_in_join(n, by_class) - prefix);
    shape.chunks = (rest + chunk_bits - 1) / chunk_bits;
    return shape;
}

Filed::Filed(std::size_t capacity, const JoinShape& shape, const JoinKernel& kernel)
    : shape_(shape),
      layout_(table_layout(shape, kernel.words)),
      word_shift_(lowest_bit_index(kernel.words)),
      prefixes_(1u << (shape.low_bits + shape.high_bits)),
      order_(prefixes_),
      with_prefix_(prefixes_),
      next_(prefixes_),
      lanes_(new std::uint64_t[capacity]),
      offsets_(new std::uint16_t[(capacity + std::size_t{items_at_once - 1} * prefixes_) *
                                 shape.chunks]) {
    runs_.reserve(prefixes_);
    // The diagonals nearest to the long ones, the lowest bits, sort first.
    const int bits = shape.low_bits + shape.high_bits;
    for (std::uint32_t k = 0; k < prefixes_; ++k)
        for (int b = 0; b < bits; ++b) order_[k] |= (k >> b & 1) << (bits - 1 - b);
}

std::size_t Filed::memory_needed(std::size_t capacity, const JoinShape& shape) {
    const std::size_t prefixes = std::size_t{1} << (shape.low_bits + shape.high_bits);
    return capacity * sizeof(std::uint64_t) +
           (capacity + (items_at_once - 1) * prefixes) * shape.chunks * sizeof(std::uint16_t) +
           prefixes * (3 * sizeof(std::uint32_t) + sizeof(Run));
}

// Digits of diagonals (quarters.hpp) become one bit for each diagonal: digits
// 1 to s - 1 move down; without classes the two long diagonals come first.
void Filed::take(Diagonals* halves, std::size_t count, int n, const HalfRequest& request) {
    boards_ = halves;
    count_ = count;
    std::fill(with_prefix_.begin(), with_prefix_.end(), 0);
    const int near = diagonals_in_join(n, true);
    const Diagonals kept = (Diagonals{1} << near) - 1;
    for (std::size_t k = 0; k < count; ++k) {
        const Diagonals half = request.west ? flip_east_west(halves[k]) : halves[k];
        const std::uint64_t board = half >> 4 & kept;
        halves[k] = request.by_class ? board : board << 2 | (half >> 1 & 3);
    }
    for (std::size_t k = 0; k < count; ++k) ++with_prefix_[prefix_of(halves[k])];
}

void Filed::sort_lanes() {
    std::uint32_t at = 0;
    for (const std::uint32_t prefix : order_) {
        next_[prefix] = at;
        at += with_prefix_[prefix];
    }
    for (std::size_t k = 0; k < count_; ++k) lanes_[next_[prefix_of(boards_[k])]++] = boards_[k];
}

void Filed::sort_items() {
    runs_.clear();
    std::uint32_t at = 0;
    for (const std::uint32_t prefix : order_) {
        next_[prefix] = at;
        if (with_prefix_[prefix] == 0) continue;
        const std::uint32_t low = prefix & ((1u << shape_.low_bits) - 1);
        const std::uint32_t high = prefix >> shape_.low_bits;
        Run run{layout_.low + (low << word_shift_), layout_.high + (high << word_shift_), at, 0};
        at += with_prefix_[prefix];
        for (; at % items_at_once != 0; ++at)
            for (int c = 0; c < shape_.chunks; ++c)
                offsets_[std::size_t{at} * shape_.chunks + c] =
                    static_cast<std::uint16_t>(layout_.zero);
        run.last = at;
        runs_.push_back(run);
    }
    switch (shape_.chunks) {
        case 1: return place_items<1>();
        case 2: return place_items<2>();
        case 3: return place_items<3>();
        case 4: return place_items<4>();
        case 5: return place_items<5>();
        default: return place_items<6>();
    }
}

// Up to four table rows at once, 16 bits each, become offsets.
template <int first, int last>
static inline void write_offsets(std::uint16_t* item, std::uint64_t board, std::uint64_t bases,
                                 int word_shift) {
    constexpr std::uint64_t row = (std::uint64_t{1} << chunk_bits) - 1;
    std::uint64_t rows = 0;
    for (int c = first; c < last; ++c)
        rows |= (board >> (c * chunk_bits) & row) << (16 * (c - first));
    const std::uint64_t offsets = (rows << word_shift) + bases;
    for (int c = first; c < last; ++c)
        item[c] = static_cast<std::uint16_t>(offsets >> (16 * (c - first)));
}

template <int chunks>
void Filed::place_items() {
    constexpr int early = std::min(chunks, 4);
    std::uint64_t bases[2] = {0, 0};
    for (int c = 0; c < chunks; ++c)
        bases[c / 4] |= std::uint64_t{c * layout_.chunk_stride} << (16 * (c % 4));
    const std::uint64_t* boards = boards_;
    std::uint16_t* offsets = offsets_.get();
    std::uint32_t* next = next_.data();
    const std::uint32_t last_prefix = prefixes_ - 1;
    const int prefix_bits = shape_.low_bits + shape_.high_bits, word_shift = word_shift_;
    for (std::size_t k = 0, count = count_; k < count; ++k) {
        const std::uint64_t board = boards[k];
        std::uint16_t* item = offsets + std::size_t{next[board & last_prefix]++} * chunks;
        write_offsets<0, early>(item, board >> prefix_bits, bases[0], word_shift);
        if constexpr (chunks > 4)
            write_offsets<4, chunks>(item, board >> prefix_bits, bases[1], word_shift);
    }
}

}  // namespace huisu
