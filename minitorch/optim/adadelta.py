"""adadelta: Adadelta, Adagrad with running means, and steps measured by the steps before (shelf)."""

from ..creation.zeros import zeros_like
from .by_parameter import ByParameter, as_scalar, go, number, with_decay
from .checks import check_lr, check_not_negative


class Adadelta(ByParameter):
    """p -= lr * d with d = gradient * sqrt(u + eps) / sqrt(v + eps); u, v: running means of the squares of d, of gradients.

    rho           how much of the means is kept from step to step
    eps           keeps the division away from 0, and lets the first steps be more than 0
    params, lr, weight_decay, maximize, differentiable, foreach, capturable  as of Adam

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> optimizer = mt.optim.Adadelta([w], rho=0.75, eps=0.01)
    >>> w.sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8039], requires_grad=True)

    Errors: ValueError for negative options and a rho above 1. Source: Zeiler, 2012; PyTorch, torch.optim.Adadelta.
    """

    def __init__(
        self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False,
        differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_not_negative(lr=lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check_not_negative(eps=eps, weight_decay=weight_decay)
        defaults = {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize}
        super().__init__(
            params, defaults | {"capturable": capturable, "foreach": foreach, "differentiable": differentiable}
        )

    @staticmethod
    def _start(p, group):
        return {"step": number(0), "square_avg": zeros_like(p), "acc_delta": zeros_like(p)}

    @staticmethod
    def _change(p, grad, state, group):
        rho, eps, u, v = group["rho"], group["eps"], state["acc_delta"], state["square_avg"]
        grad = with_decay(p, grad, group)
        state["step"] += 1
        v.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        delta = (u + eps).sqrt() / (v + eps).sqrt() * grad
        u.mul_(rho).addcmul_(delta, delta, value=1 - rho)
        go(p, as_scalar(group["lr"]), delta)
