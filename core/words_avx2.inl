// Rows of 256 bits with AVX2, and the pairing of quarters. Included inside a
// region compiled for AVX2 (isa_avx2.cpp); words_plain.inl says the same plainly.

using Word = __m256i;
constexpr int words = 4;

static inline Word load(const std::uint64_t* at) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(at));
}
static inline void store(std::uint64_t* at, Word a) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), a);
}
static inline Word both(Word a, Word b) { return _mm256_and_si256(a, b); }
static inline Word either(Word a, Word b) { return _mm256_or_si256(a, b); }
static inline Word differ(Word a, Word b) { return _mm256_xor_si256(a, b); }
static inline Word but_not(Word a, Word b) { return _mm256_andnot_si256(b, a); }
static inline bool none(Word a) { return _mm256_testz_si256(a, a) != 0; }

// The ones in all the words added.
using Sum = Count;
static inline void add_ones(Sum& sum, Word a) {
    const __m128i low = _mm256_castsi256_si128(a), high = _mm256_extracti128_si256(a, 1);
    sum += static_cast<Count>(_mm_popcnt_u64(_mm_cvtsi128_si64(low)) +
                              _mm_popcnt_u64(_mm_extract_epi64(low, 1)) +
                              _mm_popcnt_u64(_mm_cvtsi128_si64(high)) +
                              _mm_popcnt_u64(_mm_extract_epi64(high, 1)));
}
static inline Count total(Sum sum) { return sum; }

// Row m moves the 64-bit elements named by the bits of m to the front.
alignas(64) static const std::uint32_t to_front[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7},
    {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {6, 7, 0, 1, 2, 3, 4, 5},
    {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1},
    {0, 1, 2, 3, 4, 5, 6, 7}};

static std::size_t pair_up(const std::uint64_t* north, std::size_t north_count,
                           const std::uint64_t* south, std::size_t south_count,
                           std::uint64_t* out) {
    std::uint64_t* end = out;
    const __m256i place = _mm256_setr_epi64x(0, 1, 2, 3);
    for (std::size_t b = 0; b < south_count; b += 4) {
        // Places after the last south board become padding.
        const __m256i last = _mm256_set1_epi64x(static_cast<long long>(south_count - b) - 1);
        const __m256i four =
            _mm256_or_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(south + b)),
                            _mm256_cmpgt_epi64(place, last));
        for (std::size_t a = 0; a < north_count; ++a) {
            const __m256i one = _mm256_set1_epi64x(static_cast<long long>(north[a]));
            const __m256i fits =
                _mm256_cmpeq_epi64(_mm256_and_si256(one, four), _mm256_setzero_si256());
            const int mask = _mm256_movemask_pd(_mm256_castsi256_pd(fits));
            const __m256i order =
                _mm256_load_si256(reinterpret_cast<const __m256i*>(to_front[mask]));
            const __m256i merged =
                _mm256_permutevar8x32_epi32(_mm256_or_si256(one, four), order);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(end), merged);
            end += bit_count(static_cast<std::uint64_t>(mask));
        }
    }
    return static_cast<std::size_t>(end - out);
}
