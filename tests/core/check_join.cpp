// Does the join of quarter boards count right, within the memory it says?
// Usage: check_join OEIS_FILE LARGEST_N. Every check compares with the published
// numbers or with a plain recursion on masks that shares nothing with the join
// but the rules; ../test_sanitizers.py compiles and runs it.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <new>
#include <random>
#include <set>
#include <stdexcept>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "filing.hpp"
#include "halves.hpp"
#include "join.hpp"
#include "kernels.hpp"
#include "portable.hpp"

using namespace huisu;

// All memory passes here, so that what is reported can be compared with it.
static std::atomic<std::size_t> in_use{0}, peak{0};

__attribute__((noinline)) void* operator new(std::size_t size) {
    auto* block = static_cast<std::size_t*>(std::malloc(size + 16));
    if (block == nullptr) throw std::bad_alloc();
    block[0] = size;
    in_use += size;
    peak = std::max(peak.load(), in_use.load());
    return block + 2;
}
__attribute__((noinline)) void operator delete(void* at) noexcept {
    if (at == nullptr) return;
    auto* block = static_cast<std::size_t*>(at) - 2;
    in_use -= block[0];
    std::free(block);
}
void operator delete(void* at, std::size_t) noexcept { operator delete(at); }
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete[](void* at) noexcept { operator delete(at); }
void operator delete[](void* at, std::size_t) noexcept { operator delete(at); }

static int failures = 0;

#define CHECK(condition, ...)                                         \
    do {                                                              \
        if (!(condition)) {                                           \
            ++failures;                                               \
            std::printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            std::printf(__VA_ARGS__);                                 \
            std::printf("\n");                                        \
        }                                                             \
    } while (false)

static const bool never = false;

using Board = std::vector<std::uint32_t>;  // open columns of each row

static Count place(const Board& open, std::size_t row, std::uint32_t columns,
                   std::uint64_t falling, std::uint64_t rising) {
    if (row == open.size()) return 1;
    Count found = 0;
    const auto taken = static_cast<std::uint32_t>(columns | falling | rising);
    for (std::uint32_t free = open[row] & ~taken; free != 0; free &= free - 1) {
        const std::uint32_t queen = free & (0 - free);
        found += place(open, row + 1, columns | queen, (falling | queen) << 1,
                       (rising | queen) >> 1);
    }
    return found;
}

static Count solutions(const Board& open) { return place(open, 0, 0, 0, 0); }

// The open squares of a row split: A and B look east, the middle lines are
// closed but for the queens that stand there.
static Board split_board(int n, Lines north, Lines south, bool middle, int x, int y) {
    const int s = n / 2, odd = n % 2;
    const std::uint32_t west = (1u << s) - 1, east = west << (s + odd);
    Board open(n, 0);
    for (int i = 0; i < s; ++i) {
        open[s - 1 - i] = north >> i & 1 ? east : west;
        open[s + odd + i] = south >> i & 1 ? east : west;
    }
    if (middle) {
        open[s] = 1u << (s + x);
        if (y != 0) open[s + y] = 1u << s;
    }
    return open;
}

// What a job of even n stands for, from the definition: solutions whose east
// half uses no long diagonal, twofold for each one that the west half uses.
// With N(c) the solutions where the long diagonals c are closed in the west
// too, the sum of 2^(used) is 4 N() - 2 N(falling) - 2 N(rising) + N(both).
static Count weighted_even(int n, Lines north, Lines south) {
    Board open = split_board(n, north, south, false, 0, 0);
    std::int64_t sum = 0;
    for (int closed = 0; closed < 4; ++closed) {
        Board board = open;
        for (int r = 0; r < n; ++r) {
            for (const bool falling : {true, false}) {
                const int c = falling ? r : n - 1 - r;
                if (c >= n / 2 || (closed & (falling ? 1 : 2))) board[r] &= ~(1u << c);
            }
        }
        const auto found = static_cast<std::int64_t>(solutions(board));
        sum += closed == 0 ? 4 * found : closed == 3 ? found : -2 * found;
    }
    return static_cast<Count>(sum);
}

static Count recount(int n, const JoinJob& job) {
    if (job.x != 0) return 8 * solutions(split_board(n, job.north, job.south, true, job.x, job.y));
    const Lines all = (1u << n / 2) - 1;
    const std::set<std::pair<Lines, Lines>> images = {
        {job.north, job.south},
        {job.south, job.north},
        {all & ~job.north, all & ~job.south},
        {all & ~job.south, all & ~job.north}};
    Count sum = 0;
    for (const auto& [north, south] : images)
        sum += n % 2 == 0 ? weighted_even(n, north, south)
                          : solutions(split_board(n, north, south, true, 0, 0));
    return sum;
}

struct NamedKernel : JoinKernel {
    const char* name;
};

static std::vector<NamedKernel> kernels() {
    std::vector<NamedKernel> list;
    for (int index = 0; index < kernel_count(); ++index) {
        const Kernel kernel = kernel_at(index);
        if (kernel.technique->count == nullptr && kernel.isa.supported())
            list.push_back({kernel.isa.join, kernel.isa.name});
    }
    return list;
}

static void test_parts(const NamedKernel& kernel) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 300; ++round) {
        // Sparse boards, sometimes empty, so that some pairs fit.
        const auto board = [&] { return random() & random() & random() & 0xFFFFFFFFFF; };
        std::vector<std::uint64_t> north(random() % 20), south(random() % 20), expected, out;
        for (auto& b : north) b = board() | padding_bit;
        for (auto& b : south) b = random() % 8 == 0 ? 0 : board();
        for (const auto a : north)
            for (const auto b : south)
                if ((a & b) == 0) expected.push_back(a | b);
        const std::size_t count = south.size();
        south.resize(count + boards_at_once, 0);
        out.resize(north.size() * count + boards_at_once);
        out.resize(kernel.pair_up(north.data(), north.size(), south.data(), count, out.data()));
        CHECK(std::multiset<std::uint64_t>(out.begin(), out.end()) ==
                  std::multiset<std::uint64_t>(expected.begin(), expected.end()),
              "%s", kernel.name);
    }
    // Filed lists against all pairs, with west halves mirrored, at n = 14 and 15.
    for (const int n : {14, 15, 18, 24}) {
        for (const std::size_t count : {0, 1, 63, 64, 65, 700}) {
            const bool by_class = n % 2 == 0;
            const HalfRequest east{0, 0, 0, 0, false, by_class}, west{0, 0, 0, 0, true, by_class};
            const Diagonals digits = (Diagonals{1} << 4 * (n / 2)) - 16;
            std::vector<Diagonals> a(count), b(count + 5);
            for (auto& h : a) h = random() & random() & digits;
            for (auto& h : b) h = random() & random() & random() & digits;
            for (auto* list : {&a, &b})
                for (auto& h : *list)
                    if (!by_class) h |= random() % 4 == 0 ? random() % 2 ? 0x3 : 0xC : 0;
            Count expected = 0;
            for (const auto p : a)
                for (const auto q : b) expected += (p & flip_east_west(q)) == 0;
            const JoinShape shape = join_shape(n, by_class);
            Filed lanes(a.size(), shape, kernel), items(b.size(), shape, kernel);
            lanes.take(a.data(), a.size(), n, east);
            lanes.sort_lanes();
            items.take(b.data(), b.size(), n, west);
            items.sort_items();
            const std::size_t size = table_layout(shape, kernel.words).size;
            std::vector<std::uint64_t> room(size + 8);
            std::uint64_t* tables = room.data();
            while (reinterpret_cast<std::uintptr_t>(tables) % 64 != 0) ++tables;
            const JoinItems list = items.items();
            Count total = 0;
            kernel.count_pairs(lanes.lanes(), lanes.lane_count(), shape, &list, 1, tables,
                               &total, never);
            CHECK(total == expected, "%s n %d: %llu pairs, not %llu", kernel.name, n,
                  static_cast<unsigned long long>(total),
                  static_cast<unsigned long long>(expected));
        }
    }
}

int main(int arguments, char** argument) {
    if (arguments < 3) return std::fprintf(stderr, "usage: check_join OEIS_FILE LARGEST_N\n"), 2;
    const int largest = std::atoi(argument[2]);
    std::map<int, Count> published;
    std::ifstream file(argument[1]);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        int n;
        Count value;
        if (words >> name >> n >> value && name == "A000170") published[n] = value;
    }
    CHECK(published.size() > 20, "read %zu values", published.size());

    for (int n = 1; n <= std::min(largest, 21); ++n) {
        const Quarters quarters(n);
        CHECK(quarters.placements() * sizeof(Diagonals) < Quarters::memory_needed(n), "n %d", n);
        std::size_t longest = 0, group = 0, total = 0;
        QuarterRoom room;
        for (Lines rows = 0; rows <= quarters.all_lines(); ++rows) {
            const QuarterList list = quarters.with_rows(rows, room);
            const std::size_t count = list.start[std::size_t{2} << n / 2];
            for (Lines columns = 0; columns <= quarters.all_lines(); ++columns)
                group = std::max<std::size_t>(group, list.end(columns, true) -
                                                         list.begin(columns, false));
            longest = std::max(longest, count);
            total += count;
        }
        CHECK(longest == Quarters::longest_list(n), "n %d: %zu", n, longest);
        CHECK(group == Quarters::longest_group(n), "n %d: %zu", n, group);
        CHECK(total == quarters.placements(), "n %d: %zu", n, total);
    }

    for (const NamedKernel& kernel : kernels()) {
        test_parts(kernel);
        for (int n = 1; n <= largest; ++n) {
            const std::size_t before = in_use.load();
            peak = in_use.load();
            const Join join(n);
            {
                JoinRoom room(n, kernel);
                const Count total = join.count_units(0, join.units(), room, never);
                CHECK(total == published[n], "%s n %d: %llu", kernel.name, n,
                      static_cast<unsigned long long>(total));
            }
            const JoinMemory memory = Join::memory_needed(n, kernel);
            CHECK(peak - before <= memory.shared + memory.per_thread + 10000,
                  "%s n %d: used %zu of %zu", kernel.name, n, peak.load() - before,
                  memory.shared + memory.per_thread);
        }
        // Tiny slabs: the halves come in many parts.
        for (const int n : {11, 12, 13, 14}) {
            if (n > largest) continue;
            const Join join(n);
            for (const std::size_t capacity : {1, 100}) {
                JoinRoom room(n, kernel, capacity);
                const Count total = join.count_units(0, join.units(), room, never);
                CHECK(total == published[n], "%s n %d in slabs of %zu: %llu", kernel.name, n,
                      capacity, static_cast<unsigned long long>(total));
            }
        }
        // Threads share the lists and the plan, and nothing else.
        {
            const Join join(13);
            Count found[2];
            std::thread threads[2];
            for (int t = 0; t < 2; ++t)
                threads[t] = std::thread([&, t] {
                    JoinRoom room(13, kernel);
                    const std::uint64_t middle = join.units() / 2;
                    found[t] = join.count_units(t * middle, t == 0 ? middle : join.units(), room,
                                                never);
                });
            for (auto& thread : threads) thread.join();
            CHECK(found[0] + found[1] == published[13], "%s", kernel.name);
        }
        // A room serves the n that it was made for.
        bool refused = false;
        try {
            JoinRoom small(8, kernel);
            Join(12).count_units(0, 1, small, never);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused, "%s", kernel.name);
        // A cancelled count returns at once.
        const bool cancelled = true;
        JoinRoom room(12, kernel);
        CHECK(Join(12).count_units(0, 1000, room, cancelled) == 0, "%s", kernel.name);
    }

    // Every unit by itself against the plain recursion.
    for (int n = 2; n <= std::min(largest, 13); ++n) {
        const Join join(n);
        std::vector<std::vector<Count>> counts;
        for (const NamedKernel& kernel : kernels()) {
            JoinRoom room(n, kernel);
            counts.emplace_back();
            for (std::uint64_t unit = 0; unit < join.units(); ++unit)
                counts.back().push_back(join.count_units(unit, unit + 1, room, never));
        }
        for (std::uint64_t unit = 0; unit < join.units(); ++unit) {
            Count expected = 0;
            for (const JoinJob& job : join.unit_jobs(unit)) expected += recount(n, job);
            for (const auto& list : counts)
                CHECK(list[unit] == expected, "n %d unit %llu: %llu, not %llu", n,
                      static_cast<unsigned long long>(unit),
                      static_cast<unsigned long long>(list[unit]),
                      static_cast<unsigned long long>(expected));
        }
    }
    std::printf(failures == 0 ? "right on" : "%d failures on", failures);
    for (const NamedKernel& kernel : kernels()) std::printf(" %s", kernel.name);
    std::printf("\n");
    return failures != 0;
}
