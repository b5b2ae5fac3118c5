"""adaptive: Adagrad, Adadelta, RMSprop, Adamax, NAdam, RAdam: steps measured by the gradients before (shelf)."""

from .._tensor import Tensor
from ..creation.full import full_like
from ..creation.zeros import zeros_like
from ..ops.comparison.maximum import maximum
from .by_parameter import ByParameter, number


def go(p, size, x, divisor=None):
    """p -= size * x / divisor, in one operation where the size is a number; a size that is a tensor is recorded."""
    if isinstance(size, Tensor):
        p.sub_(size * x if divisor is None else size * x / divisor)
    elif divisor is None:
        p.add_(x, alpha=-size)
    else:
        p.addcdiv_(x, divisor, value=-size)


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
        super().__init__(
            params, lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value, foreach=foreach, maximize=maximize,
            differentiable=differentiable, fused=fused,
        )  # fmt: skip
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p].update(self._start(p, group))

    @staticmethod
    def _start(p, group):
        first = group["initial_accumulator_value"]
        first = complex(first, first) if p.is_complex() else first
        return {"step": number(0), "sum": full_like(p, first)}

    @staticmethod
    def _change(p, grad, state, group):
        state["step"] += 1
        lr = group["lr"] / (1 + (state["step"].item() - 1) * group["lr_decay"])
        go(p, lr, grad, state["sum"].addcmul_(grad, grad).sqrt() + group["eps"])


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
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        super().__init__(
            params, lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize, capturable=capturable,
            foreach=foreach, differentiable=differentiable,
        )  # fmt: skip

    @staticmethod
    def _start(p, group):
        return {"step": number(0), "square_avg": zeros_like(p), "acc_delta": zeros_like(p)}

    @staticmethod
    def _change(p, grad, state, group):
        rho, eps, u, v = group["rho"], group["eps"], state["acc_delta"], state["square_avg"]
        state["step"] += 1
        v.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        delta = (u + eps).sqrt() / (v + eps).sqrt() * grad
        u.mul_(rho).addcmul_(delta, delta, value=1 - rho)
        go(p, group["lr"], delta)


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
        super().__init__(
            params, lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay,
            capturable=capturable, foreach=foreach, maximize=maximize, differentiable=differentiable,
        )  # fmt: skip

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
        lr, alpha, momentum = group["lr"], group["alpha"], group["momentum"]
        v = state["square_avg"]
        state["step"] += 1
        v.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            mean = state["grad_avg"].lerp_(grad, 1 - alpha)
            v = v.addcmul(mean, mean, value=-1)
        size = v.sqrt() + group["eps"]
        if momentum > 0:
            go(p, lr, state["momentum_buffer"].mul_(momentum).addcdiv_(grad, size))
        else:
            go(p, lr, grad, size)


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
        super().__init__(
            params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
            differentiable=differentiable, capturable=capturable,
        )  # fmt: skip

    @staticmethod
    def _start(p, group):
        return {"step": number(0), "exp_avg": zeros_like(p), "exp_inf": zeros_like(p)}

    @staticmethod
    def _change(p, grad, state, group):
        beta1, beta2 = group["betas"]
        m, u = state["exp_avg"], state["exp_inf"]
        state["step"] += 1
        m.lerp_(grad, 1 - beta1)
        u.copy_(maximum(u * beta2, grad.abs() + group["eps"]))
        lr = group["lr"] / (1 - beta1 ** state["step"].item())
        go(p, lr, m, u)


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
        super().__init__(
            params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay,
            decoupled_weight_decay=decoupled_weight_decay, maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable,
        )  # fmt: skip

    @staticmethod
    def _start(p, group):
        return {
            "step": number(0), "mu_product": number(1), "exp_avg": zeros_like(p), "exp_avg_sq": zeros_like(p),
        }  # fmt: skip

    @staticmethod
    def _change(p, grad, state, group):
        (beta1, beta2), decay, lr = group["betas"], group["momentum_decay"], group["lr"]
        m, v = state["exp_avg"], state["exp_avg_sq"]
        state["step"] += 1
        t = state["step"].item()
        now, following = [beta1 * (1.0 - 0.5 * 0.96 ** (time * decay)) for time in (t, t + 1)]
        state["mu_product"] *= now
        product = state["mu_product"].item()
        m.lerp_(grad, 1 - beta1)
        v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        size = (v / (1 - beta2**t)).sqrt() + group["eps"]
        go(p, lr * (1.0 - now) / (1.0 - product), grad, size)
        go(p, lr * following / (1.0 - product * following), m, size)


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
        super().__init__(
            params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize, foreach=foreach,
            capturable=capturable, decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable,
        )  # fmt: skip

    @staticmethod
    def _start(p, group):
        return {"step": number(0), "exp_avg": zeros_like(p), "exp_avg_sq": zeros_like(p)}

    @staticmethod
    def _change(p, grad, state, group):
        (beta1, beta2), lr = group["betas"], group["lr"]
        m, v = state["exp_avg"], state["exp_avg_sq"]
        state["step"] += 1
        t = state["step"].item()
        m.lerp_(grad, 1 - beta1)
        v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        change = m / (1 - beta1**t) * lr
        most = 2 / (1 - beta2) - 1  # of how many gradients v can know at best, and of how many it knows now
        known = most - 2 * t * beta2**t / (1 - beta2**t)
        if known > 5.0:
            factor = (known - 4) * (known - 2) * most / ((most - 4) * (most - 2) * known)
            change = change * ((1 - beta2**t) ** 0.5 / (v.sqrt() + group["eps"])) * factor**0.5
        p.sub_(change)
