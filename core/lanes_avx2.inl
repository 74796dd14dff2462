// The steps of lanes_plain.inl on AVX2: 16 narrow or 8 wide lanes. AVX2 cannot
// move chosen lanes next to each other, so a table of shuffles does it, eight
// lanes at a time.

// For each choice of eight lanes: the chosen ones in order, then anything.
struct ChosenLanes {
    alignas(64) std::uint8_t lane[256][8];
};

static constexpr ChosenLanes list_chosen_lanes() {
    ChosenLanes table{};
    for (int choice = 0; choice < 256; ++choice) {
        int chosen = 0;
        for (int lane = 0; lane < 8; ++lane)
            if (choice >> lane & 1) table.lane[choice][chosen++] = static_cast<std::uint8_t>(lane);
    }
    return table;
}

// The same as bytes, for lanes of two bytes.
struct ChosenBytes {
    alignas(64) std::uint8_t byte[256][16];
};

static constexpr ChosenBytes list_chosen_bytes() {
    const ChosenLanes lanes = list_chosen_lanes();
    ChosenBytes table{};
    for (int choice = 0; choice < 256; ++choice)
        for (int byte = 0; byte < 16; ++byte)
            table.byte[choice][byte] =
                static_cast<std::uint8_t>(2 * lanes.lane[choice][byte / 2] + byte % 2);
    return table;
}

static constexpr ChosenLanes chosen_lanes = list_chosen_lanes();
static constexpr ChosenBytes chosen_bytes = list_chosen_bytes();

// What does not depend on the width of a lane.
struct Lanes {
    using Vector = __m256i;
    static Vector load(const void* from) {
        return _mm256_loadu_si256(static_cast<const __m256i*>(from));
    }
    static void store(void* to, Vector v) { _mm256_storeu_si256(static_cast<__m256i*>(to), v); }
    static Vector none() { return _mm256_setzero_si256(); }
    static Vector both(Vector a, Vector b) { return _mm256_and_si256(a, b); }
    static Vector either(Vector a, Vector b) { return _mm256_or_si256(a, b); }
    static Vector any_of(Vector a, Vector b, Vector c) { return either(either(a, b), c); }
    static Vector without(Vector a, Vector b) { return _mm256_andnot_si256(b, a); }

    static __m128i low_half(Vector v) { return _mm256_castsi256_si128(v); }
    static __m128i high_half(Vector v) { return _mm256_extracti128_si256(v, 1); }
};

struct NarrowLanes : Lanes {
    using Word = std::uint16_t;
    static constexpr int count = 16;
    static constexpr int pile_size = 384;

    static Vector fill(Word word) { return _mm256_set1_epi16(static_cast<short>(word)); }
    static Vector left(Vector v, int by) { return _mm256_sll_epi16(v, _mm_cvtsi32_si128(by)); }
    static Vector right(Vector v, int by) { return _mm256_srl_epi16(v, _mm_cvtsi32_si128(by)); }
    static Vector lowest(Vector v) { return both(v, _mm256_sub_epi16(none(), v)); }
    static Vector smaller(Vector a, Vector b) { return _mm256_min_epu16(a, b); }

    using Choice = unsigned;
    static Choice nonzero(Vector v) {
        const Vector zero = _mm256_cmpeq_epi16(v, none());
        const __m128i bytes = _mm_packs_epi16(low_half(zero), high_half(zero));
        return 0xffff ^ static_cast<unsigned>(_mm_movemask_epi8(bytes));
    }
    static Choice nonzero_where_equal(Vector v, Vector a, Vector b) {
        return nonzero(both(v, _mm256_cmpeq_epi16(a, b)));
    }
    static int number_nonzero(Vector a, Vector b) {
        const Vector zero = _mm256_packs_epi16(_mm256_cmpeq_epi16(a, none()),
                                               _mm256_cmpeq_epi16(b, none()));
        return 32 - bit_count(static_cast<unsigned>(_mm256_movemask_epi8(zero)));
    }

    // Each half of the vector is packed by itself; the second follows the first.
    struct Packing {
        Vector order;
        int first_half;
        int chosen;
        explicit Packing(Choice choice)
            : order(_mm256_inserti128_si256(_mm256_castsi128_si256(order_of(choice & 0xff)),
                                            order_of(choice >> 8), 1)),
              first_half(bit_count(choice & 0xff)),
              chosen(bit_count(choice)) {}

        void store(Word* to, Vector v) const {
            const Vector packed = _mm256_shuffle_epi8(v, order);
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to), low_half(packed));
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to + first_half), high_half(packed));
        }

        static __m128i order_of(unsigned choice) {
            return _mm_load_si128(reinterpret_cast<const __m128i*>(chosen_bytes.byte[choice]));
        }
    };
};

struct WideLanes : Lanes {
    using Word = std::uint32_t;
    static constexpr int count = 8;
    static constexpr int pile_size = 192;

    static Vector fill(Word word) { return _mm256_set1_epi32(static_cast<int>(word)); }
    static Vector left(Vector v, int by) { return _mm256_sll_epi32(v, _mm_cvtsi32_si128(by)); }
    static Vector right(Vector v, int by) { return _mm256_srl_epi32(v, _mm_cvtsi32_si128(by)); }
    static Vector lowest(Vector v) { return both(v, _mm256_sub_epi32(none(), v)); }
    static Vector smaller(Vector a, Vector b) { return _mm256_min_epu32(a, b); }

    using Choice = unsigned;
    static Choice nonzero(Vector v) {
        const Vector zero = _mm256_cmpeq_epi32(v, none());
        return 0xff ^ static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(zero)));
    }
    static Choice nonzero_where_equal(Vector v, Vector a, Vector b) {
        return nonzero(both(v, _mm256_cmpeq_epi32(a, b)));
    }
    static int number_nonzero(Vector a, Vector b) {
        return bit_count(nonzero(a)) + bit_count(nonzero(b));
    }

    struct Packing {
        Vector order;
        int chosen;
        explicit Packing(Choice choice)
            : order(_mm256_cvtepu8_epi32(_mm_loadl_epi64(
                  reinterpret_cast<const __m128i*>(chosen_lanes.lane[choice])))),
              chosen(bit_count(choice)) {}

        void store(Word* to, Vector v) const {
            Lanes::store(to, _mm256_permutevar8x32_epi32(v, order));
        }
    };
};
