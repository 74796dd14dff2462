// Compares a solution with its 7 images, each given by a formula for its
// column in row r, and stops at the first image that is less.
#include "symmetry.hpp"

namespace huisu {
namespace {

class Images {
public:
    Images(int side, const std::uint8_t* columns) : side_(side), columns_(columns) {
        for (int r = 0; r < side; ++r) rows_[columns[r]] = static_cast<std::uint8_t>(r);
    }

    int class_size() const {
        int equal = 1;  // the identity
        for (int image = 1; image < 8; ++image) {
            const int order = compare(image);
            if (order < 0) return 0;
            equal += order == 0;
        }
        return 8 / equal;
    }

private:
    // Bit 0: mirror left-right. Bit 1: flip top-bottom. Bit 2: transpose first.
    int column(int image, int row) const {
        const std::uint8_t* board = image & 4 ? rows_ : columns_;
        const int value = board[image & 2 ? side_ - 1 - row : row];
        return image & 1 ? side_ - 1 - value : value;
    }

    // Less than zero when the image comes before the solution.
    int compare(int image) const {
        for (int r = 0; r < side_; ++r) {
            const int difference = column(image, r) - columns_[r];
            if (difference != 0) return difference;
        }
        return 0;
    }

    int side_;
    const std::uint8_t* columns_;
    std::uint8_t rows_[max_side] = {};  // all set by a permutation
};

}  // namespace

Columns class_sizes(int side, const Columns& solutions) {
    Columns sizes;
    sizes.reserve(solutions.size() / side);
    for (std::size_t at = 0; at < solutions.size(); at += side)
        sizes.push_back(static_cast<std::uint8_t>(Images(side, &solutions[at]).class_size()));
    return sizes;
}

}  // namespace huisu
