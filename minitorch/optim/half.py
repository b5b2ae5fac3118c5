"""half: SGD and Adam change parameters of float16 and bfloat16 by PyTorch's own operations, each of which rounds once (shelf).

A taught step is written with a product and a sum, and in 16 bits each of both would be rounded: at a small rate that is as
much as the step itself.
"""

from .._holes import fill
from .._tensor import Tensor
from ..creation.tensor import tensor
from ..ops.comparison.maximum import maximum
from ..ops.promotion import is_half
from .adam import Adam
from .by_parameter import as_scalar
from .helpers import _get_value, go
from .sgd import SGD, as_number

plain_sgd, plain_adam = SGD._change, Adam._change


def change_by_sgd(self, p, grad, group):
    """SGD._change, of 16 bits in single operations."""
    if not is_half(p._array) or grad.is_sparse:
        return plain_sgd(self, p, grad, group)
    grad = -grad if group["maximize"] else grad
    grad = with_decay(p, grad, group["weight_decay"])
    momentum = group["momentum"]
    if momentum != 0:
        state = self.state[p]
        if state.get("momentum_buffer") is None:
            state["momentum_buffer"] = grad.detach().clone()
        else:
            state["momentum_buffer"].mul_(factor(momentum, p, group)).add_(grad, alpha=1 - group["dampening"])
        v = state["momentum_buffer"]
        grad = grad.add(v, alpha=momentum) if group["nesterov"] else v
    go(p, as_number(group["lr"]), grad)


def change_by_adam(p, grad, state, group):
    """Adam._change, of 16 bits in single operations; a step that is recorded stays as it is."""
    if not is_half(p._array) or group["differentiable"]:
        return plain_adam(p, grad, state, group)
    lr, beta1, beta2 = [as_scalar(option) for option in (group["lr"], *group["betas"])]
    if group["decoupled_weight_decay"]:
        p.mul_(factor(1 - lr * group["weight_decay"], p, group))
    else:
        grad = with_decay(p, grad, group["weight_decay"])
    m, v = state["exp_avg"], state["exp_avg_sq"]
    m.lerp_(grad, 1 - as_scalar(beta1, p.dtype))
    v.mul_(factor(beta2, p, group)).addcmul_(grad, grad, value=_get_value(1 - beta2))
    state["step"] += 1
    t = state["step"].item()
    if group["amsgrad"]:
        v = state["max_exp_avg_sq"].copy_(maximum(state["max_exp_avg_sq"], v))
    go(p, lr / (1 - beta1**t), m, v.sqrt() / (1 - beta2**t) ** 0.5 + group["eps"])


def factor(number, p, group):
    """What something that is remembered is multiplied with; foreach=True rounds it to 16 bits."""
    return tensor(_get_value(number), dtype=p.dtype) if group["foreach"] else number


def with_decay(p, grad, decay):
    """The gradient and decay * p, in one operation; a decay that is a tensor is recorded."""
    if isinstance(decay, Tensor):
        return grad.addcmul(p.clone(), decay)
    return grad.add(p, alpha=decay) if decay != 0 else grad


fill(SGD, _change=change_by_sgd)
fill(Adam, _change=staticmethod(change_by_adam))
