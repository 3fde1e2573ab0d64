"""Compiled loops that step in time: memory, steps, closing of loops, events; and the methods, one file each in `method/`.

| file | subject |
|---|---|
| record, run_record, image | the memory of a run, declared field by field |
| access | reading it, calling kernels and routines in compiled code; bounds checks |
| system, tolerance | the kernels that a loop integrates; absolute tolerances of single states |
| tableau, runge_kutta, linearly_implicit, implicit | one-step methods as tables, and the steps that follow from them |
| loop, fixed, adaptive, sprint, batch | the loops: fixed and adaptive steps, of one machine or of many in lanes |
| closing, closure | keeping loops closed after a step or in each stage |
| event, defect | location of events; forces that act between the stages of a step |
| plan, driver, outcome | choice of the routines of a run, the run itself, its outcome |

Knows kernels, sizes and numbers. Must not know descriptions, files or results.
"""
