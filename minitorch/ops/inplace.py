"""inplace: operations that change a tensor instead of making a new one. Their names end in an underscore.

`x.add_(y)` computes what `x.add(y)` computes, writes it into x's memory, and counts the change, so that whoever saved
the old numbers can notice. Views of x, and the tensor that x is a view of, see the new numbers: the memory is theirs too.
"""

import numpy as np

from .. import random
from .._holes import hole
from .._tensor import Tensor, method, touch, wrap
from ..backend import array_module
from .arithmetic import zeros_of
from .op import NUMBER, cast, op
from .places import fitting, parse


class History:
    """What autograd wants to say about a change. Until the lesson on changes in place, anything may be changed."""

    @hole
    def allow(x):
        """Raise if x must not be changed."""

    @hole
    def before(x, args):
        """What to compute from: x, or, when a formula may want its old numbers, a copy of them."""
        return x

    @hole
    def wanted(x, other):
        """Whether a change of x by `other` makes a step to be remembered."""
        return False

    @hole
    def remember(x, out):
        """Note that x now holds what the step that made `out` computed."""


def write(x, out):
    """Put the numbers of `out` into the memory of x, and return x."""
    target, numbers = x._array, out._array
    if target.shape != numbers.shape:
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(numbers.shape)}"
        )
    if target.dtype is not numbers.dtype and out.dtype.category > x.dtype.category:
        kinds = [t.dtype.title for t in (out, x)]
        raise RuntimeError(f"result type {kinds[0]} can't be cast to the desired output type {kinds[1]}")
    if (
        target.base is not None
        and target.size
        and any(n > 1 and step == 0 for n, step in zip(target.shape, target.strides, strict=True))
    ):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )
    target[...] = numbers
    touch(x)
    History.remember(x, out)
    return x


def in_place(function, name=None):
    """Attach the in-place form of a method: `in_place(add)` makes `x.add_(...)`."""
    name = name or function.__name__ + "_"

    def change(self, *args, **kwargs):
        History.allow(self)
        out = function(History.before(self, args), *args, **kwargs)
        return out if out is NotImplemented else write(self, out)

    change.__name__ = change.__qualname__ = name
    change.__doc__ = f"{name[:-1]}, written into this tensor. Source: PyTorch, Tensor.{name}."
    setattr(Tensor, name, change)
    return change


# --- what has no counterpart that makes a new tensor ----------------------------------------------------------------------


@op(derivative="CopyBackwards")
def copied(x, src):
    return array_module(x).broadcast_to(src, x.shape).astype(x.dtype)


copied.grad(x=lambda g: zeros_of(g), src=lambda g: g)


@op(derivative="FillBackward0")
def filled(x, value):
    return array_module(x).full_like(x, value)


@op(derivative="ZeroBackward0")
def zeroed(x):
    return array_module(x).zeros_like(x)


zeroed.grad(x=lambda g: zeros_of(g))
filled.grad(x=lambda g: zeros_of(g), value=lambda g: g.sum())


@method
def copy_(self, src, non_blocking=False):
    """Copy the numbers of `src`, broadcast and converted, into this tensor. Source: PyTorch, Tensor.copy_."""
    History.allow(self)
    if not isinstance(src, Tensor):
        src = wrap(np.asarray(src))
    try:
        out = copied(self, src)
    except ValueError:
        raise RuntimeError(
            f"The size of tensor a {list(self.shape)} must match the size of tensor b {list(src.shape)}: copy_ broadcasts "
            "the second to the first, never the other way round"
        ) from None
    return write(self, out)


@method
def fill_(self, value):
    """Set every element to one number. Source: PyTorch, Tensor.fill_."""
    History.allow(self)
    if isinstance(value, Tensor) and value.dim():
        raise RuntimeError(
            f"fill_ only supports 0-dimension value tensor but got tensor with {value.dim()} dimensions."
        )
    return write(self, filled(self, value if isinstance(value, Tensor) else cast(value, self.dtype)))


@method
def zero_(self):
    """Set every element to 0. Source: PyTorch, Tensor.zero_."""
    History.allow(self)
    return write(self, zeroed(self))


def _draw(self, numbers):
    return self.copy_(wrap(array_module(self._array).asarray(numbers)))


@method
def normal_(self, mean=0, std=1, *, generator=None):
    """Fill with numbers from the normal distribution. Source: PyTorch, Tensor.normal_."""
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    return _draw(self, random.normal(self._array.shape, self._array.dtype, mean, std, generator))


@method
def uniform_(self, a=0, b=1, *, generator=None):
    """Fill with numbers drawn evenly from [a, b). Source: PyTorch, Tensor.uniform_."""
    if a > b:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={a} > to={b}")
    return _draw(self, random.uniform(self._array.shape, self._array.dtype, a, b, generator))


@method
def bernoulli_(self, p=0.5, *, generator=None):
    """Fill with 1 with probability p (a number, or a tensor with one for each place), else 0."""
    p = p._array if isinstance(p, Tensor) else p
    return _draw(self, random.bernoulli(p, self._array.shape, self._array.dtype, generator))


@method
def exponential_(self, lambd=1, *, generator=None):
    """Fill with numbers from the exponential distribution with rate lambd."""
    return _draw(self, random.exponential(self._array.shape, self._array.dtype, lambd, generator))


@method
def random_(self, *bounds, generator=None, **named):
    """Fill with whole numbers drawn evenly: random_() from all of them, random_(to), random_(low, high).

    `random_(low, None)` draws from low up to the largest whole number that the dtype can tell from its neighbours.
    Source: PyTorch, torch.Tensor.random_.
    """
    bounds += tuple([named[name] for name in ("from", "to") if name in named])
    low, high = (0, *bounds) if len(bounds) == 1 else bounds or (0, None)
    return _draw(self, random.random_integers(self._array.shape, self._array.dtype, low, high, generator))


# --- x[index] = value -------------------------------------------------------------------------------------------------------


def is_basic(index):
    """Whether an index selects a view: only ints, slices, None and Ellipsis."""
    parts = index if isinstance(index, tuple) else (index,)
    return all(
        i is None or i is ... or isinstance(i, slice) or (isinstance(i, int) and i is not True and i is not False)
        for i in parts
    )


def setitem(self, index, value):
    """`x[index] = value`: a copy into the view that the index selects; where it selects no view, index_put."""
    given = value if isinstance(value, Tensor) else number(value, self)
    if is_basic(index):
        view = self[index]
        return view.copy_(fitting(given, view)) if view.dim() or given is value else view.fill_(value)
    first, places = parse(self, index if isinstance(index, tuple) else (index,))
    part = self if first is None else self[first]
    return part.index_put_(places, given) if places else part.copy_(fitting(given, part))


def number(value, x):
    """A number that is assigned to elements of x, as a tensor."""
    if not isinstance(value, NUMBER):
        raise TypeError(f"can't assign a {type(value).__name__} to a {x.type()}: make it a tensor first")
    return wrap(array_module(x._array).asarray(value).astype(x._array.dtype))


def delitem(self, index):
    """A tensor has all its elements for good."""
    raise TypeError("Tensor does not support deleting items")


Tensor.__setitem__, Tensor.__delitem__ = setitem, delitem


# --- the same numbers in another shape --------------------------------------------------------------------------------------


def reshape_in_place(name):
    """Attach the in-place form of a view: afterwards the tensor itself has the view's shape and history."""
    view = getattr(Tensor, name)

    def change(self, *args, **kwargs):
        History.allow(self)
        out = view(self, *args, **kwargs)
        self._array, self._edge, self._requires_grad = out._array, out._edge, out._requires_grad
        touch(self)
        return self

    change.__name__ = change.__qualname__ = name + "_"
    change.__doc__ = f"{name}, of this tensor itself. Source: PyTorch, Tensor.{name}_."
    setattr(Tensor, name + "_", change)


for _name in ("squeeze", "unsqueeze", "t", "transpose", "swapaxes", "swapdims", "as_strided"):
    reshape_in_place(_name)

# --- all the others ---------------------------------------------------------------------------------------------------------

NAMES = """add sub subtract mul multiply div divide true_divide floor_divide remainder fmod pow neg negative abs absolute
sign sgn square sqrt rsqrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan arcsin arccos arctan
sinh cosh tanh asinh acosh atanh arcsinh arccosh arctanh atan2 arctan2 sigmoid relu floor ceil round trunc fix frac erf
erfc erfinv hypot xlogy logit sinc heaviside copysign nan_to_num deg2rad rad2deg clamp clip clamp_min clamp_max addcmul
addcdiv lerp masked_fill masked_scatter index_add index_copy index_fill index_put scatter scatter_add scatter_reduce tril
triu cumsum cumprod eq ne lt le gt ge greater greater_equal less less_equal not_equal logical_and logical_or logical_xor
logical_not bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_left_shift bitwise_right_shift
put index_reduce float_power ldexp gcd lcm lgamma digamma polygamma conj_physical""".split()

for _name in NAMES:
    if hasattr(Tensor, _name):
        in_place(getattr(Tensor, _name), _name + "_")


OPERATORS = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder"}
OPERATORS |= {"pow": "pow", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor"}
OPERATORS |= {"lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift"}


def updating(change):
    """The operator += of the method add_: what is no operand for us is left to the other side."""
    return lambda self, other: change(self, other) if isinstance(other, (Tensor, NUMBER)) else NotImplemented


for _operator, _name in OPERATORS.items():
    if hasattr(Tensor, _name + "_"):
        setattr(Tensor, f"__i{_operator}__", updating(getattr(Tensor, _name + "_")))

__all__ = []
