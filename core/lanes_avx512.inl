// The steps of lanes_plain.inl on AVX-512: 32 narrow or 16 wide lanes. Needs
// the sets F, BW, VL and VBMI2 (packing of 16-bit lanes), which Intel has since
// Ice Lake and AMD since Zen 4. Lanes are packed in a register and stored whole:
// storing packed lanes in one instruction is very slow on Zen 4.

// What does not depend on the width of a lane.
struct Lanes {
    using Vector = __m512i;
    static Vector load(const void* from) { return _mm512_loadu_si512(from); }
    static void store(void* to, Vector v) { _mm512_storeu_si512(to, v); }
    static Vector none() { return _mm512_setzero_si512(); }
    static Vector both(Vector a, Vector b) { return _mm512_and_si512(a, b); }
    static Vector either(Vector a, Vector b) { return _mm512_or_si512(a, b); }
    // 0xfe is the truth table of a | b | c.
    static Vector any_of(Vector a, Vector b, Vector c) {
        return _mm512_ternarylogic_epi32(a, b, c, 0xfe);
    }
    static Vector without(Vector a, Vector b) { return _mm512_andnot_si512(b, a); }
};

struct NarrowLanes : Lanes {
    using Word = std::uint16_t;
    static constexpr int count = 32;
    static constexpr int pile_size = 512;

    static Vector fill(Word word) { return _mm512_set1_epi16(static_cast<short>(word)); }
    static Vector left(Vector v, int by) { return _mm512_sll_epi16(v, _mm_cvtsi32_si128(by)); }
    static Vector right(Vector v, int by) { return _mm512_srl_epi16(v, _mm_cvtsi32_si128(by)); }
    static Vector lowest(Vector v) { return both(v, _mm512_sub_epi16(none(), v)); }
    static Vector smaller(Vector a, Vector b) { return _mm512_min_epu16(a, b); }

    using Choice = __mmask32;
    static Choice nonzero(Vector v) { return _mm512_test_epi16_mask(v, v); }
    static Choice nonzero_where_equal(Vector v, Vector a, Vector b) {
        return _mm512_mask_cmpeq_epi16_mask(nonzero(v), a, b);
    }
    static int number_nonzero(Vector a, Vector b) {
        return bit_count(nonzero(a)) + bit_count(nonzero(b));
    }

    struct Packing {
        Choice choice;
        int chosen;
        explicit Packing(Choice c) : choice(c), chosen(bit_count(c)) {}
        void store(Word* to, Vector v) const {
            Lanes::store(to, _mm512_maskz_compress_epi16(choice, v));
        }
    };
};

struct WideLanes : Lanes {
    using Word = std::uint32_t;
    static constexpr int count = 16;
    static constexpr int pile_size = 256;

    static Vector fill(Word word) { return _mm512_set1_epi32(static_cast<int>(word)); }
    static Vector left(Vector v, int by) { return _mm512_sll_epi32(v, _mm_cvtsi32_si128(by)); }
    static Vector right(Vector v, int by) { return _mm512_srl_epi32(v, _mm_cvtsi32_si128(by)); }
    static Vector lowest(Vector v) { return both(v, _mm512_sub_epi32(none(), v)); }
    static Vector smaller(Vector a, Vector b) { return _mm512_min_epu32(a, b); }

    using Choice = __mmask16;
    static Choice nonzero(Vector v) { return _mm512_test_epi32_mask(v, v); }
    static Choice nonzero_where_equal(Vector v, Vector a, Vector b) {
        return _mm512_mask_cmpeq_epi32_mask(nonzero(v), a, b);
    }
    static int number_nonzero(Vector a, Vector b) {
        return bit_count(nonzero(a)) + bit_count(nonzero(b));
    }

    struct Packing {
        Choice choice;
        int chosen;
        explicit Packing(Choice c) : choice(c), chosen(bit_count(c)) {}
        void store(Word* to, Vector v) const {
            Lanes::store(to, _mm512_maskz_compress_epi32(choice, v));
        }
    };
};
