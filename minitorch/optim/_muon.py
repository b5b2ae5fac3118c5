"""_muon: Muon, momentum whose steps are made orthogonal: for the matrices of hidden layers (shelf)."""

import math

from ..creation.zeros import zeros_like
from ..ops.matmul.addmm import addmm
from .by_parameter import ByParameter, apply_to_lists, as_scalar
from .checks import check_lr

EPS = 1e-7
DEFAULT_A, DEFAULT_B, DEFAULT_C = 3.4445, -4.7750, 2.0315
DEFAULT_NS_STEPS = 5
ADJUST = {
    None: lambda rows, columns: math.sqrt(max(1, rows / columns)),
    "original": lambda rows, columns: math.sqrt(max(1, rows / columns)),
    "match_rms_adamw": lambda rows, columns: 0.2 * math.sqrt(max(rows, columns)),
}


class Muon(ByParameter):
    """p -= lr * U @ V.T, where U S V.T is about the singular value decomposition of the momentum: every direction counts alike.

    params           matrices, or groups of them; biases, embeddings and the like are for another optimizer
    lr               how far to go
    weight_decay     how much parameters shrink in each step, times lr
    momentum         how much of the last steps' direction is kept
    nesterov         look ahead along the momentum
    ns_coefficients  of the polynomial a x + b x**3 + c x**5 that drives singular values towards 1
    ns_steps         how often it is applied
    eps              the least norm by which the momentum is divided
    adjust_lr_fn     how lr depends on the shape: "original" (also None) or "match_rms_adamw", which suits lr values of AdamW

    >>> import minitorch as mt
    >>> w = mt.zeros(2, 2, requires_grad=True)
    >>> optimizer = mt.optim.Muon([w], lr=1.0)
    >>> (w * mt.tensor([[3.0, 0.0], [0.0, 3.0]])).sum().backward()
    >>> optimizer.step()
    >>> w.round(decimals=1)
    tensor([[-1.1000,  0.0000],
            [ 0.0000, -1.1000]], grad_fn=<RoundBackward1>)

    Errors: ValueError for options out of range and for what is no matrix, RuntimeError for complex parameters.
    Source: Jordan et al., 2024; PyTorch, torch.optim.Muon.
    """

    later: dict = {}

    def __init__(
        self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True,
        ns_coefficients=(DEFAULT_A, DEFAULT_B, DEFAULT_C), eps=EPS, ns_steps=DEFAULT_NS_STEPS, adjust_lr_fn=None,
    ):  # fmt: skip
        check_lr(lr)
        for name, value in (("Learning rate", lr), ("momentum", momentum), ("weight decay", weight_decay)):
            if not value >= 0.0:
                raise ValueError(f"{name} should be >= 0 but is: {value}")
        if adjust_lr_fn not in ADJUST:
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        defaults = {"lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov}
        defaults |= {"ns_coefficients": ns_coefficients, "eps": eps, "ns_steps": ns_steps}
        super().__init__(params, defaults | {"adjust_lr_fn": adjust_lr_fn})
        for group in self.param_groups:
            for p in group["params"]:
                if p.ndim != 2:
                    raise ValueError(
                        f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}"
                    )

    def _remembered(self, p, group):
        if p.is_complex():
            raise RuntimeError("Muon does not support complex parameters")
        return super()._remembered(p, group)

    @staticmethod
    def _start(p, group):
        return {"momentum_buffer": zeros_like(p.grad)}

    @staticmethod
    def _change(p, grad, state, group):
        if grad.ndim != 2:
            raise ValueError("Param gradient must be a 2D matrix")
        lr, momentum = as_scalar(group["lr"]), group["momentum"]
        update = state["momentum_buffer"].lerp_(grad, 1 - momentum)
        if group["nesterov"]:
            update = grad.lerp(update, momentum)
        update = orthogonal(update, group["ns_coefficients"], group["ns_steps"], group["eps"])
        p.mul_(1 - lr * group["weight_decay"])
        p.sub_(lr * ADJUST[group["adjust_lr_fn"]](*p.shape) * update.to(p.dtype))


def orthogonal(matrix, coefficients, steps, eps):
    """About U @ V.T of the decomposition U S V.T, by Newton and Schulz's iteration in bfloat16."""
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(matrix.shape) != 2:
        raise ValueError("Input tensor gradient must be a 2D matrix")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    tall = matrix.size(0) > matrix.size(1)
    x = matrix.bfloat16()
    x = x.T if tall else x
    x = x / x.norm().clamp(min=eps)  # no singular value above 1
    for _ in range(steps):
        square = x @ x.T
        x = addmm(x, addmm(square, square, square, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


def muon(
    params, grads, muon_momentum_bufs, *, foreach=None, lr, weight_decay, momentum, nesterov, ns_coefficients,
    ns_steps, eps, adjust_lr_fn, has_complex,
):  # fmt: skip
    """One step of Muon as a function of lists. Source: PyTorch, torch.optim.muon."""
    if foreach:
        raise RuntimeError("Foreach is not supported for Muon yet")
    if has_complex:
        raise ValueError("Complex parameters are not supported")
    group = {"lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov}
    group |= {"ns_coefficients": ns_coefficients, "ns_steps": ns_steps, "eps": eps, "adjust_lr_fn": adjust_lr_fn}
    apply_to_lists(Muon, group, params, grads, momentum_buffer=muon_momentum_bufs)
