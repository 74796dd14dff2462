// The techniques in plain C++, for any CPU. Read next: isa_avx2.cpp.
#include "board.hpp"

namespace huisu::isa_baseline {

#include "techniques.inl"

static bool supported() { return true; }

InstructionSet instruction_set() {
    return {"baseline", supported, techniques, sizeof techniques / sizeof techniques[0]};
}

}  // namespace huisu::isa_baseline
