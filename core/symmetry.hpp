// Which solutions stand for their class under the 8 symmetries of the square?
#pragma once

#include "enumerate.hpp"

namespace huisu {

// One byte a solution: the size of its class (8, 4, 2 or 1) when it is the
// least of its images in lexicographic order, 0 when another image is less.
Columns class_sizes(int side, const Columns& solutions);

}  // namespace huisu
