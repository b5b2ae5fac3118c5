"""optimizers: the steps of SGD and Adam in PyTorch's operators, in which several of ours are one (shelf)."""

from ...memory_format import preserve_format
from ..calling import below, dispatch
from ..subclasses import takes
from .table import form, on_cpu, overload


@form("SGD._change")
def sgd(inner, self, p, grad, group):
    if group["maximize"]:
        grad = -grad
    if group["weight_decay"] != 0:
        grad = grad.add(p, alpha=group["weight_decay"])
    momentum = group["momentum"]
    if momentum != 0:
        state = self.state[p]
        v = state.get("momentum_buffer")
        if v is None:
            v = state["momentum_buffer"] = grad.detach().clone()
        else:
            v.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
        grad = grad.add(v, alpha=momentum) if group["nesterov"] else v
    p.add_(grad, alpha=-number(group["lr"]))


def number(lr):
    return lr.item() if hasattr(lr, "item") else lr


@form("Adam._change")
def adam(inner, p, grad, state, group):
    """The running means by lerp_ and addcmul_, the step by addcdiv_."""
    lr, (beta1, beta2) = group["lr"], group["betas"]
    if (
        group["differentiable"]
        or any([hasattr(x, "item") for x in (lr, beta1, beta2)])
        or group["amsgrad"]
        or p.is_complex()
    ):
        return inner(p, grad, state, group)
    m, v = state["exp_avg"], state["exp_avg_sq"]
    state["step"].add_(1)
    if group["weight_decay"] != 0:
        if group["decoupled_weight_decay"]:
            p.mul_(1 - lr * group["weight_decay"])
        else:
            grad = grad.add(p, alpha=group["weight_decay"])
    m.lerp_(grad, 1 - beta1)
    v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    t = state["step"].item()
    root = (v.sqrt() / (1 - beta2**t) ** 0.5).add_(group["eps"])
    p.addcdiv_(m, root, value=-(lr / (1 - beta1**t)))


@form("ByParameter._change_all")
def change_all(inner, self, group):
    """What is remembered of all parameters is made first."""
    for p in group["params"]:
        if p.grad is not None and len(self.state[p]) == 0:
            with below():
                self._remembered(p, group)
            for name, value in self.state[p].items():
                made = shown(name, value, p, type(self).__name__)
                self.state[p][name] = made if takes(made) else value
    inner(self, group)


def shown(name, value, p, kind):
    """Announce a tensor of an optimizer's state as it was made; of a parameter of a class of the user's, what that makes of it."""
    if name == "step" and kind in ("RMSprop", "Adadelta", "Adamax", "ASGD", "Rprop"):
        return dispatch(overload("zeros"), ([],), {"dtype": value.dtype} | on_cpu(), lambda: value)
    elif name == "step":
        return dispatch(overload("lift_fresh"), (value,), {}, lambda: value)
    elif kind == "Adagrad":
        named = {"pin_memory": False, "memory_format": preserve_format}
        return dispatch(overload("full_like"), (p, group_start(value)), named, lambda: value)
    elif hasattr(value, "shape") and value.shape == p.shape:
        return dispatch(
            overload("zeros_like"), (p,), {"pin_memory": False, "memory_format": preserve_format}, lambda: value
        )
    return value


def group_start(value):
    return value._array.flat[0].item() if value.numel() else 0.0


@form("RMSprop._change")
def rmsprop(inner, p, grad, state, group):
    if group["differentiable"] or hasattr(group["lr"], "item") or group["centered"] or p.is_complex():
        return inner(p, grad, state, group)
    state["step"].add_(1)
    if group["weight_decay"] != 0:
        grad = grad.add(p, alpha=group["weight_decay"])
    state["square_avg"].mul_(group["alpha"]).addcmul_(grad, grad, value=1 - group["alpha"])
    size = state["square_avg"].sqrt().add_(group["eps"])
    if group["momentum"] > 0:
        v = state["momentum_buffer"].mul_(group["momentum"]).addcdiv_(grad, size)
        p.add_(v, alpha=-group["lr"])
    else:
        p.addcdiv_(grad, size, value=-group["lr"])


@form("Adagrad._change")
def adagrad(inner, p, grad, state, group):
    if group["differentiable"] or hasattr(group["lr"], "item") or grad.is_sparse or p.is_complex():
        return inner(p, grad, state, group)
    state["step"].add_(1)
    step = state["step"].item()
    if group["weight_decay"] != 0:
        grad = grad.add(p, alpha=group["weight_decay"])
    lr = group["lr"] / (1 + (step - 1) * group["lr_decay"])
    state["sum"].addcmul_(grad, grad, value=1)
    p.addcdiv_(grad, state["sum"].sqrt().add_(group["eps"]), value=-lr)
