"""Kernels and routines for WebAssembly: compiled to objects, and linked into one module that a browser can load.

Knows LLVM's object files and the module format; not what a module computes.

References
----------
WebAssembly Core Specification 2.0, §5 (binary format); WebAssembly tool conventions, Linking.md (relocatable objects)
"""
