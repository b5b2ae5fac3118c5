"""adamw: AdamW, Adam whose weight decay shrinks the parameters themselves (core)."""

from .adam import Adam


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
