// Does the core stay within its memory, and agree with plain loops, on boards
// of every side? Checks itself and says so; ../test_sanitizers.py compiles it
// with the address and undefined-behaviour sanitizers and runs it.
//
// Boards are vectors of exactly n words, so that reading one word too many is
// seen. Work is bounded: small boards are open almost everywhere, large ones
// hold the queens of a solution, of which a few may swap or have a choice.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "enumerate.hpp"
#include "kernels.hpp"
#include "probe.hpp"
#include "symmetry.hpp"

using namespace huisu;

namespace {

using Board = std::vector<BitRow>;

std::mt19937_64 generator(1848);  // the year of the puzzle

int random_below(int bound) { return static_cast<int>(generator() % bound); }

BitRow full_row(int n) { return n == max_side ? ~BitRow{0} : (BitRow{1} << n) - 1; }

BitRow square(int column) { return BitRow{1} << column; }

OpenBoard as_open(const Board& board) { return {static_cast<int>(board.size()), board.data()}; }

void expect(bool holds, const char* what, std::size_t n) {
    if (holds) return;
    std::printf("wrong: %s on a board of %zu rows\n", what, n);
    std::exit(1);
}

// ---- boards

// About three squares in four are open.
Board open_almost_everywhere(int n) {
    Board board(n);
    for (BitRow& row : board) row = (generator() | generator()) & full_row(n);
    return board;
}

// Knight's moves, mended where n mod 6 is 2 or 3; a solution for n >= 4.
Columns a_solution(int n) {
    Columns odd, even;
    for (int c = 0; c < n; ++c) (c % 2 ? odd : even).push_back(static_cast<std::uint8_t>(c));
    if (n % 6 == 2 && n > 2) {
        std::swap(even[0], even[1]);
        std::rotate(even.begin() + 2, even.begin() + 3, even.end());
    } else if (n % 6 == 3 && n > 3) {
        std::rotate(odd.begin(), odd.begin() + 1, odd.end());
        std::rotate(even.begin(), even.begin() + 2, even.end());
    }
    odd.insert(odd.end(), even.begin(), even.end());
    return odd;
}

Board one_square_a_row(const Columns& x) {
    Board board(x.size());
    for (std::size_t r = 0; r < x.size(); ++r) board[r] = square(x[r]);
    return board;
}

// A solution of which up to four queens may swap columns, and four rows have a choice.
Board mostly_fixed(int n) {
    Board board = one_square_a_row(a_solution(n));
    std::vector<int> rows(n);
    std::iota(rows.begin(), rows.end(), 0);
    std::shuffle(rows.begin(), rows.end(), generator);
    const int swapping = std::min(n, 4);
    BitRow columns = 0;
    for (int i = 0; i < swapping; ++i) columns |= board[rows[i]];
    for (int i = 0; i < swapping; ++i) board[rows[i]] = columns;
    for (int i = 0; i < 4; ++i) board[random_below(n)] |= square(random_below(n));
    return board;
}

// ---- the plain loops

bool attacked(const Columns& x, int column) {
    const int row = static_cast<int>(x.size());
    for (int r = 0; r < row; ++r)
        if (x[r] == column || std::abs(x[r] - column) == row - r) return true;
    return false;
}

// Appends every solution that begins with x to `found`, in lexicographic order.
void all_solutions(const Board& board, Columns& x, Columns& found) {
    if (x.size() == board.size()) {
        found.insert(found.end(), x.begin(), x.end());
        return;
    }
    for (int c = 0; c < static_cast<int>(board.size()); ++c) {
        if (!(board[x.size()] >> c & 1) || attacked(x, c)) continue;
        x.push_back(static_cast<std::uint8_t>(c));
        all_solutions(board, x, found);
        x.pop_back();
    }
}

Columns turned(const Columns& x) {
    Columns image(x.size());
    for (std::size_t r = 0; r < x.size(); ++r)
        image[x[r]] = static_cast<std::uint8_t>(x.size() - 1 - r);
    return image;
}

Columns mirrored(Columns x) {
    for (std::uint8_t& column : x) column = static_cast<std::uint8_t>(x.size() - 1 - column);
    return x;
}

// The size of the class if x is the least of its images, else 0.
int plain_class_size(const Columns& x) {
    std::set<Columns> images;
    Columns image = x;
    for (int quarter = 0; quarter < 4; ++quarter, image = turned(image)) {
        images.insert(image);
        images.insert(mirrored(image));
    }
    return *images.begin() == x ? static_cast<int>(images.size()) : 0;
}

// ---- what is checked

// The join counts no single board; check_join.cpp checks it.
bool counts(const Kernel& kernel, const Board& board) {
    return kernel.isa.supported() && kernel.technique->count != nullptr &&
           static_cast<int>(board.size()) <= kernel.technique->max_side;
}

// Solutions follow each other, one column a row.
void check_kernels(const Board& board, const Columns& solutions) {
    const std::size_t n = board.size(), number = solutions.size() / n;
    std::vector<std::uint64_t> weights(n);
    for (std::uint64_t& weight : weights) weight = generator();
    std::uint64_t flip = 0;
    for (std::size_t last = n; last <= solutions.size(); last += n)
        flip += weights[solutions[last - 1]];
    for (int i = 0; i < kernel_count(); ++i) {
        const Kernel kernel = kernel_at(i);
        if (!counts(kernel, board)) continue;
        const bool go_on = false;
        expect(kernel.technique->count(as_open(board), go_on) == number, "a count", n);
        const FlipCount found = kernel.technique->count_flip(as_open(board), weights.data(), go_on);
        expect(found.count == number, "a count with its flip sum", n);
        expect(found.flip == flip, "a flip sum", n);
    }
}

void check_enumeration(const Board& board, const Columns& expected) {
    Columns found, reached;
    for (bool finished = false; !finished;) {
        const std::size_t most = 1 + random_below(5);
        Batch batch = next_solutions(as_open(board), reached, most, random_below(60));
        expect(batch.solutions.size() <= most * board.size(), "a batch's size", board.size());
        found.insert(found.end(), batch.solutions.begin(), batch.solutions.end());
        reached = batch.reached;
        finished = batch.finished;
    }
    expect(found == expected, "the list of solutions", board.size());
}

// Going on after a prefix of any length and any columns, open squares or not.
void check_any_position(const Board& board) {
    const int n = static_cast<int>(board.size());
    Columns after(1 + random_below(n));
    for (std::uint8_t& column : after) column = static_cast<std::uint8_t>(random_below(n));
    const Batch batch = next_solutions(as_open(board), after, 3, 1000);
    expect(batch.solutions.size() % n == 0, "a batch after any position", board.size());
    expect(batch.reached.size() <= board.size(), "the position reached", board.size());
}

void check_probes(const Board& board) {
    const ProbeSums all = probe(as_open(board), 7, 0, 30);
    const ProbeSums first = probe(as_open(board), 7, 0, 12);
    const ProbeSums rest = probe(as_open(board), 7, 12, 18);
    expect(all.level.size() == board.size() + 1, "the number of levels", board.size());
    expect(all.level[0] == 30, "the root", board.size());
    expect(all.level[1] == 30 * __builtin_popcountll(board[0]), "the first level", board.size());
    expect(all.total == std::accumulate(all.level.begin(), all.level.end(), 0.0) ||
               board.size() > 12,  // beyond, sums of doubles depend on their order
           "the sum of the levels", board.size());
    expect(all.level_squared[1] == first.level_squared[1] + rest.level_squared[1],
           "a stream of probes cut in two", board.size());
}

void check_class_sizes(int n) {
    Columns several;
    std::vector<int> sizes;
    for (int i = 0; i < 20; ++i) {
        Columns x(n);
        std::iota(x.begin(), x.end(), std::uint8_t{0});
        if (i) std::shuffle(x.begin(), x.end(), generator);
        several.insert(several.end(), x.begin(), x.end());
        sizes.push_back(plain_class_size(x));
    }
    const Columns found = class_sizes(n, several);
    expect(std::equal(found.begin(), found.end(), sizes.begin(), sizes.end()), "a class size", n);
}

void check_cancelling(int n) {
    const Board board(n, full_row(n));
    const std::vector<std::uint64_t> weights(n, 1);
    const bool stop = true;
    for (int i = 0; i < kernel_count(); ++i)
        if (const Kernel kernel = kernel_at(i); counts(kernel, board)) {
            kernel.technique->count(as_open(board), stop);  // returns at all
            kernel.technique->count_flip(as_open(board), weights.data(), stop);
        }
}

void check_board(const Board& board) {
    Columns x, expected;
    all_solutions(board, x, expected);
    check_kernels(board, expected);
    check_enumeration(board, expected);
    check_any_position(board);
    check_probes(board);
}

}  // namespace

int main() {
    std::size_t boards = 0;
    for (int n = 1; n <= 8; ++n) check_board(Board(n, full_row(n))), ++boards;
    for (int n = 1; n <= 7; ++n)
        for (int i = 0; i < 60; ++i) check_board(open_almost_everywhere(n)), ++boards;
    for (int n = 1; n <= max_side; ++n) {
        for (int i = 0; i < 8; ++i) check_board(mostly_fixed(n)), ++boards;
        check_class_sizes(n);
    }
    for (int n = 20; n <= max_side; n += 11) check_cancelling(n);
    std::printf("right on %zu boards of 1..%d rows, %d kernels\n", boards, max_side,
                kernel_count());
}
