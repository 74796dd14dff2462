// The techniques in plain C++, for any CPU. Read next: isa_avx2.cpp.
#include "board.hpp"

namespace huisu::isa_baseline {

#include "lanes_plain.inl"
#include "techniques.inl"

#include "words_plain.inl"
#include "join.inl"

static bool supported() { return true; }

InstructionSet instruction_set() {
    return {"baseline", supported, techniques, sizeof techniques / sizeof techniques[0],
            {words, pair_up, count_pairs}};
}

}  // namespace huisu::isa_baseline
