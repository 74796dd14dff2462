// Which kernels does this build have, and what is one asked? A kernel answers
// one job, a board of 1..max_side rows: how many placements of n queens use open
// squares only. Read next: bitmask.inl, the kernel itself, then techniques.inl,
// the list of them.
//
// This header is seen by code compiled for several instruction sets, so it
// holds plain types and declarations only: a function that is inline, and not
// static, could be linked in from a copy that an older CPU cannot run.
#pragma once

#include "join_kernel.hpp"
#include "types.hpp"

namespace huisu {

using CountKernel = Count (*)(OpenBoard, CancelFlag);

// `weights` has one for each column of the board.
using FlipKernel = FlipCount (*)(OpenBoard, const std::uint64_t* weights, CancelFlag);

struct Technique {
    const char* name;
    int max_side;
    CountKernel count;  // none: it counts whole boards only, by units (join.hpp)
    FlipKernel count_flip;  // none if and only if `count` is
};

// One instruction set's techniques, and whether this CPU can run them.
struct InstructionSet {
    const char* name;
    bool (*supported)();
    const Technique* first;
    int techniques;
    JoinKernel join;
};

namespace isa_baseline { InstructionSet instruction_set(); }
namespace isa_avx2 { InstructionSet instruction_set(); }
namespace isa_avx512 { InstructionSet instruction_set(); }

// A kernel is a technique compiled for an instruction set: "bitmask-avx2".
struct Kernel {
    const Technique* technique;
    InstructionSet isa;
};

int kernel_count();
Kernel kernel_at(int index);  // fastest instruction set first

}  // namespace huisu
