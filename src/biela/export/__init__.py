"""Machines for other tools: their kernels and time loops as C99, and FMUs made of it.

Knows how a prepared run becomes C, what the FMI standard asks for, and how compilers are called. Must not know use cases, pages or
options of the command line.
"""
