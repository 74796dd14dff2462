"""The n-queens problem: boards, solutions, counts, ranks and symmetry."""
