// What does the sweep need of a CPU? Vectors of unsigned words, one word (a
// lane) for each partial placement, with the steps below. This file has them in
// plain C++ with a single lane; lanes_avx2.inl and lanes_avx512.inl have the
// same names for many lanes. Read next: sweep.inl.
//
// No step branches: which placements live cannot be predicted.

struct WideLanes {
    using Word = std::uint32_t;
    using Vector = std::uint32_t;
    static constexpr int count = 1;        // lanes in a vector
    static constexpr int pile_size = 128;  // placements in a pile of sweep.inl

    static Vector load(const Word* from) { return *from; }
    static void store(Word* to, Vector v) { *to = v; }
    static Vector fill(Word word) { return word; }
    static Vector none() { return 0; }

    static Vector both(Vector a, Vector b) { return a & b; }
    static Vector either(Vector a, Vector b) { return a | b; }
    static Vector any_of(Vector a, Vector b, Vector c) { return a | b | c; }
    static Vector without(Vector a, Vector b) { return a & ~b; }
    static Vector left(Vector v, int by) { return v << by; }
    static Vector right(Vector v, int by) { return v >> by; }
    static Vector lowest(Vector v) { return v & (0 - v); }
    static Vector smaller(Vector a, Vector b) { return a < b ? a : b; }

    // Which lanes: a mask, a bit, whatever the CPU has.
    using Choice = bool;
    static Choice nonzero(Vector v) { return v != 0; }
    static Choice nonzero_where_equal(Vector v, Vector a, Vector b) { return (v != 0) & (a == b); }
    // How many of both vectors' lanes.
    static int number_nonzero(Vector a, Vector b) { return (a != 0) + (b != 0); }

    // Stores the chosen lanes next to each other, in order. What follows them,
    // up to a vector's length, is overwritten with anything.
    struct Packing {
        int chosen;
        explicit Packing(Choice choice) : chosen(choice) {}
        void store(Word* to, Vector v) const { *to = v; }
    };
};

// Lanes of 16 bits, for boards with at most 16 columns left: no gain here.
using NarrowLanes = WideLanes;
