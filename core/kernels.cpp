// The kernels of this build: every instruction set's techniques in one list.
// Only this file and isa_*.cpp know about CPUs. Read next: bind.cpp.
#include "kernels.hpp"

namespace huisu {

// A new instruction set is one line here and one isa_*.cpp.
static InstructionSet (*const instruction_sets[])() = {
    isa_avx512::instruction_set,
    isa_avx2::instruction_set,
    isa_baseline::instruction_set,
};

int kernel_count() {
    int total = 0;
    for (const auto isa : instruction_sets) total += isa().techniques;
    return total;
}

Kernel kernel_at(int index) {
    for (const auto isa : instruction_sets) {
        const InstructionSet set = isa();
        if (index < set.techniques) return {&set.first[index], set};
        index -= set.techniques;
    }
    return {nullptr, {}};
}

}  // namespace huisu
