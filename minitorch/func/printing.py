"""printing: how tensors print inside of transforms: BatchedTensor(lvl=1, bdim=0, value=...); debug_unwrap (shelf)."""

from textwrap import indent

from .._tensor import Tensor, wrap
from .calling import Mapping
from .levels import Below, made_in, slices_of, whole_of

__all__ = ["debug_unwrap"]


class Showing(Mapping):
    """repr() of a tensor while transforms are in force."""

    def __call__(self, args, kwargs):
        x, slices = args[0], slices_of(args[0])
        low = 0 if slices is None else slices.level.number
        around = [level for level in made_in(x) if level.number > low]
        if slices is not None:
            with Below(slices.level):
                whole, dim = whole_of(slices, bool(around))
                text = wrapped(f"BatchedTensor(lvl={low}, bdim={dim}, value=", repr(whole))
        elif around:
            text = self.inner(wrap(x._array), **kwargs)
        else:
            text = self.inner(*args, **kwargs)
        for level in around:
            text = wrapped(f"GradTrackingTensor(lvl={level.number}, value=", text)
        return text


def wrapped(head, text):
    """A tensor's text inside of that of a wrapper."""
    return f"{head}\n{indent(text, '    ')}\n)"


def debug_unwrap(tensor, *, recurse=True):
    """The numbers that a tensor inside of transforms stands for, to be looked at; with recurse=False one wrapper less.

    >>> import minitorch as mt
    >>> mt.vmap(lambda x: print(mt.func.debug_unwrap(x)) or x)(mt.ones(2))
    tensor([1., 1.])
    tensor([1., 1.])

    Errors: TypeError for what is no tensor. Source: PyTorch, torch.func.debug_unwrap.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(
            "is_functorch_wrapped_tensor(): incompatible function arguments. The following argument types are supported:\n"
            f"    1. (arg0: torch.Tensor) -> bool\n\nInvoked with: {tensor!r}"
        )
    under = without_wrapper(tensor)
    while recurse and under is not tensor:
        tensor, under = under, without_wrapper(under)
    return under


def without_wrapper(x):
    """What a tensor stands for under its outermost wrapper; the tensor itself where there is none."""
    slices = slices_of(x)
    around = [level for level in made_in(x) if slices is None or level.number > slices.level.number]
    if around:
        under = wrap(x._array)
        under._made_in = around[:-1]
        return under
    if slices is None:
        return x
    with Below(slices.level):
        return whole_of(slices, not x._requires_grad)[0]
