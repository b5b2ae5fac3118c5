"""radam: RAdam, Adam that divides by the root of v only once there are enough gradients to know it (shelf)."""

from ..creation.zeros import zeros_like
from .by_parameter import ByParameter, as_scalar, decayed, number
from .checks import check_betas, check_lr, check_not_negative


class RAdam(ByParameter):
    """Rectified Adam: plain momentum in the first steps, then Adam, with a factor that says how well v is known.

    betas         how much of the means is kept from step to step: of the gradient, of its square
    decoupled_weight_decay  shrink the parameter itself instead of adding to its gradient: RAdamW
    params, lr, eps, weight_decay, maximize, differentiable, foreach, capturable  as of Adam

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> optimizer = mt.optim.RAdam([w], lr=0.1)
    >>> (w * 5).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.5000], requires_grad=True)

    Errors: ValueError for negative options and for betas of 1 and more. Source: Liu et al., 2019; PyTorch, torch.optim.RAdam.
    """

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *,
        foreach=None, maximize=False, capturable=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_not_negative(lr=lr, eps=eps)
        check_betas(betas)
        check_not_negative(weight_decay=weight_decay)
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize}
        defaults |= {"foreach": foreach, "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay}
        super().__init__(params, defaults | {"differentiable": differentiable})

    @staticmethod
    def _start(p, group):
        return {"step": number(0), "exp_avg": zeros_like(p), "exp_avg_sq": zeros_like(p)}

    @staticmethod
    def _change(p, grad, state, group):
        (beta1, beta2), lr = group["betas"], as_scalar(group["lr"])
        m, v = state["exp_avg"], state["exp_avg_sq"]
        state["step"] += 1
        t = state["step"].item()
        grad = decayed(p, grad, lr, group)
        m.lerp_(grad, 1 - beta1)
        v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        change = m / (1 - beta1**t) * lr
        most = 2 / (1 - beta2) - 1  # of how many gradients v can know at best, and of how many it knows now
        known = most - 2 * t * beta2**t / (1 - beta2**t)
        if known > 5.0:
            factor = (known - 4) * (known - 2) * most / ((most - 4) * (most - 2) * known)
            change = change * ((1 - beta2**t) ** 0.5 / (v.sqrt() + group["eps"])) * factor**0.5
        p.sub_(change)
