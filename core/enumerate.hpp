// Which solutions come next in lexicographic order? One bounded batch at a
// time, and no state between batches but the position reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels.hpp"

namespace huisu {

using Columns = std::vector<std::uint8_t>;  // one byte a column, row after row

struct Batch {
    Columns solutions;  // `side` bytes a solution
    Columns reached;    // every placement up to and below this prefix is done
    bool finished;
};

// Searches on after the prefix `after` (empty: from the start) until
// `max_solutions`, 1 or more, are found or about `max_nodes` squares have been
// tried.
Batch next_solutions(OpenBoard board, const Columns& after, std::size_t max_solutions,
                     std::size_t max_nodes);

}  // namespace huisu
