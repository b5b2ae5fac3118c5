"""adam: Adam and AdamW, steps in a size set by each number's own gradients: their mean over the root of their squares (core)."""

from ..creation.zeros import zeros_like
from .by_parameter import ByParameter, number, prepared


class Adam(ByParameter):
    """p -= lr * m / (sqrt(v) + eps), where m and v are running means of the gradient and of its square.

    params        tensors or groups, as for every Optimizer
    lr            how far to go: about this far in each step, whatever the size of the gradients
    betas         how much of the means is kept from step to step: of m, of v
    eps           keeps the division away from 0
    weight_decay  how strongly parameters are drawn towards 0: weight_decay * p is added to the gradient
    amsgrad       divide by the largest v there was, so that steps never grow
    maximize      go up instead of down
    differentiable  record the steps, so that one can differentiate through them
    decoupled_weight_decay  shrink the parameter itself instead of adding to its gradient: AdamW
    foreach, fused, capturable  how PyTorch computes it; taken and not used

    Both means begin at 0, so after t steps they are too small by the factor 1 - beta ** t, which is divided out.

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0, 1.0], requires_grad=True)
    >>> optimizer = mt.optim.Adam([w], lr=0.1)
    >>> (w * mt.tensor([1.0, 1000.0])).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000, 0.9000], requires_grad=True)

    Errors: ValueError for negative options and for betas of 1 and more.
    Source: Kingma and Ba, 2014; Reddi et al., 2018; PyTorch, torch.optim.Adam.
    """

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
        maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False,
    ):  # fmt: skip
        super().__init__(
            params, lr=lr, betas=tuple(betas), eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize,
            foreach=foreach, capturable=capturable, differentiable=differentiable, fused=fused,
            decoupled_weight_decay=decoupled_weight_decay,
        )  # fmt: skip

    @staticmethod
    def _start(p, group):
        return {"step": number(0), "exp_avg": zeros_like(p), "exp_avg_sq": zeros_like(p)}

    @staticmethod
    def _change(p, grad, state, group):
        lr, (beta1, beta2), m, v = group["lr"], group["betas"], state["exp_avg"], state["exp_avg_sq"]
        m.add_((1 - beta1) * (grad - m))
        v.mul_(beta2).add_((1 - beta2) * grad * grad)
        state["step"] += 1
        t = state["step"].item()
        p.sub_(lr / (1 - beta1**t) * m / (v.sqrt() / (1 - beta2**t) ** 0.5 + group["eps"]))

    def _update(self, p, state, group):
        if group["amsgrad"]:
            state.setdefault("max_exp_avg_sq", zeros_like(p))
            amsgrad(*prepared(p, p.grad, state, group))
        else:
            super()._update(p, state, group)


def amsgrad(p, grad, state, group):
    """Adam's step with the largest v so far in the divisor, so that a step never grows because v became small."""
    lr, (beta1, beta2), m, v = group["lr"], group["betas"], state["exp_avg"], state["exp_avg_sq"]
    most = state["max_exp_avg_sq"]
    m.add_((1 - beta1) * (grad - m))
    v.mul_(beta2).add_((1 - beta2) * grad * grad)
    most.copy_(most.clone().maximum(v))
    state["step"] += 1
    t = state["step"].item()
    p.sub_(lr / (1 - beta1**t) * m / (most.sqrt() / (1 - beta2**t) ** 0.5 + group["eps"]))


class AdamW(Adam):
    """Adam with weight decay apart from the gradient: p *= 1 - lr * weight_decay before each step.

    params        tensors or groups, as for every Optimizer
    lr, betas, eps, amsgrad, maximize, foreach, capturable, differentiable, fused  as of Adam
    weight_decay  the share of a parameter, times lr, that each step takes away

    Added to the gradient, weight decay would be divided by the root of v like everything else, and so hardly act where
    gradients are large.

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> w.grad = mt.zeros(1)
    >>> mt.optim.AdamW([w], lr=0.1, weight_decay=0.5).step()
    >>> w
    tensor([0.9500], requires_grad=True)

    Errors: as of Adam. Source: Loshchilov and Hutter, 2017; PyTorch, torch.optim.AdamW.
    """

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False,
        foreach=None, capturable=False, differentiable=False, fused=None,
    ):  # fmt: skip
        super().__init__(
            params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
            differentiable=differentiable, fused=fused, decoupled_weight_decay=True,
        )  # fmt: skip

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True  # of a state that was saved before AdamW was a kind of Adam
