"""rprop: Rprop, steps whose sizes grow while a gradient keeps its sign and shrink when it turns (shelf)."""

from ..creation.full import full_like
from ..creation.zeros import ones_like, zeros_like
from ..ops.index.where import where
from .by_parameter import ByParameter, as_scalar, number, saved
from .checks import check_lr, check_not_negative


class Rprop(ByParameter):
    """p -= sign(gradient) * s, where each number has a step size s of its own. For gradients of the whole data set.

    lr          the first step size
    etas        by what a step size is multiplied: when the gradient has turned, when it has kept its sign
    step_sizes  the smallest and the largest step size
    params, maximize, differentiable, foreach, capturable  as of Adam

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> optimizer = mt.optim.Rprop([w], lr=0.1)
    >>> for _ in range(2):
    ...     w.grad = mt.ones(1)
    ...     optimizer.step()
    >>> w
    tensor([0.7800], requires_grad=True)

    Errors: ValueError unless lr >= 0 and 0 < etas[0] < 1 < etas[1].
    Source: Riedmiller and Braun, 1993; PyTorch, torch.optim.Rprop.
    """

    def __init__(
        self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None,
        maximize=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_not_negative(lr=lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        defaults = {"lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach, "maximize": maximize}
        super().__init__(params, defaults | {"differentiable": differentiable, "capturable": capturable})

    @staticmethod
    def _start(p, group):
        lr = as_scalar(group["lr"])
        first = complex(lr, lr) if p.is_complex() else lr
        return {"step": number(0), "prev": zeros_like(p), "step_size": full_like(p.grad, first)}

    @staticmethod
    def _change(p, grad, state, group):
        less, more = group["etas"]
        state["step"] += 1
        kept = (grad * saved(state["prev"], group)).sign()
        factor = where(kept > 0, more, where(kept < 0, less, ones_like(grad)))
        state["step_size"].mul_(factor).clamp_(*group["step_sizes"])
        grad = where(kept < 0, 0.0, grad)  # one that has turned waits a step
        p.sub_(grad.sign() * saved(state["step_size"], group))
        state["prev"].copy_(grad)
