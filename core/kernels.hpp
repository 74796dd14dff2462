// Which kernels does this build have, and what is one asked? A kernel answers
// one job: how many placements of n queens use open squares only. Read next:
// bitmask.inl, the kernel itself, then techniques.inl, the list of them.
//
// This header is seen by code compiled for several instruction sets, so it
// holds plain types and declarations only: an inline function here could be
// linked in from a copy that an older CPU cannot run.
#pragma once

#include <cstdint>

namespace huisu {

// One row of the board, one bit a square: bit c is column c, the lowest bit
// the leftmost column. A row that is open everywhere at n = 4 is 0b1111.
using BitRow = std::uint64_t;

// Placements. A job is bounded work, so 64 bits cannot overflow: at one
// placement a nanosecond that would take 584 years.
using Count = std::uint64_t;

constexpr int max_side = 64;

// A board with open squares: open[r] has a bit for each square of row r where
// a queen may stand. The first queen may be fixed by leaving one bit, and so on.
struct OpenBoard {
    int side;
    const BitRow* open;
};

// Set by another thread to make a kernel return early; its answer is then void.
// Read it with read_flag.
using CancelFlag = const bool&;

using CountKernel = Count (*)(OpenBoard, CancelFlag);

struct Technique {
    const char* name;
    int max_side;
    CountKernel count;
};

// One instruction set's techniques, and whether this CPU can run them.
struct InstructionSet {
    const char* name;
    bool (*supported)();
    const Technique* first;
    int techniques;
};

namespace isa_baseline { InstructionSet instruction_set(); }
namespace isa_avx2 { InstructionSet instruction_set(); }

// A kernel is a technique compiled for an instruction set: "bitmask-avx2".
struct Kernel {
    const Technique* technique;
    InstructionSet isa;
};

int kernel_count();
Kernel kernel_at(int index);  // fastest instruction set first

}  // namespace huisu
