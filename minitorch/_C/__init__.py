"""_C: torch._C: what programs ask PyTorch's compiled part for, as far as it is here too; the rest is not (shelf)."""

import itertools
import sys
from weakref import WeakKeyDictionary

from .._tensor import Tensor
from ..autograd import saved
from ..autograd.engine import tasks
from ..autograd.function import Function
from ..autograd.multithreading import _current_graph_task_execution_order as _current_graph_task_execution_order
from ..autograd.multithreading import _is_multithreading_enabled as _is_multithreading_enabled
from ..backend import device, get_default_device
from ..backends import mkldnn
from ..cuda.memory import OutOfMemoryError
from ..dispatch.calling import NoDispatch as _DisableTorchDispatch
from ..dtypes import dtype
from ..graph.node import AccumulateGrad, new_type
from ..linalg.checks import LinAlgError as _LinAlgError
from ..memory_format import layout, memory_format
from ..nn.functional import by_operator as _nn
from ..ops.op import ops
from ..overrides.asking import DisableTorchFunction as DisableTorchFunction
from ..overrides.asking import DisableTorchFunctionSubclass as DisableTorchFunctionSubclass
from ..overrides.asking import _disabled_torch_function_impl as _disabled_torch_function_impl
from ..overrides.asking import state
from ..random import Generator
from ..size import Size

__all__ = ["Generator", "OutOfMemoryError", "Size", "_LinAlgError", "_nn", "device", "dtype", "layout", "memory_format"]

_TensorBase = TensorBase = Tensor
_TensorMeta = type(Tensor)
_get_default_device = get_default_device


class UndefinedGrad(Function):
    @staticmethod
    def forward(ctx, *tensors):
        return tensors[0] if len(tensors) == 1 else tensors

    @staticmethod
    def backward(ctx, *grads):
        return (None,) * len(grads)


class Error(Function):
    @staticmethod
    def forward(ctx, message, *tensors):
        ctx.message = message
        return tensors[0] if len(tensors) == 1 else tensors

    @staticmethod
    def backward(ctx, *grads):
        raise RuntimeError(ctx.message)


_undefined, _delayed = UndefinedGrad.apply, Error.apply


class _Steps:
    """torch._C._functions: the classes of recorded steps by their names."""

    AccumulateGrad = AccumulateGrad

    class UndefinedGrad:
        """Called with tensors it gives them back, and no gradient comes through."""

        def __call__(self, *tensors):
            return _undefined(*tensors)

    class DelayedError:
        """Called with tensors it gives them back, and a gradient that comes is an error with this message."""

        def __init__(self, message, count=1):
            self.message = message

        def __call__(self, *tensors):
            return _delayed(self.message, *tensors)

    def __getattr__(self, name):
        for op in ops:
            kind = op.node_types.get(name) or (name == op.derivative and op.functions and new_type(op, name))
            if kind:
                return kind
        raise AttributeError(f"module 'minitorch._C._functions' has no attribute '{name}'")


class _Prefixed:
    """torch._C._linalg and the like: the functions of a package as linalg_norm, fft_fft, special_erf."""

    def __init__(self, package):
        self.package = package

    def __getattr__(self, name):
        found = getattr(sys.modules["minitorch"], self.package)
        return getattr(found, name.removeprefix(f"{self.package}_"))


_linalg, _fft, _special = _Prefixed("linalg"), _Prefixed("fft"), _Prefixed("special")
_functions, _VariableFunctions = _Steps(), sys.modules["minitorch"]
_VariableFunctionsClass = type(_VariableFunctions)


class Graph:
    """A graph of source, of which there are none here. Source: PyTorch, torch._C.Graph."""


class Value(Graph):
    """What flows in one. Source: PyTorch, torch._C.Value."""


class Node(Graph):
    """A step of one. Source: PyTorch, torch._C.Node."""


class ScriptModule(Graph):
    """What was compiled of a module. Source: PyTorch, torch._C.ScriptModule."""


class ScriptMethod(Graph):
    """What was compiled of a method. Source: PyTorch, torch._C.ScriptMethod."""


class ScriptFunction(Graph):
    """What was compiled of a function. Source: PyTorch, torch._C.ScriptFunction."""


def _log_api_usage_once(name):
    """Nothing: use is not counted."""


def _get_tracing_state():
    """What records the trace that is being taken, whose push_scope and pop_scope name what its nodes belong to; None else."""
    calling = sys.modules.get("minitorch.dispatch.calling")
    return None if calling is None else calling.state.tracer


def _is_tracing():
    """Whether a trace is being taken."""
    return _get_tracing_state() is not None


def _get_nnpack_enabled():
    """False: PyTorch's other library for convolutions is not here."""
    return False


def _get_mkldnn_enabled():
    """backends.mkldnn's switch."""
    return mkldnn.enabled


def _set_mkldnn_enabled(value):
    """Set it."""
    mkldnn.enabled = value


class _autograd:
    """torch._C._autograd."""

    @staticmethod
    def _saved_tensors_hooks_is_enabled():
        """False in a block of autograd.graph.disable_saved_tensors_hooks."""
        return saved.state.forbidden is None

    @staticmethod
    def _top_saved_tensors_default_hooks(ignore_is_tracing):
        """(what packs, what unpacks) of the innermost saved_tensors_hooks; None outside of them."""
        return saved.state.hooks[-1] if saved.state.hooks else None


count, numbers = itertools.count(), WeakKeyDictionary()  # backward passes and the numbers that they were given


def _current_graph_task_id():
    """A number that tells one backward pass from another, while it is on; otherwise -1."""
    if not tasks:
        return -1
    if tasks[-1] not in numbers:
        numbers[tasks[-1]] = next(count)
    return numbers[tasks[-1]]


def _is_torch_function_mode_enabled():
    """Whether the block of a TorchFunctionMode is open."""
    return bool(state.modes)


def _len_torch_function_stack():
    """How many are."""
    return len(state.modes)


def _are_functorch_transforms_active():
    """False: vmap and grad do not change what functions see."""
    return False


def _jit_set_profiling_mode(on):
    """False: there is no compiler whose modes could be on."""
    return False


_jit_set_profiling_executor = _jit_set_texpr_fuser_enabled = _jit_set_nvfuser_enabled = _jit_set_profiling_mode
_jit_override_can_fuse_on_cpu = _jit_override_can_fuse_on_gpu = _jit_set_profiling_mode


def _get_privateuse1_backend_name():
    """The name of a device of one's own, which nobody has given."""
    return "privateuseone"


class _Part:
    """torch._C._linalg and its kin: functions of a package with its name in front, linalg_inv."""

    def __init__(self, package):
        self.package = package

    def __getattr__(self, name):
        short = name.removeprefix(f"{self.package}_")
        home = getattr(sys.modules["minitorch"], self.package)
        if short == name or not hasattr(home, short):
            raise AttributeError(f"module 'minitorch._C._{self.package}' has no attribute '{name}'")
        return getattr(home, short)


_linalg, _fft, _special = _Part("linalg"), _Part("fft"), _Part("special")
