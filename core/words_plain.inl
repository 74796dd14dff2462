// Rows of 64 bits in plain C++, for any CPU, and the pairing of quarters. What a
// words_*.inl file has to define is listed in join.inl, which is read next.

using Word = std::uint64_t;
constexpr int words = 1;

static inline Word load(const std::uint64_t* at) { return *at; }
static inline void store(std::uint64_t* at, Word a) { *at = a; }
static inline Word both(Word a, Word b) { return a & b; }
static inline Word either(Word a, Word b) { return a | b; }
static inline Word differ(Word a, Word b) { return a ^ b; }
static inline Word but_not(Word a, Word b) { return a & ~b; }
static inline bool none(Word a) { return a == 0; }

using Sum = Count;
static inline void add_ones(Sum& sum, Word a) {
    // The ones of each pair of bits, of each four, of each byte, of all bytes:
    // a popcount instruction is not on every CPU.
    a -= a >> 1 & 0x5555555555555555;
    a = (a & 0x3333333333333333) + (a >> 2 & 0x3333333333333333);
    a = (a + (a >> 4)) & 0x0F0F0F0F0F0F0F0F;
    sum += a * 0x0101010101010101 >> 56;
}
static inline Count total(Sum sum) { return sum; }

static std::size_t pair_up(const std::uint64_t* north, std::size_t north_count,
                           const std::uint64_t* south, std::size_t south_count,
                           std::uint64_t* out) {
    std::size_t found = 0;
    for (std::size_t b = 0; b < south_count; ++b) {
        for (std::size_t a = 0; a < north_count; ++a) {
            out[found] = north[a] | south[b];
            found += (north[a] & south[b]) == 0;
        }
    }
    return found;
}
