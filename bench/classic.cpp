// The classic count of n queens, as textbooks and most programs on the web
// have it: three bit masks, recursion on the row, the mirror saves half of the
// work. Usage: classic N, for N = 1..31. compare.py compiles and times it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

static std::uint32_t full;  // a bit for each column of the board

// Solutions below a partial placement; bit c of each mask is column c of the
// row to be filled: taken by a queen, by a falling or by a rising diagonal.
static std::uint64_t place(std::uint32_t columns, std::uint32_t falling, std::uint32_t rising) {
    if (columns == full) return 1;
    std::uint64_t found = 0;
    for (std::uint32_t free = full & ~(columns | falling | rising); free != 0;) {
        const std::uint32_t queen = free & -free;
        free ^= queen;
        found += place(columns | queen, (falling | queen) << 1, (rising | queen) >> 1);
    }
    return found;
}

static std::uint64_t first_queen(int column) {
    const std::uint32_t queen = std::uint32_t{1} << column;
    return place(queen, queen << 1, queen >> 1);
}

int main(int arguments, char** argument) {
    const int n = arguments == 2 ? std::atoi(argument[1]) : 0;
    if (n < 1 || n > 31) {
        std::fprintf(stderr, "usage: classic N, for N = 1..31\n");
        return 2;
    }
    full = (std::uint32_t{1} << n) - 1;
    std::uint64_t found = 0;
    for (int column = 0; column < n / 2; ++column) found += 2 * first_queen(column);
    if (n % 2) found += first_queen(n / 2);
    std::printf("%llu\n", static_cast<unsigned long long>(found));
}
