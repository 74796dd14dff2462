// How many clock cycles does a step of the join take? A step is one item, a
// west half, against one block of lanes, east halves (core/join.inl).
//
//     c++ -std=c++20 -O3 -I core bench/steps.cpp $(ls core/*.cpp | grep -v bind) -o steps
//     ./steps N ISA [EVERY]      ISA: avx512, avx2 or baseline; EVERY: of the units
//
// The kernel is wrapped: one count notes how many steps there are, a second one
// the time spent in them. docs/core.md quotes what this prints.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "clock.hpp"
#include "join.hpp"
#include "kernels.hpp"

using namespace huisu;

static JoinKernel kernel;
static Count steps = 0, skipped = 0, blocks = 0, pairs = 0;
static double seconds_joining = 0;

static std::size_t counted_pair_up(const std::uint64_t* north, std::size_t north_count,
                                   const std::uint64_t* south, std::size_t south_count,
                                   std::uint64_t* out) {
    pairs += north_count * south_count;
    return kernel.pair_up(north, north_count, south, south_count, out);
}

// Which prefixes leave some lane of a block its diagonals?
static std::vector<bool> fitting_prefixes(const std::uint64_t* lanes, std::size_t count, int bits) {
    const std::size_t prefixes = std::size_t{1} << bits;
    std::vector<bool> present(prefixes), fitting(prefixes);
    for (std::size_t k = 0; k < count; ++k) present[lanes[k] & (prefixes - 1)] = true;
    for (std::size_t p = 0; p < prefixes; ++p)
        for (std::size_t q = 0; q < prefixes; ++q)
            if (present[q] && (p & q) == 0) fitting[p] = true;
    return fitting;
}

static void note_steps(const std::uint64_t* lanes, std::size_t lane_count, JoinShape shape,
                       const JoinItems* lists, int list_count, std::uint64_t*, Count*,
                       CancelFlag) {
    const TableLayout layout = table_layout(shape, kernel.words);
    const std::size_t block = 64 * kernel.words;
    for (std::size_t first = 0; first < lane_count; first += block, ++blocks) {
        const auto fitting =
            fitting_prefixes(lanes + first, std::min(block, lane_count - first),
                             shape.low_bits + shape.high_bits);
        for (int k = 0; k < list_count; ++k) {
            for (std::size_t r = 0; r < lists[k].run_count; ++r) {
                const Run run = lists[k].runs[r];
                const std::size_t low = (run.low - layout.low) / kernel.words;
                const std::size_t high = (run.high - layout.high) / kernel.words;
                const bool fits = fitting[low | high << shape.low_bits];
                (fits ? steps : skipped) += run.last - run.first;
            }
        }
    }
}

static void timed_count_pairs(const std::uint64_t* lanes, std::size_t lane_count, JoinShape shape,
                              const JoinItems* lists, int list_count, std::uint64_t* tables,
                              Count* totals, CancelFlag cancel) {
    const double start = now();
    kernel.count_pairs(lanes, lane_count, shape, lists, list_count, tables, totals, cancel);
    seconds_joining += now() - start;
}

int main(int arguments, char** argument) {
    const int n = arguments > 2 ? std::atoi(argument[1]) : 0;
    const std::uint64_t every = arguments > 3 ? std::atoll(argument[3]) : 1;
    for (int k = 0; k < kernel_count(); ++k) {
        const InstructionSet isa = kernel_at(k).isa;
        if (n > 0 && std::strcmp(isa.name, argument[2]) == 0 && isa.supported()) kernel = isa.join;
    }
    if (!Join::accepts(n) || kernel.words == 0 || every == 0)
        return std::fprintf(stderr, "usage: steps N avx512|avx2|baseline [EVERY]\n"), 2;

    const bool never = false;
    const Join join(n);
    double seconds = 0;
    Count total = 0;
    for (const auto count_pairs : {note_steps, timed_count_pairs}) {
        JoinKernel wrapped = kernel;
        wrapped.count_pairs = count_pairs;
        if (count_pairs == note_steps) wrapped.pair_up = counted_pair_up;
        JoinRoom room(n, wrapped);
        const double start = now();
        total = 0;
        for (std::uint64_t unit = 0; unit < join.units(); unit += every)
            total += join.count_units(unit, unit + 1, room, never);
        seconds = now() - start;
    }
    const double clock = cycles_per_second(), all = static_cast<double>(steps + skipped);
    std::printf("n = %d, %s, 1 in %llu units: total %llu in %.3f s, %.0f %% of it joining\n", n,
                argument[2], static_cast<unsigned long long>(every),
                static_cast<unsigned long long>(total), seconds, 100 * seconds_joining / seconds);
    std::printf("%.0f million steps, %.0f %% of all, the others skipped; %.0f a block\n",
                steps / 1e6, 100 * steps / all, static_cast<double>(steps) / blocks);
    std::printf("%.2f cycles a step at %.2f GHz; %.0f million pairs of quarters merged\n",
                seconds_joining * clock / steps, clock / 1e9, pairs / 1e6);
}
