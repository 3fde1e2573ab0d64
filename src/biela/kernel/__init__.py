"""Symbolic functions to native code: lowering to LLVM, disk cache, calls for one number or several lanes at once."""
