"""aten: torch.ops.aten: functions by the names of PyTorch's operators: torch.ops.aten.mul, aten.add.Tensor (shelf).

They are the functions of minitorch, of nn.functional, of linalg, special and fft, and Tensor's methods: one function
stands for all the forms (overloads) that PyTorch's operator has.
"""

import sys
from functools import cached_property

from .._tensor import Tensor
from .._tower import load
from ..dispatch.calling import dispatch, state, subclassed, watched
from ..dispatch.overloads import all_forms, arranged, lines, schema_of
from ..nn.functional import by_operator

OVERLOADS = frozenset(
    "default Tensor Scalar int float Tensor_Scalar Scalar_Tensor Tensor_Tensor dim dim_int dim_IntList dim_max dim_min out Tensor_out "
    "Scalar_out self correction start start_step padding p other list dimname Dimname input vec sizes self_dtype bool str".split()
)


# operators that PyTorch calls from its own
OTHER_NAMES = {
    "_convolution": "convolution", "_softmax": "softmax", "_log_softmax": "log_softmax",
    "_adaptive_avg_pool2d": "adaptive_avg_pool2d",
}  # fmt: skip


def function_named(name):
    """The function behind an operator's name, or None: "linalg_inv", "special_erf", "add_", "relu"."""
    top = sys.modules["minitorch"]
    for prefix in ["linalg", "special", "fft"]:
        if name.startswith(prefix + "_") and hasattr(getattr(top, prefix), name[len(prefix) + 1 :]):
            return getattr(getattr(top, prefix), name[len(prefix) + 1 :])
    for place in [top, by_operator, Tensor]:
        found = getattr(place, name, None)
        if callable(found) and not isinstance(found, type):
            return found
    return None


class OpOverload:
    """One form of an operator: aten.add.Tensor. Source: PyTorch, torch._ops.OpOverload."""

    autocast = None  # the function behind it asks

    def __init__(self, packet, name):
        self.overloadpacket = self._overloadpacket = packet
        self._overloadname = name
        self.namespace, self._opname, self._name = packet.namespace, packet.__name__, self.name()

    def __call__(self, /, *args, **kwargs):
        if state.below or self._schema is None or not (state.modes or state.frame or (subclassed and watched(*args))):
            return self.kernel(*args, **kwargs)
        return dispatch(self, *arranged(self, args, kwargs))

    @property
    def is_view(self):
        """Whether its result shows the memory of an argument."""
        text = "" if self._schema is None else str(self._schema).partition("(")[2]
        return "(a)" in text or "(a -> *)" in text

    @cached_property
    def _schema(self):
        """What it takes and gives; None for an operator that PyTorch composes of others."""
        return schema_of(self.overloadpacket.__name__, self._overloadname)

    def __deepcopy__(self, memo):
        return self  # there is one of each

    def decompose(self, *args, **kwargs):
        """What it is composed of, run; NotImplemented for an operator that is one below autograd."""
        return self.kernel(*args, **kwargs) if self._schema is None else NotImplemented

    def kernel(self, *args, **kwargs):
        """What computes it: the function of that name."""
        return self.overloadpacket(*args, **kwargs)

    @property
    def __name__(self):
        return f"{self.overloadpacket.__name__}.{self._overloadname}"

    def name(self):
        """The operator's whole name: "aten::add.Tensor"."""
        form = "" if self._overloadname == "default" else f".{self._overloadname}"
        return f"{self.overloadpacket._qualified_op_name}{form}"

    def __str__(self):
        return f"{self.overloadpacket.namespace}.{self.__name__}"

    def __repr__(self):
        return f"<OpOverload(op='{self.overloadpacket}', overload='{self._overloadname}')>"


class OpOverloadPacket:
    """An operator in all its forms: aten.add. Source: PyTorch, torch._ops.OpOverloadPacket."""

    autocast = None

    def __init__(self, name, function, namespace="aten"):
        self.__name__, self.function, self.namespace = name, function, namespace
        self._qualified_op_name = f"{namespace}::{name}"

    def __call__(self, *args, **kwargs):
        return self.function(*args, **kwargs)

    def __getattr__(self, name):
        if name not in OVERLOADS and name not in self.overloads():
            raise AttributeError(f"The underlying op of 'aten.{self.__name__}' has no overload name '{name}'")
        overload = OpOverload(self, name)
        setattr(self, name, overload)
        return overload

    def __deepcopy__(self, memo):
        return self  # there is one of each

    def overloads(self):
        """The names of the operator's forms, those that write into `out` too."""
        return list(all_forms().get(self.__name__) or lines().get(self.__name__, ("default",)))

    def __str__(self):
        return f"{self.namespace}.{self.__name__}"

    def __repr__(self):
        return f"<OpOverloadPacket(op='{self}')>"


# operators of other devices, and those that PyTorch keeps beside the ones that write into their argument: tools name them
ELSEWHERE = frozenset(
    "_thnn_fused_lstm_cell _thnn_fused_gru_cell cudnn_batch_norm cudnn_convolution miopen_convolution miopen_batch_norm "
    "mkldnn_convolution mkldnn_linear uniform exponential geometric cauchy log_normal random normal_functional device".split()
)


def kernel_named(name):
    """The function that stands for an operator no public function has the name, or the arguments, of."""
    return load("minitorch.dispatch.backward_kernels").KERNELS.get(name)


def without_kernel(name):
    """What an operator does that has nothing to compute it by."""

    def function(*args, **kwargs):
        raise NotImplementedError(f"minitorch has no kernel for aten::{name} with arguments of your own")

    return function


def __getattr__(name):
    """The operator of a name. Errors: AttributeError where there is none.

    >>> import minitorch as mt
    >>> mt.ops.aten.mul(mt.tensor([1.0, 2.0]), 3), mt.ops.aten.mul.Tensor
    (tensor([3., 6.]), <OpOverload(op='aten.mul', overload='Tensor')>)
    """
    function = None if name.startswith("__") else kernel_named(name) or function_named(OTHER_NAMES.get(name, name))
    if function is None and (name in lines() or name in ELSEWHERE):
        function = without_kernel(name)
    if function is None:
        raise AttributeError(f"'_OpNamespace' 'aten' object has no attribute '{name}'")
    packet = globals()[name] = OpOverloadPacket(name, function)
    return packet
