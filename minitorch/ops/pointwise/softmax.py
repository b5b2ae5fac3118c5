"""softmax, log_softmax (core).

softmax and log_softmax compute exp, sum and division in one operation for stability: the largest number of every row is
taken off first, so that exp cannot overflow. They save the result alone, from which the derivative can be written.
"""

from ..._tensor import check_dim, method
from ...backend import array_module
from ...creation.memory_format import in_rows
from ...dtypes import named
from ...errors import warn
from ..copy.to import convert
from ..op import op
from ..out import takes_out
from ..reduction.sum import add_up, numpy_names, sum
from .exp_log import exp

__all__ = ["softmax", "log_softmax"]


def each_row(function, x, dim, name):
    """function(x, axis) in at least float32."""
    check_floating(x, name)
    dim = check_dim(dim, x.ndim)
    if not x.size:
        return x.copy()
    rows = in_rows(x.astype("float32") if x.dtype.itemsize == 2 else x)
    found = function(rows.reshape(rows.shape or (1,)), dim).reshape(x.shape)  # a number is a vector of length 1
    return found.astype(x.dtype, copy=False)


def check_floating(x, name):
    """Raise for numbers that have no softmax."""
    if x.dtype.kind in "iubc":
        raise NotImplementedError(f"{name} is not implemented for '{x.dtype}': convert it with .float()")


def softmax_along(x, axis):
    """e**x / sum(e**x). The largest x is taken off first, so that no power overflows."""
    powers = array_module(x).exp(x - x.max(axis=axis, keepdims=True))
    return powers / add_up(powers, (axis,), True)


def log_softmax_along(x, axis):
    """x - log(sum(e**x))"""
    xp = array_module(x)
    x = x - x.max(axis=axis, keepdims=True)
    return x - xp.log(add_up(xp.exp(x), (axis,), True))


@op(derivative="SoftmaxBackward0")
def _softmax(input, dim):
    return each_row(softmax_along, input, dim, "softmax")


@op(derivative="LogSoftmaxBackward0")
def _log_softmax(input, dim):
    return each_row(log_softmax_along, input, dim, "log_softmax")


def over(x, dim):
    """The sum along dim, kept as a dimension of length 1."""
    return sum(x, dim, True) if x.ndim else x


_softmax.grad(input=lambda g, dim, out: out * (g - over(g * out, dim)))
_log_softmax.grad(input=lambda g, dim, out: g - exp(out) * over(g, dim))


@takes_out
@numpy_names
def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(input) / sum(exp(input)) along `dim`: positive numbers that add up to 1.

    >>> import minitorch as mt
    >>> mt.softmax(mt.tensor([0.0, 0.0]), dim=0)
    tensor([0.5000, 0.5000])

    Errors: IndexError for a dim out of range; NotImplementedError for integers. Source: PyTorch, torch.softmax.
    """
    return _softmax(*prepared("softmax", input, dim, _stacklevel, dtype))


@takes_out
@numpy_names
def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """log(softmax(input)), computed as input - log(sum(exp(input))) so that small probabilities keep their digits.

    Source: PyTorch, torch.nn.functional.log_softmax.
    """
    return _log_softmax(*prepared("log_softmax", input, dim, _stacklevel, dtype))


def prepared(name, input, dim, _stacklevel, dtype):
    """(input, dim) as the operation takes them; a dtype may stand in the third place, where nn.functional has a number."""
    dtype = dtype if isinstance(_stacklevel, int) else _stacklevel
    dim = implicit_dim(name, input.ndim) if dim is None else dim
    return input if dtype is None else convert(input, named(dtype)), dim


def implicit_dim(name, ndim):
    """The dimension that PyTorch once chose when none was given."""
    warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.")
    return 0 if ndim in (0, 1, 3) else 1


method(softmax)
method(log_softmax)
