"""asgd: ASGD, gradient descent that keeps the mean of the parameters on its way (shelf)."""

from .._tensor import Tensor
from ..creation.zeros import zeros_like
from .by_parameter import ByParameter, as_scalar, go, number, with_decay
from .checks import check_lr, check_not_negative


class ASGD(ByParameter):
    """p = p * (1 - lambd * eta) - eta * gradient, and state[p]["ax"] is the mean of p over the steps after step t0.

    lr            how far to go at first: eta = lr / (1 + lambd * lr * t) ** alpha after t steps
    lambd         how strongly parameters are drawn towards 0, and how fast the steps become smaller
    alpha         the power with which they do
    t0            the step after which the mean begins
    weight_decay  how strongly parameters are drawn towards 0 besides: weight_decay * p is added to the gradient
    params, maximize, differentiable, foreach, capturable  as of Adam

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> optimizer = mt.optim.ASGD([w], lr=0.1, t0=0)
    >>> for _ in range(2):
    ...     w.grad = mt.ones(1)
    ...     optimizer.step()
    >>> w, optimizer.state[w]["ax"]
    (tensor([0.8000], requires_grad=True), tensor([0.8000]))

    Errors: ValueError for a negative lr or weight_decay.
    Source: Polyak and Juditsky, 1992; PyTorch, torch.optim.ASGD.
    """

    counted = ("step", "eta", "mu")

    def __init__(
        self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
        differentiable=False, capturable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_not_negative(lr=lr, weight_decay=weight_decay)
        defaults = {"lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay}
        defaults |= {"foreach": foreach, "maximize": maximize, "differentiable": differentiable}
        super().__init__(params, defaults | {"capturable": capturable})

    @staticmethod
    def _start(p, group):
        lr = group["lr"]
        eta = number(lr.item() if isinstance(lr, Tensor) else lr)
        return {"step": number(0), "eta": eta, "mu": number(1), "ax": zeros_like(p)}

    @staticmethod
    def _change(p, grad, state, group):
        lr, lambd, mean = as_scalar(group["lr"]), group["lambd"], state["ax"]
        eta, mu = state["eta"].item(), state["mu"].item()
        state["step"] += 1
        t = state["step"].item()
        grad = with_decay(p, grad, group)
        p.mul_(1 - lambd * eta)
        go(p, eta, grad)
        if mu == 1:
            mean.copy_(p)
        else:
            mean.add_((p - mean) * mu)
        state["eta"].fill_(lr / (1 + lambd * lr * t) ** group["alpha"])
        state["mu"].fill_(1 / max(1, t - group["t0"]))
