"""What compiled loops share: records, access to them, tableaus, the closing of loops, and the system of kernels they run on.

| file | subject |
|---|---|
| record | the memory of a run, declared field by field |
| access | how compiled code reads it, calls kernels and routines; bounds checks |
| tableau | one-step methods as tables, and the steps that follow from them |
| closing | Newton's method in all lanes at once; choice of dependent coordinates |
| system | the kernels of a machine that a loop integrates; tolerance: absolute tolerances of single states |

Knows kernels, sizes and numbers. Knows nothing of descriptions, of integration methods by name, of files or of results.
"""
