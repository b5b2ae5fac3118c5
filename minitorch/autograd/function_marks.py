"""function_marks: a Function that changes its inputs in place, or must not be differentiated twice (shelf)."""

from .._tensor import Tensor, touch, wrap
from ..graph import grad_mode
from ..ops.inplace.in_place import History
from .function import Function


def check_dirty(dirty, args, edges, outs):
    """Raise PyTorch's errors for inputs marked dirty that must not be changed, or are not returned, and count the change.

    edges  where the tensors among the arguments came from before the change
    """
    before = dict(zip([id(x) for x in args if isinstance(x, Tensor)], edges, strict=True))
    for x in dirty:
        if id(x) not in before:
            continue  # nobody else knows it
        if not any(x is one for one in outs):
            raise RuntimeError("Some elements marked as dirty during the forward method were not returned as output.")
        History.allow(x)
        touch(x)
        if x._base is not None and len(outs) > 1:
            raise RuntimeError("a Function that changes a view of another Tensor in place returns one Tensor alone")


def rewrite(x, edge):
    """Point a changed view, and so the tensor whose memory it shows, to the node that changed it."""
    out = wrap(x._array.copy())
    out._edge, out._requires_grad = edge, True
    History.remember(x, out)
    x._edge, x._requires_grad = edge, True
    x._seen = x._counter[0]


def once_differentiable(backward):
    """Decorate a backward that must not be differentiated itself; doing so with create_graph=True is then an error.

    Source: PyTorch, torch.autograd.function.once_differentiable.
    """

    def once(ctx, *grads):
        with grad_mode.no_grad():
            found = backward(ctx, *[g if g is None else g.detach() for g in grads])
        if not any(g is not None and g.requires_grad for g in grads):
            return found
        several = found if isinstance(found, tuple) else (found,)
        with grad_mode.enable_grad():
            return tuple([x if x is None else OnlyOnce.apply(x.detach().requires_grad_()) for x in several])

    once.__name__, once.__doc__ = backward.__name__, backward.__doc__
    return once


class OnlyOnce(Function):
    """The identity, whose derivative is an error."""

    @staticmethod
    def forward(ctx, x):
        return x.detach()

    @staticmethod
    def backward(ctx, grad):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")
