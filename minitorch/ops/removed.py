"""eig, symeig, solve, lstsq, matrix_rank, range ...: names that PyTorch has given up or keeps for old programs (shelf)."""

from .._tensor import method
from ..creation.arange import arange
from ..dtypes import get_default_dtype
from ..notes import warn
from .join.stack import stack
from .reduction.norm import norm

__all__ = ["eig", "symeig", "solve", "lstsq", "matrix_rank", "range"]
__all__ += ["frobenius_norm", "addmv_", "detach", "detach_", "get_device", "i0_", "segment_reduce"]

INSTEAD = {
    "eig": "torch.linalg.eig or torch.linalg.eigvals, which return complex tensors",
    "symeig": "torch.linalg.eigh or torch.linalg.eigvalsh, which take the lower triangle by default (UPLO='L')",
    "solve": "torch.linalg.solve, which takes its arguments the other way round",
    "lstsq": "torch.linalg.lstsq, which takes its arguments the other way round",
    "matrix_rank": "torch.linalg.matrix_rank, where symmetric= is called hermitian=",
}


def removed(name):
    """A function that raises PyTorch's error for a name that was removed."""

    def function(*args, **named):
        raise RuntimeError(
            f"This function was deprecated since version 1.9 and is now removed. `torch.{name}`: use {INSTEAD[name]}."
        )

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Removed from PyTorch: use {INSTEAD[name]}. Source: PyTorch, torch.{name}."
    return function


eig, symeig, solve, lstsq, matrix_rank = [removed(name) for name in INSTEAD]
for _function in (eig, symeig, solve, lstsq):
    method(_function)


# --- kept for old programs -------------------------------------------------------------------------------------------


def range(start, end=None, step=1, *, out=None, dtype=None, device=None, requires_grad=False):
    """start, start + step ... up to `end`, which is among them: unlike arange's. Source: PyTorch, torch.range.

    >>> import warnings
    >>> import minitorch as mt
    >>> warnings.simplefilter("ignore")
    >>> mt.range(1, 4)
    tensor([1., 2., 3., 4.])
    """
    warn(
        "torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with "
        "Python's range builtin. Instead, use torch.arange, which produces values in [start, end)."
    )
    if end is None:
        raise TypeError('range() missing 1 required positional arguments: "end"')
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = int((end - start) / step) + 1
    kind = dtype or (out.dtype if out is not None else get_default_dtype())
    numbers = arange(count, dtype=kind, device=device) * step + start
    if out is not None:
        return out.resize_(count).copy_(numbers)
    return numbers.to(kind).requires_grad_(requires_grad)


def frobenius_norm(input, dim, keepdim=False):
    """The root of the sum of squares along one dimension or two. Source: PyTorch, torch.frobenius_norm."""
    return norm(input, 2, dim, keepdim)


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """Reduce runs of slices along the first dimension, of the given lengths or between offsets: sum, mean, max, min, prod.

    >>> import minitorch as mt
    >>> mt.segment_reduce(mt.ones(4), "sum", lengths=mt.tensor([1, 3]))
    tensor([1., 3.])

    Errors: RuntimeError for lengths that do not add up. Source: PyTorch, torch.segment_reduce.
    """
    empty = {"sum": 0.0, "mean": float("nan"), "max": -float("inf"), "min": float("inf"), "prod": 1.0}
    if reduce not in empty:
        raise RuntimeError(f"segment_reduce(): unsupported reduction: {reduce}")
    if axis != 0 or (lengths is not None and lengths.ndim != 1):
        raise RuntimeError(
            "segment_reduce(): only runs along the first dimension, with a vector of lengths, are computed here"
        )
    if offsets is not None:
        lengths = offsets.diff()
    if lengths is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined")
    counts = lengths.tolist()
    if not unsafe and (min(counts, default=0) < 0 or sum(counts) != data.shape[0]):
        raise RuntimeError(
            "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1)"
        )
    start = empty[reduce] if initial is None else initial
    parts = [reduced(part, reduce, start) for part in data.split(counts)]
    return stack(parts) if parts else data.new_empty((0, *data.shape[1:]))


def reduced(part, reduce, start):
    """One run, reduced along its first dimension from a starting value on."""
    first = part.new_full(part.shape[1:], start)
    if reduce == "mean":
        return part.mean(0) if len(part) else first
    if reduce in ("sum", "prod"):
        return part.sum(0) + first if reduce == "sum" else part.prod(0) * first
    if not len(part):
        return first
    return part.amax(0).maximum(first) if reduce == "max" else part.amin(0).minimum(first)


# --- functions of what is a method ------------------------------------------------------------------------------------


def detach(input):
    """Tensor.detach. Source: PyTorch, torch.detach."""
    return input.detach()


def detach_(input):
    """Tensor.detach_. Source: PyTorch, torch.detach_."""
    return input.detach_()


def get_device(input):
    """Tensor.get_device: the number of the GPU, -1 on the CPU. Source: PyTorch, torch.get_device."""
    return input.get_device()


def addmv_(input, mat, vec, *, beta=1, alpha=1):
    """addmv in place. Source: PyTorch, torch.addmv_."""
    return input.addmv_(mat, vec, beta=beta, alpha=alpha)


def i0_(input):
    """i0 in place. Source: PyTorch, torch.i0_."""
    return input.i0_()
