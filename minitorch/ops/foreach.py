"""foreach: _foreach_add, _foreach_mul_ and the rest: one operation on each tensor of a list (shelf).

PyTorch has them because one call on a GPU is sooner done than a thousand. Optimizers and averages of models that were
written with them run here too; each is the plain operation, tensor after tensor.
"""

from .._tensor import Tensor
from ..linalg.norm import vector_norm
from .copy.clone import clone
from .op import NUMBER
from .pointwise.pow import pow

ONE = """abs acos asin atan ceil clone cos cosh erf erfc exp expm1 floor frac lgamma log log10 log1p log2 max neg norm
powsum reciprocal round rsqrt sigmoid sign sin sinh sqrt tan tanh trunc zero""".split()
TWO = "add clamp_max clamp_min copy div maximum minimum mm mul pow sub".split()
THREE = "addcdiv addcmul lerp".split()
NAMES = {"scalar", "scalars", "other", "exponent", "src", "mat2", "value", "weight", "weights"}  # of what comes last
WITHOUT_WRITING, ONLY_WRITING = {"clone", "max", "norm", "powsum", "mm"}, {"zero", "copy"}

# --- lists --------------------------------------------------------------------------------------------------------------


def check_list(x, name):
    """Raise PyTorch's errors for what is no list of tensors."""
    if not isinstance(x, (list, tuple)):
        raise TypeError(f"{name}(): argument 'self' (position 1) must be tuple of Tensors, not {type(x).__name__}")
    if not x:
        raise RuntimeError("Tensor list must have at least one tensor.")
    for index, one in enumerate(x):
        if not isinstance(one, Tensor):
            raise TypeError(f"expected Tensor as element {index} in argument 0, but got {type(one).__name__}")


def one_for_each(value, count):
    """A list as long as the tensors are many: of tensors or numbers, or the same one for all."""
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) != count and value and isinstance(value[0], Tensor):
        raise RuntimeError(f"Tensor lists must have the same number of tensors, got {count} and {len(value)}")
    if len(value) != count:
        raise RuntimeError("Tensor list must have same number of elements as scalar list.")
    return value


def one_number(value):
    """A tensor given for all tensors is one number."""
    if isinstance(value, Tensor) and value.dim():
        raise RuntimeError(
            f"scalar tensor expected to be 0 dim but it has {value.dim()} dimensions and {value.numel()} elements."
        )
    return value


# --- the operations -----------------------------------------------------------------------------------------------------


def new_values(word, x, *others, **named):
    """One operation on one tensor: x.add(other) and so on."""
    if word in ("norm", "powsum"):
        return norm(x, *others, power=word == "powsum", **named)
    if word in THREE and word != "lerp":
        return getattr(x, word)(*others[:2], value=others[2])
    return clone(x) if word == "clone" else getattr(x, word)(*others, **named)


def norm(x, ord=2, dtype=None, power=False):
    """The norm of one tensor, or its power: the sum of |x|**ord."""
    found = vector_norm(x, ord, dtype=dtype)
    return found**ord if power else found


def written(word, x, *others, **named):
    """The same, in the memory of x."""
    if word in ("maximum", "minimum"):
        return x.copy_(getattr(x, word)(*others))
    if word in THREE and word != "lerp":
        return getattr(x, f"{word}_")(*others[:2], value=others[2])
    return getattr(x, f"{word}_")(*others, **named)


def as_tensor_of(x, other):
    """A number as a tensor like x, for an operation of two tensors."""
    return x.new_tensor(other) if isinstance(other, NUMBER) else other


def arguments_of(word, x, args, named):
    """For each tensor what its operation takes besides, and what is said by name (alpha, ord, dtype)."""
    last = [named.pop(name) for name in NAMES & named.keys()]
    first = [named.pop(name) for name in ("tensor1", "tensor2", "tensors1") if name in named]
    args = [*args, *first, *last]
    if word in ("addcdiv", "addcmul"):
        args = args if len(args) > 2 else [*args, 1]
        if isinstance(args[2], Tensor):
            args[2] = packed(args[2], len(x))
    if word in ONE:
        return [tuple(args)] * len(x)
    columns = [one_for_each(one_number(value), len(x)) for value in args]
    if word in ("maximum", "minimum"):
        columns = [[as_tensor_of(*pair) for pair in zip(x, columns[0], strict=True)]]
    return list(zip(*columns, strict=True))


def packed(scalars, count):
    """The numbers of a tensor that has one for each tensor of the list."""
    if scalars.dim() != 1:
        raise RuntimeError(f"Expected packed scalar Tensor to be of dimension 1. Got {scalars.dim()} instead.")
    if len(scalars) != count:
        raise RuntimeError(
            f"Expected length of scalars to match input of length {count} but got {len(scalars)} instead."
        )
    return scalars.tolist()


def make(word, writes):
    """The function for lists of an operation for tensors."""
    name = f"_foreach_{word}_" if writes else f"_foreach_{word}"
    step = written if writes else new_values

    def function(self, *args, **named):
        if word == "pow" and isinstance(self, NUMBER):
            return tuple([pow(self, exponent) for exponent in args[0]])
        check_list(self, name)
        rows = arguments_of(word, self, args, named)
        found = [step(word, x, *row, **named) for x, row in zip(self, rows, strict=True)]
        return self if writes else tuple(found)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{word}{'_' if writes else ''} of each tensor of a list. Source: PyTorch, torch.{name}."
    return function


_words = [*ONE, *TWO, *THREE]
globals().update({f"_foreach_{word}": make(word, False) for word in _words if word not in ONLY_WRITING})
globals().update({f"_foreach_{word}_": make(word, True) for word in _words if word not in WITHOUT_WRITING})
