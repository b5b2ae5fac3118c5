"""jit: torch.jit: trace writes what a module does into a graph; what is to be compiled by script runs as it is (shelf).

With PYTORCH_JIT=0 traced functions and modules run as they are, too.
"""

import os
import sys
import typing

from .._tower import load as _load
from ..futures import Future
from ..nn.module.mode import Module
from . import annotations as annotations

__all__ = [
    "Attribute", "Error", "Final", "ScriptFunction", "ScriptModule", "ScriptWarning", "TracerWarning", "annotate",
    "enable_onednn_fusion", "export", "fork", "freeze", "ignore", "interface", "is_scripting", "is_tracing",
    "isinstance", "load", "onednn_fusion_enabled", "optimize_for_inference", "optimized_execution", "save", "script",
    "script_if_tracing", "script_method", "set_fusion_strategy", "strict_fusion", "trace", "trace_module", "unused",
    "wait",
]  # fmt: skip

Final = typing.Final


class Error(RuntimeError):
    """An error in a scripted function; never raised here. Source: PyTorch, torch.jit.Error."""


class ScriptWarning(Warning):
    """A warning of the script compiler; never given here. Source: PyTorch, torch.jit.ScriptWarning."""


class TracerWarning(Warning):
    """A warning of the tracer: what a trace gives is not what the function gives. Source: PyTorch, torch.jit.TracerWarning."""

    @staticmethod
    def ignore_lib_warnings():
        """Nothing: the package's own code gives none."""


class ScriptModule(Module):
    """The class of modules that run graphs: those that `trace` makes. Source: PyTorch, torch.jit.ScriptModule."""


class ScriptFunction:
    """The class of functions that run graphs: those that `trace` makes. Source: PyTorch, torch.jit.ScriptFunction."""


class Attribute(typing.NamedTuple):
    """A value with its type, for the attributes of script modules. Source: PyTorch, torch.jit.Attribute."""

    value: object
    type: object


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """The function, class or module itself: it runs as Python. Source: PyTorch, torch.jit.script with PYTORCH_JIT=0.

    >>> import minitorch as mt
    >>> @mt.jit.script
    ... def double(x):
    ...     return x + x
    >>> double(mt.ones(2))
    tensor([2., 2.])
    """
    return obj


def trace(
    func, example_inputs=None, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
    _force_outplace=False, _module_class=None, _compilation_unit=None, example_kwarg_inputs=None, _store_inputs=True,
):  # fmt: skip
    """A module or function that runs the graph of what func did with the example inputs: no Python of func runs any more.

    example_inputs  a tensor, or a tuple of tensors
    check_trace     run both once more and warn where the results differ
    strict          refuse lists and dicts as results

    >>> import minitorch as mt
    >>> double = mt.jit.trace(lambda x: x * 2, mt.ones(2))
    >>> double(mt.tensor([3.0]))
    tensor([6.])

    Errors: RuntimeError for results that are no tensors. Source: PyTorch, torch.jit.trace.
    """
    if not _enabled():
        return func
    traced = _load("minitorch.jit.traced")
    return traced.trace(func, example_inputs, check_trace, check_inputs, check_tolerance, strict, example_kwarg_inputs)


def _enabled():
    """Whether PYTORCH_JIT is not 0, with which functions and modules stay as they are."""
    return os.environ.get("PYTORCH_JIT", "1") != "0"


def _get_trace_graph(
    f, args=(), kwargs=None, strict=True, _force_outplace=False, return_inputs=False, _return_inputs_states=False
):
    """(graph, what f returned): one flat graph, whose inputs are the tensors in args and f's parameters and buffers.

    >>> import minitorch as mt
    >>> graph, out = mt.jit._get_trace_graph(mt.nn.ReLU(), mt.ones(2))
    >>> [node.kind() for node in graph.nodes()]
    ['aten::relu']

    Source: PyTorch, torch.jit._get_trace_graph.
    """
    return _load("minitorch.jit.traced").trace_graph(f, args, kwargs, strict, return_inputs)


def trace_module(
    mod, inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
    _force_outplace=False, _module_class=None, _compilation_unit=None, example_inputs_is_kwarg=False, _store_inputs=True,
):  # fmt: skip
    """`trace` of a module: inputs is {"forward": its arguments}.

    Errors: NotImplementedError for other methods. Source: PyTorch, torch.jit.trace_module.
    """
    if type(inputs) is not dict:
        raise AttributeError("expected a dictionary of (method_name, input) pairs")
    if list(inputs) != ["forward"]:
        raise NotImplementedError(f"minitorch traces the method forward alone, and not {', '.join(inputs)}")
    return trace(mod, inputs["forward"], check_trace=check_trace, check_tolerance=check_tolerance, strict=strict)


def script_method(fn):
    """The method itself. Source: PyTorch, torch.jit.script_method with PYTORCH_JIT=0."""
    return fn


def script_if_tracing(fn):
    """The function itself: nothing is traced. Source: PyTorch, torch.jit.script_if_tracing."""
    return fn


_script_if_tracing = script_if_tracing


def export(fn):
    """Mark a method for the script compiler: it stays as it is. Source: PyTorch, torch.jit.export."""
    return fn


interface = export


def ignore(drop=False, **kwargs):
    """Mark a function as left to Python, with or without brackets: it stays as it is. Source: PyTorch, torch.jit.ignore."""
    return drop if callable(drop) else export


def unused(fn):
    """Mark a method as never called in a script: it stays as it is. Source: PyTorch, torch.jit.unused."""
    return fn


def _overload_method(fn):
    """Mark a signature of a method for the script compiler: the last definition is the one that runs, as in Python."""
    return fn


_overload = _overload_method


def annotate(the_type, the_value):
    """The value, whose type is told to the script compiler. Source: PyTorch, torch.jit.annotate."""
    return the_value


def isinstance(obj, target_type):
    """Whether obj is of a type, which may name what its containers hold: `List[int]`, `Optional[Tensor]`, a tuple of types.

    Source: PyTorch, torch.jit.isinstance.
    """
    if type(target_type) is tuple:
        return any(isinstance(obj, one) for one in target_type)
    origin, inner = typing.get_origin(target_type), typing.get_args(target_type)
    if origin is None:
        target_type = type(None) if target_type is None else target_type
        return type(obj) is target_type or (type(target_type) is type and issubclass(type(obj), target_type))
    if origin not in (list, dict, tuple):  # Optional and Union
        return any(isinstance(obj, one) for one in inner)
    if not issubclass(type(obj), origin):
        return False
    if origin is list:
        return all(isinstance(item, inner[0]) for item in obj)
    if origin is dict:
        return all(isinstance(key, inner[0]) and isinstance(value, inner[1]) for key, value in obj.items())
    return len(obj) == len(inner) and all(map(isinstance, obj, inner))


def is_scripting():
    """False: nothing runs as a script. Source: PyTorch, torch.jit.is_scripting."""
    return False


def is_tracing():
    """Whether a trace is being taken. Source: PyTorch, torch.jit.is_tracing."""
    calling = sys.modules.get("minitorch.dispatch.calling")
    return calling is not None and calling.state.tracer is not None


def fork(func, *args, **kwargs):
    """A Future of what func returns, which is computed at once. Source: PyTorch, torch.jit.fork."""
    future = Future()
    future.set_result(func(*args, **kwargs))
    return future


def wait(future):
    """What a `fork` returned. Source: PyTorch, torch.jit.wait."""
    return future.wait()


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    """RuntimeError: no module is a script module."""
    raise RuntimeError(
        "Freezing expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your "
        "'nn.Module'."
    )


def optimize_for_inference(mod, other_methods=None):
    """RuntimeError: no module is a script module."""
    raise RuntimeError(
        "optimize_for_inference expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to "
        "script your 'nn.Module'."
    )


def save(m, f, _extra_files=None):
    """Write a traced module or function, or a loaded one, to a path or an open binary file that PyTorch's torch.jit.load reads.

    _extra_files  {name: text} to be kept beside it

    >>> import io
    >>> import minitorch as mt
    >>> file = io.BytesIO()
    >>> mt.jit.save(mt.jit.trace(mt.nn.ReLU(), mt.ones(2)), file)
    >>> _ = file.seek(0)
    >>> mt.jit.load(file)(mt.tensor([-1.0, 2.0]))
    tensor([0., 2.])

    Errors: AttributeError for what is neither. Source: PyTorch, torch.jit.save.
    """
    if not hasattr(m, "_methods") and not hasattr(m, "_sources"):
        raise AttributeError(
            f"'{type(m).__name__}' object has no attribute 'save': trace it first, or save its state_dict with minitorch.save"
        )
    _load("minitorch.jit.saving").save(m, f, _extra_files)


def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    """The module in a file that torch.jit.save wrote, here or in PyTorch, of traced modules or of scripted ones.

    f             a path, or an open binary file
    map_location  where its tensors go, as for minitorch.load
    _extra_files  {name: ...}: what the file keeps under these names is put there

    The file's code is run step by step by a small machine of this package, which knows PyTorch's operators, numbers, lists and
    the file's own functions; Python runs none of it.

    Errors: RuntimeError for a step of the code that it does not know. Source: PyTorch, torch.jit.load.
    """
    return _load("minitorch.jit.reading").load(f, map_location, _extra_files)


LATER = {"TracedModule": "traced", "TopLevelTracedModule": "traced", "RecursiveScriptModule": "reading"}


def __getattr__(name):
    """The classes of what is traced and loaded, which wait until somebody asks."""
    if name not in LATER:
        raise AttributeError(f"module 'minitorch.jit' has no attribute '{name}'")
    return getattr(_load(f"minitorch.jit.{LATER[name]}"), name)


class optimized_execution:
    """A with-block that chooses among executors; nothing depends on it. Source: PyTorch, torch.jit.optimized_execution."""

    def __init__(self, should_optimize=True):
        self.should_optimize = should_optimize

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None


class strict_fusion(optimized_execution):
    """A with-block that asks a compiler to fuse all or fail. Source: PyTorch, torch.jit.strict_fusion."""


def set_fusion_strategy(strategy):
    """Nothing, as nothing is compiled: the strategy that was in force, none. Source: PyTorch, torch.jit.set_fusion_strategy."""
    return []


def enable_onednn_fusion(enabled):
    """Nothing, as nothing is compiled. Source: PyTorch, torch.jit.enable_onednn_fusion."""


def onednn_fusion_enabled():
    """False. Source: PyTorch, torch.jit.onednn_fusion_enabled."""
    return False
