"""Symbolic functions to native code: lowering to LLVM, disk cache, calls for one number or several lanes at once.

Knows instruction tapes, processors and the cache folder. Must not know machines: to a kernel, vectors are only numbers.
"""
