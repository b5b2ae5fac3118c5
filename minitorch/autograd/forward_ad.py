"""forward_ad: dual_level, make_dual, unpack_dual: numbers together with how fast they change along a direction (shelf).

PyTorch carries the change, the tangent, from operation to operation. Here unpack_dual works it out of the recorded graph,
with the double-backward trick of functional.jvp: so a dual tensor requires gradients, and what is computed under no_grad
has no tangent.
"""

from collections import namedtuple

from .._tensor import Tensor
from ..creation.zeros import zeros_like
from ..graph import grad_mode
from .forward_rules import by_forward_rules
from .grad import grad

UnpackedDualTensor = namedtuple("UnpackedDualTensor", ["primal", "tangent"])  # noqa: PYI024 a tuple by PyTorch's names

_duals: list[
    list[tuple]
] = []  # of each level that was entered, the innermost last: (dual, tangent, whether it is recorded)


def enter_dual_level():
    """Begin a level, and return its number; there is one at a time. Source: PyTorch, torch.autograd.forward_ad."""
    if _duals:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    _duals.append([])
    return len(_duals) - 1


def exit_dual_level(*, level=None):
    """End the level: its duals have no tangents any more. Errors: RuntimeError for another than the last."""
    if not _duals or level not in (None, len(_duals) - 1):
        raise RuntimeError(
            f"Trying to exit a forward AD level that was not the last one that was created. Expected level {len(_duals) - 1}, "
            f"got {level}"
        )
    _duals.pop()


class dual_level:
    """With this, dual tensors can be made and unpacked.

    >>> import minitorch as mt
    >>> fw = mt.autograd.forward_ad
    >>> with fw.dual_level():
    ...     x = fw.make_dual(mt.tensor([1.0, 3.0]), mt.tensor([1.0, 0.5]))
    ...     fw.unpack_dual(x * x).tangent
    tensor([2., 3.])

    Source: PyTorch, torch.autograd.forward_ad.dual_level.
    """

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *error):
        exit_dual_level()


def make_dual(tensor, tangent, *, level=None):
    """A tensor that shows the numbers of `tensor` and moves along `tangent`, of the same shape.

    Errors: RuntimeError outside of a level, or for a tangent that does not fit; ValueError for integers.
    Source: PyTorch, torch.autograd.forward_ad.make_dual.
    """
    if not _duals:
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first."
        )
    for name, x in (("primal", tensor), ("tangent", tangent)):
        if not (x.is_floating_point() or x.is_complex()):
            raise ValueError(f"Expected {name} to be floating point or complex, but got: {x.dtype}")
    if tensor.shape != tangent.shape:
        raise RuntimeError(
            "Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
            f"supported. Tensor is of size {list(tensor.shape)} while the given forward gradient is of size "
            f"{list(tangent.shape)}."
        )
    recorded = tensor.requires_grad or tangent.requires_grad
    with grad_mode.enable_grad():
        dual = tensor.view_as(tensor) if tensor.requires_grad else tensor.detach().requires_grad_()
    _duals[-1].append((dual, tangent, recorded))
    return dual


def unpack_dual(tensor, *, level=None):
    """(primal, tangent): the numbers, and how fast they change; None if no dual tensor went into them, or outside of a level.

    Source: PyTorch, torch.autograd.forward_ad.unpack_dual.
    """
    if not isinstance(tensor, Tensor) or not _duals or not tensor.requires_grad or not _duals[-1]:
        return UnpackedDualTensor(tensor, None)
    for dual, tangent, kept in _duals[-1]:
        if dual is tensor:
            return UnpackedDualTensor(tensor if kept else tensor.detach(), tangent)
    duals, tangents, recorded = zip(*_duals[-1], strict=True)
    with grad_mode.enable_grad():
        v = zeros_like(tensor).requires_grad_()
        with by_forward_rules([tensor]):
            slopes = grad(tensor, duals, v, create_graph=True, allow_unused=True)
        pairs = [(s, t) for s, t in zip(slopes, tangents, strict=True) if s is not None]
        if not pairs:
            return UnpackedDualTensor(tensor, None)
        moving = [(s, t) for s, t in pairs if s.requires_grad]
        if not moving:  # the slope is 0 whatever v is
            return UnpackedDualTensor(tensor.detach(), zeros_like(tensor))
        slopes, along = zip(*moving, strict=True)
        (found,) = grad(slopes, v, along, create_graph=any(recorded))
    return UnpackedDualTensor(tensor if any(recorded) else tensor.detach(), found)
