"""Does the flip check hold on true counts, and does its difference lead to the false ones?"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.queens.solutions import solutions
from huisu.runs.flip import MOST, Explanation, difference, explanations, weights
from huisu.splitmix import splitmix64

WORD = (1 << 64) - 1


def counted(n: int) -> tuple[dict[int, int], int]:
    """Return the counts of the groups of the mirror plan and the sum of all T."""
    w = weights(n)
    counts = dict.fromkeys(range((n + 1) // 2), 0)
    flips = 0
    for x in solutions(n):
        counts[min(x[0], n - 1 - x[0])] += 1
        flips += w[x[-1]]
    return counts, flips & WORD


def test_the_generator_gives_the_known_first_outputs_of_seeds_0_to_2() -> None:
    outputs = [0xE220A8397B1DCDAF, 0x910A2DEC89025CC1, 0x975835DE1C9756CE]
    assert [splitmix64(seed) for seed in range(3)] == outputs


@given(st.integers(0, 64))
def test_a_column_weighs_what_its_mirror_image_weighs_and_no_other(n: int) -> None:
    w = weights(n)
    assert w == w[::-1]
    assert all(times <= 2 for times in Counter(w).values())
    assert all(0 < weight <= WORD for weight in w)


@pytest.mark.parametrize("n", range(1, 10))
def test_true_counts_make_no_difference(n: int) -> None:
    counts, flips = counted(n)
    assert difference(n, counts, flips) == 0
    assert explanations(n, 0) == []


@given(st.data(), st.integers(8, 27), st.integers(-MOST, MOST).filter(bool))
def test_a_wrong_count_is_found_in_its_group(data: st.DataObject, n: int, error: int) -> None:
    group = data.draw(st.integers(0, (n - 1) // 2))
    found = explanations(n, -error * weights(n)[group] & WORD)
    assert found[0] == Explanation((group,), error)


@given(st.data(), st.integers(8, 27), st.integers(-1000, 1000).filter(bool))
def test_missed_solutions_are_found_in_one_of_two_groups(
    data: st.DataObject, n: int, error: int
) -> None:
    group, last = data.draw(st.permutations(range((n + 1) // 2)))[:2]
    w = weights(n)
    found = explanations(n, error * (w[last] - w[group]) & WORD)
    assert len(found) == 1
    assert set(found[0].groups) == {group, last}
    assert abs(found[0].error) == abs(error)


def test_a_flip_sum_wrong_alone_is_explained_by_no_group() -> None:
    assert explanations(12, 1) == []
    assert explanations(12, 1 << 63) == []
