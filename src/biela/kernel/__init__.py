"""Symbolic functions, and loops written in Python, to native code or WebAssembly; lanes, cache, interpreter.

Knows instruction tapes, processors and the cache folder. Must not know machines: to a kernel, vectors are only numbers.

A **kernel** is a CasADi function in machine code. From outside, use `kernel.py`: `compile_kernels`, `Kernel`.

    CasADi function ─tape─▶ tape ─optimise─▶ tape ─tape_to_llvm─▶ LLVM IR ─native─▶ object code ─cache─▶ address

| file | what it does |
|---|---|
| `kernel` | kernels by name: call one, ask for its address |
| `batch` | evaluates a kernel for many inputs, in lanes and threads |
| `builder` | finds the code of a kernel in the cache, or derives and compiles it |
| `operation` | scalar operations: names, numbers, operands |
| `tape` | a CasADi function as a list of scalar operations; evaluates it over any kind of number |
| `arithmetic` | kinds of number: doubles, many digits, the caller's own |
| `optimise` | decides roundings, removes what is computed twice |
| `tape_to_llvm`, `tape_to_c` | a tape as LLVM IR, as C99 |
| `llvm_operation`, `llvm_text` | one operation, and words of LLVM IR, for one number or several lanes |
| `sincos`, `vector_math` | sine and cosine in line; vector functions of the C library |
| `interpreter` | runs a tape until it is worth compiling |

A **routine** is a Python function of numbers and pointers in machine code: a time loop, a filter. From outside, use the
decorators of `routine.py`, and `pointers.py`.

    Python function ─routine_source─▶ text ─routine_to_llvm─▶ LLVM IR ─native─▶ object code ─shipped, cache─▶ address

| file | what it does |
|---|---|
| `routine` | the decorators; loads the code of a routine, or has it compiled |
| `pointers` | numbers at an address, calls of kernels, inside routines |
| `linear_algebra` | products, factorisations and solutions of small dense matrices, for routines |
| `routine_source` | the text of a Python function |
| `routine_reader` | the Python of a routine, node by node; `export` reads with it too, to write C |
| `routine_to_llvm`, `routine_expression`, `routine_value` | a routine as LLVM IR: statements, expressions, values |
| `ship`, `shipped` | writes archives of compiled routines when the package is built; reads them |

Both use:

| file | what it does |
|---|---|
| `processor` | instruction sets of the processor that code is made for |
| `native` | LLVM IR to object code, and object code to addresses |
| `undocumented` | all undocumented parts of CasADi and llvmlite that biela uses |
| `cache`, `package_digest` | compiled code on disk; digest of biela's own source, part of its key |
| `object_file` | symbols that an object file needs from outside |
| `wasm/` | objects for WebAssembly, linked into one module for pages |
"""
