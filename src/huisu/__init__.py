"""Backtracking you can watch, trust and scale."""
