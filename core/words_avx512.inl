// Rows of 512 bits with AVX-512, and the pairing of quarters. Included inside a
// region compiled for AVX-512 (isa_avx512.cpp); words_plain.inl says the same plainly.

using Word = __m512i;
constexpr int words = 8;

static inline Word load(const std::uint64_t* at) { return _mm512_load_si512(at); }
static inline void store(std::uint64_t* at, Word a) { _mm512_store_si512(at, a); }
static inline Word both(Word a, Word b) { return _mm512_and_si512(a, b); }
static inline Word either(Word a, Word b) { return _mm512_or_si512(a, b); }
static inline Word differ(Word a, Word b) { return _mm512_xor_si512(a, b); }
static inline Word but_not(Word a, Word b) { return _mm512_andnot_si512(b, a); }
static inline bool none(Word a) { return _mm512_test_epi64_mask(a, a) == 0; }

// Eight counts, of the ones in each 64-bit part of the words added.
using Sum = __m512i;
static inline void add_ones(Sum& sum, Word a) {
    sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(a));
}
static inline Count total(Sum sum) { return static_cast<Count>(_mm512_reduce_add_epi64(sum)); }

static std::size_t pair_up(const std::uint64_t* north, std::size_t north_count,
                           const std::uint64_t* south, std::size_t south_count,
                           std::uint64_t* out) {
    std::uint64_t* end = out;
    for (std::size_t b = 0; b < south_count; b += 8) {
        const std::size_t left = south_count - b;
        const auto there = static_cast<__mmask8>(left < 8 ? (1u << left) - 1 : 0xFF);
        const __m512i eight = _mm512_loadu_si512(south + b);
        for (std::size_t a = 0; a < north_count; ++a) {
            const __m512i one = _mm512_set1_epi64(static_cast<long long>(north[a]));
            const __mmask8 fits = _mm512_mask_testn_epi64_mask(there, one, eight);
            _mm512_storeu_si512(
                end, _mm512_maskz_compress_epi64(fits, _mm512_or_si512(one, eight)));
            end += bit_count(fits);
        }
    }
    return static_cast<std::size_t>(end - out);
}
