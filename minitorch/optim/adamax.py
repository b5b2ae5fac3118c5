"""adamax: Adamax, Adam that divides by the largest gradient instead of the root of a mean (shelf)."""

from ..creation.zeros import zeros_like
from ..ops.comparison.maximum import maximum
from .by_parameter import ByParameter, as_scalar, go, number, saved, with_decay
from .checks import check_betas, check_lr, check_not_negative


class Adamax(ByParameter):
    """p -= lr * m / u, where m is a running mean of the gradient and u the largest one, which fades.

    betas         how much is kept from step to step: of m, of u
    eps           added to the size of each gradient
    params, lr, weight_decay, maximize, differentiable, foreach, capturable  as of Adam

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> optimizer = mt.optim.Adamax([w], lr=0.1)
    >>> w.sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)

    Errors: ValueError for negative options and for betas of 1 and more.
    Source: Kingma and Ba, 2014; PyTorch, torch.optim.Adamax.
    """

    def __init__(
        self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
        differentiable=False, capturable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_not_negative(lr=lr, eps=eps)
        check_betas(betas)
        check_not_negative(weight_decay=weight_decay)
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "foreach": foreach}
        defaults |= {"maximize": maximize, "differentiable": differentiable, "capturable": capturable}
        super().__init__(params, defaults)

    @staticmethod
    def _start(p, group):
        return {"step": number(0), "exp_avg": zeros_like(p), "exp_inf": zeros_like(p)}

    @staticmethod
    def _change(p, grad, state, group):
        beta1, beta2 = group["betas"]
        grad, m, u = with_decay(p, grad, group), state["exp_avg"], state["exp_inf"]
        state["step"] += 1
        m.lerp_(grad, 1 - beta1)
        u.copy_(maximum(u * beta2, grad.abs() + group["eps"]))
        lr = as_scalar(group["lr"]) / (1 - beta1 ** state["step"].item())
        go(p, lr, saved(m, group), saved(u, group))
