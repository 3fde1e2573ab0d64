"""Integration methods, one file each, found by name (`base.py`).

Knows tableaus and routines. Must not know descriptions: a `System` of kernels is all that a method integrates.
"""
