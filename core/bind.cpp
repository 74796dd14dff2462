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
#include "join.hpp"
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

using KernelRow = std::tuple<std::string, int, bool, bool>;  // name, most, runs here, counts jobs

std::vector<KernelRow> kernels() {
    std::vector<KernelRow> list;
    for (int i = 0; i < kernel_count(); ++i) {
        const Kernel kernel = kernel_at(i);
        list.emplace_back(std::string(kernel.technique->name) + "-" + kernel.isa.name,
                          kernel.technique->max_side, kernel.isa.supported(),
                          kernel.technique->count != nullptr);
    }
    return list;
}

Kernel checked_kernel(int index) {
    if (index < 0 || index >= kernel_count()) throw std::invalid_argument("no such kernel");
    const Kernel kernel = kernel_at(index);
    if (!kernel.isa.supported()) throw std::invalid_argument("this CPU cannot run this kernel");
    return kernel;
}

OpenBoard checked_for(const Kernel& kernel, const Open& open) {
    const OpenBoard board = checked(open);
    if (board.side > kernel.technique->max_side || kernel.technique->count == nullptr)
        throw std::invalid_argument("this kernel cannot run this job here");
    return board;
}

Count count(int index, const Open& open, const Cancel& cancel) {
    const Kernel kernel = checked_kernel(index);
    const OpenBoard board = checked_for(kernel, open);
    nb::gil_scoped_release unlocked;
    return kernel.technique->count(board, cancel.flag());
}

std::tuple<Count, std::uint64_t> count_flip(int index, const Open& open,
                                            const std::vector<std::uint64_t>& weights,
                                            const Cancel& cancel) {
    const Kernel kernel = checked_kernel(index);
    const OpenBoard board = checked_for(kernel, open);
    if (weights.size() != open.size()) throw std::invalid_argument("there must be one weight for each column");
    nb::gil_scoped_release unlocked;
    const FlipCount found = kernel.technique->count_flip(board, weights.data(), cancel.flag());
    return {found.count, found.flip};
}

// The count of each board: one call for many that take microseconds each.
std::vector<Count> count_each(int index, const std::vector<Open>& jobs, const Cancel& cancel) {
    const Kernel kernel = checked_kernel(index);
    std::vector<OpenBoard> boards;
    for (const Open& open : jobs) boards.push_back(checked_for(kernel, open));
    nb::gil_scoped_release unlocked;
    std::vector<Count> counts;
    for (const OpenBoard& board : boards)
        counts.push_back(kernel.technique->count(board, cancel.flag()));
    return counts;
}

int checked_join_side(int n) {
    if (!Join::accepts(n)) throw std::invalid_argument("the join counts 1..24 queens");
    return n;
}

std::tuple<std::size_t, std::size_t> join_memory(int n, int index) {
    const JoinMemory memory =
        Join::memory_needed(checked_join_side(n), checked_kernel(index).isa.join);
    return {memory.shared, memory.per_thread};
}

Count count_units(const Join& join, std::uint64_t first, std::uint64_t last, JoinRoom& room,
                  const Cancel& cancel) {
    nb::gil_scoped_release unlocked;
    return join.count_units(first, last, room, cancel.flag());
}

// For recounts: the rows of north and south whose queen stands in the east,
// the place of the middle queens, and how many jobs this one stands for.
using JobRow = std::tuple<std::uint32_t, std::uint32_t, int, int, int>;

std::vector<JobRow> unit_jobs(const Join& join, std::uint64_t unit) {
    std::vector<JobRow> rows;
    for (const JoinJob& job : join.unit_jobs(unit))
        rows.emplace_back(job.north, job.south, job.x, job.y, job.images);
    return rows;
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
    m.def("count_each", &count_each, nb::arg("index"), nb::arg("jobs"), nb::arg("cancel"));
    m.def("count_flip", &count_flip, nb::arg("index"), nb::arg("open"), nb::arg("weights"),
          nb::arg("cancel"));
    nb::class_<JoinRoom>(m, "JoinRoom")
        .def("__init__",
             [](JoinRoom* self, int n, int index) {
                 new (self) JoinRoom(checked_join_side(n), checked_kernel(index).isa.join);
             },
             nb::arg("n"), nb::arg("index"));
    nb::class_<Join>(m, "Join")
        .def("__init__",
             [](Join* self, int n) {
                 nb::gil_scoped_release unlocked;
                 new (self) Join(checked_join_side(n));
             },
             nb::arg("n"))
        .def_prop_ro("units", &Join::units)
        .def("unit_jobs", &unit_jobs, nb::arg("unit"))
        .def("count_units", &count_units, nb::arg("first"), nb::arg("last"), nb::arg("room"),
             nb::arg("cancel"));
    m.def("join_memory", &join_memory, nb::arg("n"), nb::arg("index"));
    m.def("next_solutions", &py_next_solutions, nb::arg("open"), nb::arg("after"),
          nb::arg("max_solutions"), nb::arg("max_nodes"));
    m.def("probe", &py_probe, nb::arg("open"), nb::arg("seed"), nb::arg("first"),
          nb::arg("probes"));
    m.def("class_sizes", &py_class_sizes, nb::arg("side"), nb::arg("solutions"));
}
