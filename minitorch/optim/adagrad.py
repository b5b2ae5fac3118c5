"""adagrad: Adagrad, the gradient over the root of the sum of all squares so far (shelf)."""

from ..creation.full import full_like
from .by_parameter import ByParameter, as_scalar, go, number, with_decay
from .checks import check_fused, check_lr, check_not_negative


class Adagrad(ByParameter):
    """p -= lr * gradient / (sqrt(s) + eps), where s is the sum of the squares of all gradients so far.

    lr            how far to go; in step t lr / (1 + (t - 1) * lr_decay)
    initial_accumulator_value  the sum at the beginning
    params, weight_decay, eps, maximize, differentiable, foreach, fused  as of Adam

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0, 1.0], requires_grad=True)
    >>> optimizer = mt.optim.Adagrad([w], lr=0.1)
    >>> (w * mt.tensor([1.0, 1000.0])).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000, 0.9000], requires_grad=True)

    Errors: ValueError for negative options. Source: Duchi et al., 2011; PyTorch, torch.optim.Adagrad.
    """

    def __init__(
        self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
        maximize=False, differentiable=False, fused=None,
    ):  # fmt: skip
        check_lr(lr)
        check_not_negative(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay)
        check_not_negative(initial_accumulator_value=initial_accumulator_value, eps=eps)
        defaults = {"lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay}
        defaults |= {"initial_accumulator_value": initial_accumulator_value, "foreach": foreach, "maximize": maximize}
        super().__init__(params, defaults | {"differentiable": differentiable, "fused": fused})
        check_fused(fused, foreach, differentiable)
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p].update(self._start(p, group))

    @staticmethod
    def _start(p, group):
        first = group["initial_accumulator_value"]
        first = complex(first, first) if p.is_complex() else first
        return {"step": number(0, group["fused"]), "sum": full_like(p, first)}

    @staticmethod
    def _change(p, grad, state, group):
        grad = with_decay(p, grad, group)
        state["step"] += 1
        lr = as_scalar(group["lr"]) / (1 + (state["step"].item() - 1) * group["lr_decay"])
        go(p, lr, grad, state["sum"].addcmul_(grad, grad).sqrt() + group["eps"])
