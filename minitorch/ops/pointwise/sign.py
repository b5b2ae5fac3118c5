"""sign, sgn, positive, rsub: signs, and a difference the other way round (shelf)."""

from ..._tensor import Tensor, method
from ...backend import array_module
from ..inplace.in_place import in_place_forms
from ..op import common, op
from .arithmetic import _rsub, abs, sub, zeros_of

__all__ = ["rsub", "positive", "sign", "sgn"]


def rsub(input, other, *, alpha=1):
    """other - alpha * input. Source: PyTorch, torch.rsub."""
    if not isinstance(input, Tensor):
        raise TypeError(f"rsub(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    return sub(other, input, alpha=alpha) if isinstance(other, Tensor) or alpha != 1 else _rsub(input, other)


def positive(input):
    """input itself. Source: PyTorch, torch.positive."""
    if input._array.dtype.kind == "b":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


method(positive, "positive", "__pos__")


def direction(x):
    """sign and sgn on arrays. NumPy says nan for the sign of nan; PyTorch says 0."""
    xp = array_module(x)
    if x.dtype.kind == "b":
        return x.copy()
    return xp.sign(x) if x.dtype.kind == "c" else xp.subtract(x > 0, x < 0, dtype=x.dtype)


@op(promote=common)
def sign(x):
    """-1, 0 or 1: the sign of a real number. Its derivative is 0. Source: PyTorch, torch.sign."""
    if x.dtype.kind == "c":
        raise NotImplementedError(
            "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead."
        )
    return direction(x)


sign.grad(x=lambda g: zeros_of(g))
method(sign)


@op(promote=common)
def sgn(x):
    """sign for real numbers; x / |x|, or 0, for complex ones. Source: PyTorch, torch.sgn."""
    return direction(x)


def turn(g, x, out):
    """How the direction of x follows x: not at all on the real line, across it in the complex plane."""
    if getattr(x, "_array", x).dtype.kind != "c":
        return zeros_of(g)
    size = abs(x) + (x == 0)  # g is zero there, and stays so
    return (g - (g * out).real * out.conj()) / size * (x != 0)


sgn.grad(x=turn)
method(sgn)


in_place_forms("sign", "sgn")
