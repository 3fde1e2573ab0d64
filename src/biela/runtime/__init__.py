"""What compiled loops share: the memory of a run, the routines they are made of, tableaus and event location.

Knows kernels and sizes. Knows nothing of descriptions, files or results.
"""
