// Which counting techniques are there? A new one is a new file, its include
// here, and one line in the table; every instruction set then has it. The
// first line that can run a job is the one used when nobody asks for another.
#include "bitmask.inl"

static const Technique techniques[] = {
    {"bitmask", max_side, count_bitmask},
};
