// Which counting techniques are there? A new one is a new file, its include
// here, and one line in the table; every instruction set then has it. When
// nobody asks for a kernel, the first in the list of kernels.cpp that this CPU
// runs and that is large enough for the board is used.
#include "leaves.inl"

#include "bitmask.inl"
#include "sweep.inl"

static const Technique techniques[] = {
    {"join", join_max_side, nullptr, nullptr},
    {"sweep", sweep_max_side, count_sweep, count_flip_sweep},
    {"bitmask", max_side, count_bitmask, count_flip_bitmask},
};
