"""rmsprop: RMSprop, the gradient over the root of a running mean of its square (shelf)."""

from ..creation.zeros import zeros_like
from .by_parameter import ByParameter, as_scalar, go, number, saved, with_decay
from .checks import check_lr, check_not_negative


class RMSprop(ByParameter):
    """p -= lr * gradient / (sqrt(v) + eps), where v is a running mean of the gradient's square.

    alpha         how much of the mean is kept from step to step
    momentum      how much of the last step is kept in the next; 0: nothing
    centered      take away from v the square of the gradient's own mean: divide by its deviation
    params, lr, eps, weight_decay, maximize, differentiable, foreach, capturable  as of Adam

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0, 1.0], requires_grad=True)
    >>> optimizer = mt.optim.RMSprop([w], lr=0.1, alpha=0.75)
    >>> (w * mt.tensor([1.0, 1000.0])).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000, 0.8000], requires_grad=True)

    Errors: ValueError for negative options. Source: Tieleman and Hinton, 2012; Graves, 2013; PyTorch, torch.optim.RMSprop.
    """

    def __init__(
        self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False,
        foreach=None, maximize=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_not_negative(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        defaults = {"lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered}
        defaults |= {"weight_decay": weight_decay, "capturable": capturable, "foreach": foreach, "maximize": maximize}
        super().__init__(params, defaults | {"differentiable": differentiable})

    @staticmethod
    def _start(p, group):
        state = {"step": number(0), "square_avg": zeros_like(p)}
        if group["momentum"] > 0:
            state["momentum_buffer"] = zeros_like(p)
        if group["centered"]:
            state["grad_avg"] = zeros_like(p)
        return state

    @staticmethod
    def _change(p, grad, state, group):
        lr, alpha, momentum = as_scalar(group["lr"]), group["alpha"], group["momentum"]
        grad, v = with_decay(p, grad, group), state["square_avg"]
        state["step"] += 1
        v.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            mean = saved(state["grad_avg"].lerp_(grad, 1 - alpha), group)
            v = v.addcmul(mean, mean, value=-1)
        size = v.sqrt() + group["eps"]
        if momentum > 0:
            go(p, lr, saved(state["momentum_buffer"].mul_(momentum).addcdiv_(grad, size), group))
        else:
            go(p, lr, grad, size)
