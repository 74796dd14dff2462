// The core as the Python module huisu._core: checks what comes in, releases
// the interpreter lock, turns bytes into columns and back. Nothing else here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "enumerate.hpp"
#include "kernels.hpp"
#include "portable.hpp"
#include "probe.hpp"
#include "symmetry.hpp"

namespace nb = nanobind;
using namespace huisu;

namespace {

using Open = std::vector<BitRow>;

class Cancel {
public:
    void set() { set_flag(flag_); }
    CancelFlag flag() const { return flag_; }

private:
    bool flag_ = false;
};

OpenBoard checked(const Open& open) {
    const int side = static_cast<int>(open.size());
    if (side < 1 || side > max_side) throw std::invalid_argument("a board has 1..64 rows");
    for (const BitRow row : open)
        if (side < max_side && row >> side != 0)
            throw std::invalid_argument("an open square lies off the board");
    return {side, open.data()};
}

Columns checked_columns(nb::bytes bytes, int side) {
    const auto* data = static_cast<const std::uint8_t*>(bytes.data());
    Columns columns(data, data + bytes.size());
    for (const std::uint8_t column : columns)
        if (column >= side) throw std::invalid_argument("a column lies off the board");
    return columns;
}

nb::bytes as_bytes(const Columns& columns) { return nb::bytes(columns.data(), columns.size()); }

std::vector<std::tuple<std::string, int, bool>> kernels() {
    std::vector<std::tuple<std::string, int, bool>> list;
    for (int i = 0; i < kernel_count(); ++i) {
        const Kernel kernel = kernel_at(i);
        list.emplace_back(std::string(kernel.technique->name) + "-" + kernel.isa.name,
                          kernel.technique->max_side, kernel.isa.supported());
    }
    return list;
}

Count count(int index, const Open& open, const Cancel& cancel) {
    const OpenBoard board = checked(open);
    if (index < 0 || index >= kernel_count()) throw std::invalid_argument("no such kernel");
    const Kernel kernel = kernel_at(index);
    if (board.side > kernel.technique->max_side || !kernel.isa.supported())
        throw std::invalid_argument("this kernel cannot run this job here");
    nb::gil_scoped_release unlocked;
    return kernel.technique->count(board, cancel.flag());
}

nb::tuple py_next_solutions(const Open& open, nb::bytes after, std::size_t max_solutions,
                            std::size_t max_nodes) {
    const OpenBoard board = checked(open);
    const Columns position = checked_columns(after, board.side);
    if (position.size() > open.size()) throw std::invalid_argument("a position is too long");
    if (max_solutions < 1) throw std::invalid_argument("a batch has room for one solution or more");
    Batch batch;
    {
        nb::gil_scoped_release unlocked;
        batch = next_solutions(board, position, max_solutions, max_nodes);
    }
    return nb::make_tuple(as_bytes(batch.solutions), as_bytes(batch.reached), batch.finished);
}

nb::tuple py_probe(const Open& open, std::uint64_t seed, std::uint64_t first,
                   std::uint64_t probes) {
    const OpenBoard board = checked(open);
    ProbeSums sums;
    {
        nb::gil_scoped_release unlocked;
        sums = probe(board, seed, first, probes);
    }
    return nb::make_tuple(sums.level, sums.level_squared, sums.total, sums.total_squared);
}

nb::bytes py_class_sizes(int side, nb::bytes solutions) {
    if (side < 1 || side > max_side || solutions.size() % side != 0)
        throw std::invalid_argument("solutions must be whole rows of `side` bytes");
    const Columns columns = checked_columns(solutions, side);
    Columns sizes;
    {
        nb::gil_scoped_release unlocked;
        sizes = class_sizes(side, columns);
    }
    return as_bytes(sizes);
}

}  // namespace

NB_MODULE(_core, m) {
    nb::class_<Cancel>(m, "Cancel").def(nb::init<>()).def("set", &Cancel::set);
    m.def("kernels", &kernels);
    m.def("count", &count, nb::arg("index"), nb::arg("open"), nb::arg("cancel"));
    m.def("next_solutions", &py_next_solutions, nb::arg("open"), nb::arg("after"),
          nb::arg("max_solutions"), nb::arg("max_nodes"));
    m.def("probe", &py_probe, nb::arg("open"), nb::arg("seed"), nb::arg("first"),
          nb::arg("probes"));
    m.def("class_sizes", &py_class_sizes, nb::arg("side"), nb::arg("solutions"));
}
