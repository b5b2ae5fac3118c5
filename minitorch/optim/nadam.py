"""nadam: NAdam, Adam that looks ahead along its momentum, as Nesterov's method does (shelf)."""

from ..creation.zeros import zeros_like
from .by_parameter import ByParameter, as_scalar, decayed, go, number, saved
from .checks import check_betas, check_lr, check_not_negative


class NAdam(ByParameter):
    """Adam with Nesterov's momentum: the new gradient takes part in the step apart from the mean m.

    betas           how much of the means is kept from step to step: of the gradient, of its square
    momentum_decay  how fast the momentum grows from half of betas[0] to all of it
    decoupled_weight_decay  shrink the parameter itself instead of adding to its gradient: NAdamW
    params, lr, eps, weight_decay, maximize, differentiable, foreach, capturable  as of Adam

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> optimizer = mt.optim.NAdam([w], lr=0.1)
    >>> w.sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8944], requires_grad=True)

    Errors: ValueError for negative options and for betas of 1 and more. Source: Dozat, 2016; PyTorch, torch.optim.NAdam.
    """

    counted = ("step", "mu_product")

    def __init__(
        self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
        decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_not_negative(lr=lr, eps=eps)
        check_betas(betas)
        check_not_negative(weight_decay=weight_decay, momentum_decay=momentum_decay)
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        defaults |= {"momentum_decay": momentum_decay, "decoupled_weight_decay": decoupled_weight_decay}
        defaults |= {"maximize": maximize, "foreach": foreach, "capturable": capturable}
        super().__init__(params, defaults | {"differentiable": differentiable})

    @staticmethod
    def _start(p, group):
        return {
            "step": number(0), "mu_product": number(1), "exp_avg": zeros_like(p), "exp_avg_sq": zeros_like(p),
        }  # fmt: skip

    @staticmethod
    def _change(p, grad, state, group):
        (beta1, beta2), decay, lr = group["betas"], group["momentum_decay"], as_scalar(group["lr"])
        m, v = state["exp_avg"], state["exp_avg_sq"]
        state["step"] += 1
        t = state["step"].item()
        grad = decayed(p, grad, lr, group)
        now, following = [beta1 * (1.0 - 0.5 * 0.96 ** (time * decay)) for time in (t, t + 1)]
        state["mu_product"] *= now
        product = state["mu_product"].item()
        m.lerp_(grad, 1 - beta1)
        v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        size = (v / (1 - beta2**t)).sqrt() + group["eps"]
        go(p, lr * (1.0 - now) / (1.0 - product), grad, size)
        go(p, lr * following / (1.0 - product * following), saved(m, group), size)
