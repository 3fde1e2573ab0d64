"""Routines compiled by numba. Importing numba takes longer than most runs, so it is done only where one is missing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import llvmlite.binding as llvm
import llvmlite.ir as ir
from numba import types
from numba.core import config
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler, Flags, compile_extra
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.registry import CPUDispatcher, cpu_target
from numba.extending import intrinsic

from biela.dataclass import dataclass
from biela.kernel import native
from biela.kernel.object_file import undefined_symbols
from biela.kernel.routine import OPTIONS

RUN = types.CPointer(types.int64)


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """The code of a routine. Its helpers, and theirs, are linked in once each and optimised with it as a whole."""

    _linking_libraries: list[Any]

    def add_linking_library(self, library: Any) -> None:
        super().add_linking_library(library)
        if isinstance(library, _Piece):
            self._linking_libraries = list(dict.fromkeys([*self._linking_libraries, *library._linking_libraries]))

    def finalize(self) -> None:
        pieces = [library for library in self._linking_libraries if isinstance(library, _Piece)]
        owner = {f.name: piece for piece in pieces for f in piece._final_module.functions if not f.is_declaration}
        order: list[Any] = [self]  # callers first: LLVM links in only what is called already
        for library in order:
            called = [f.name for f in library._final_module.functions if f.is_declaration]
            order += [owner.pop(name) for name in called if name in owner]
        self._linking_libraries = order[1:] + [x for x in self._linking_libraries if not isinstance(x, _Piece)]
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Numba's passes, and vector instructions for neighbouring operations, where loops have too few turns to be vectorised."""
        codegen = self._codegen
        for options in (
            {"opt": codegen._opt_level, "loop_vectorize": codegen._loopvect, "cost": "cheap"},
            {"slp_vectorize": True},
        ):
            passes, builder = codegen._module_pass_manager(**{"slp_vectorize": False, **options})
            passes.run(self._final_module, builder)


class _Piece(_Whole):
    """The code of a helper, optimised by itself; it is linked and becomes machine code in routines alone."""

    def finalize(self) -> None:
        self._optimize_final_module()
        self._finalize_dynamic_globals()
        self._finalized = True


class _Compiler(_FunctionCompiler):  # type: ignore[misc]
    """Numba's compiler, without the entries through which Python and C would come in: they raise Python's errors."""

    def __init__(self, function: Callable[..., Any], kind: type[_Whole], inline: bool = False) -> None:
        super().__init__(function, cpu_target, OPTIONS, {}, Compiler)
        self.kind, self.inline = kind, inline

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        context, flags = cpu_target.target_context, Flags()
        cpu_target.options.parse_as_flags(flags, OPTIONS)
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        flags.enable_pyobject, flags.forceinline = False, self.inline
        library = self.kind(context.codegen(), self.py_func.__qualname__)
        library.enable_object_caching()
        return compile_extra(
            cpu_target.typing_context, context, self.py_func, args, return_type, flags, {}, library, self.pipeline_class
        )


class _Helper(CPUDispatcher):  # type: ignore[misc]
    """Numba's form of a helper; Python cannot call it."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        super().__init__(function, targetoptions=OPTIONS)
        self._compiler = _Compiler(function, _Piece, inline)

    def add_overload(self, made: Any) -> None:
        """Note what was compiled, under its library in place of an address."""
        self.targetctx.insert_user_function(made.library, made.fndesc, [made.library])
        self.overloads[tuple(made.signature.args)] = made._replace(entry_point=made.library)


@cache
def helper(function: Callable[..., Any], stamp: str, inline: bool = False) -> Any:
    """Numba's form of a helper; made anew if what it is compiled from, of which `stamp` is the digest, has changed."""
    return _Helper(function, inline)


@cache
def emitter(function: Callable[..., Any], stamp: str) -> Any:
    """Numba's form of a function defined by the code it emits."""
    made = intrinsic(function)
    cpu_target.typing_context.refresh()  # the compilation that meets it has begun already
    return made


def type_of(made: Any) -> Any:
    """Numba's type of a helper or an emitter."""
    return cpu_target.typing_context.resolve_value_type(made)


@dataclass(frozen=True)
class Compiled:
    """A routine in this process, and its machine code for others."""

    owner: Any
    address: int
    entry: str
    """Name of the function in the object code."""
    code: bytes | None
    """None if it refers to anything beyond the C library, such as numba's or Python's own functions."""


def compile_function(function: Callable[..., Any], checked: bool = False) -> Compiled:
    """A Python function of a pointer, compiled; or, checked, of a table that knows its length."""
    run = table_type() if checked else RUN
    with global_compiler_lock:
        library, entry = _library(function, run)
        address = int(library.get_pointer_to_function(entry))
        code = library._get_compiled_object()
    return Compiled(library, address, entry, code if _stands_alone(library, code) else None)


def _library(function: Callable[..., Any], run: Any) -> tuple[Any, str]:
    """The code of a routine, and the name of its entry."""
    result = _Compiler(function, _Whole).compile((run,), types.void)
    library, entry = result.library, result.fndesc.llvm_cfunc_wrapper_name
    library.add_ir_module(_entry(result.fndesc.llvm_func_name, entry, run))
    return library, entry


class _Foreign(JITCPUCodegen):  # type: ignore[misc]
    """Numba's code generator for another processor: object files come out, nothing is linked or run."""

    def __init__(self, triple: str, cpu: str) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self.triple, self.cpu = triple, cpu
        super().__init__("biela.ship")

    def _init(self, llvm_module: Any) -> None:
        model = {"reloc": "static" if self.triple.startswith("x86") else "default", "codemodel": "jitdefault"}
        target = llvm.Target.from_triple(self.triple)
        self._tm = target.create_target_machine(opt=config.OPT, cpu=self.cpu, jit=True, **model)
        self._tm_features, self._target_data = "", self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0
        nowhere = {"is_symbol_defined": lambda name: True, "get_function_address": lambda name: 1}  # nobody calls there
        self._engine = SimpleNamespace(finalize_object=lambda: None, **nowhere)

    def emit(self, module: Any, entry: str) -> bytes:
        """Object code. Of a routine for WebAssembly, only what its entry reaches: nobody else removes the rest."""
        if self.triple.startswith("wasm"):
            for function in module.functions:
                if not function.is_declaration and function.name != entry:
                    function.linkage = "internal"
            for variable in module.global_variables:
                if variable.linkage.name == "common":
                    variable.linkage = "internal"
            options = llvm.create_pipeline_tuning_options(speed_level=2)
            options.loop_vectorization = options.slp_vectorization = False
            builder = llvm.create_pass_builder(self._tm, options)
            builder.getModulePassManager().run(module, builder)
        return bytes(self._tm.emit_object(module))

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = self.triple
        return module

    def _scan_and_fix_unresolved_refs(self, module: Any) -> None:
        """Nothing is linked."""

    def _add_module(self, module: Any) -> None:
        """Nothing is linked."""

    def set_env(self, env_name: str, env: Any) -> None:
        """Nothing is run."""


def aim(triple: str, cpu: str) -> None:
    """From now on, all code of this process is for another processor; see `ship.py`."""
    cpu_target.target_context._internal_codegen = _Foreign(triple, cpu)


def object_code(function: Callable[..., Any]) -> tuple[str, bytes]:
    """(entry, object code) of a routine for the processor aimed at; `ValueError` if it does not stand alone."""
    with global_compiler_lock:
        library, entry = _library(function, RUN)
        library.finalize()
        code = cpu_target.target_context.codegen().emit(library._final_module, entry)
    if not _stands_alone(library, code):
        raise ValueError(f"{function.__qualname__} needs more than the C library")
    return entry, code


def _stands_alone(library: Any, code: bytes) -> bool:
    """Whether machine code means the same in another process: no addresses in it, and all that it calls is there."""
    try:
        return not library.has_dynamic_globals and undefined_symbols(code) <= native.linkable()
    except ValueError:  # a platform whose object files we cannot read
        return False


def table_type() -> Any:
    """Numba's type of a table that knows its length."""
    from biela.kernel.checked import Checked

    return Checked(types.int64)


def _entry(name: str, entry: str, run: Any) -> Any:
    """void entry(int64_t *run): calls the function in numba's own way, and forgets that it could have raised."""
    context = cpu_target.target_context
    module = context.create_module("entry")
    callee = ir.Function(module, context.call_conv.get_function_type(types.void, (run,)), name)
    outer = ir.Function(module, ir.FunctionType(ir.VoidType(), [context.get_value_type(RUN)]), entry)
    builder = ir.IRBuilder(outer.append_basic_block("entry"))
    given = outer.args[0]
    if run is not RUN:
        from biela.kernel.checked import table_from

        given = table_from(context, builder, given)
    context.call_conv.call_function(builder, callee, types.void, (run,), [given])
    builder.ret_void()
    return module
