"""Plumbing that every room uses, and that knows none of them.

| file | subject |
|---|---|
| errors, surface | named errors, warnings at the caller's line, the nearest name; settings spelled as the reader writes them |
| checked/ | arguments of public calls, checked against their annotations |
| dataclass, lazy, door | classes, packages and methods that cost nothing until they are used |
| atomic, intake | files written whole or not at all; files of users, opened with care |
| session | results derived once from a description, kept with it |
| memory, locks, blas | free memory; the one lock of all that is compiled; one thread for linear algebra |
| packing | tables of numbers as short texts |

Must not know machines, equations, or any other room.
"""
