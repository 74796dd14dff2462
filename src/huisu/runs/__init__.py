"""Counts that survive anything: cut into units, counted by many workers, kept in a ledger.

Read plan.py first, then task.py, ledger.py, coordinator.py and verify.py. Nothing is
imported here, so that a worker loads only what it needs.
"""
