"""sgd: SGD, stochastic gradient descent with momentum, weight decay and Nesterov's variant (core)."""

from ..graph.grad_mode import enable_grad, set_grad_enabled
from .optimizer import Optimizer


class SGD(Optimizer):
    """p -= lr * v, where v is the gradient, or with momentum v = momentum * v + (1 - dampening) * gradient.

    params        tensors or groups, as for every Optimizer
    lr            how far to go
    momentum      how much of the last step's direction is kept; 0: nothing
    dampening     how much less a new gradient counts then
    weight_decay  how strongly parameters are drawn towards 0: weight_decay * p is added to the gradient
    nesterov      look ahead along the momentum: the step is gradient + momentum * v
    maximize      go up instead of down
    differentiable  record the steps, so that one can differentiate through them
    foreach, fused  how PyTorch computes it; taken and not used

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> optimizer = mt.optim.SGD([w], lr=0.1, momentum=0.9)
    >>> for _ in range(2):
    ...     w.grad = mt.ones(1)
    ...     optimizer.step()
    >>> w
    tensor([0.7100], requires_grad=True)

    Errors: ValueError for negative options, and for nesterov without momentum or with dampening.
    Source: Sutskever et al., 2013; PyTorch, torch.optim.SGD.
    """

    def __init__(
        self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
        maximize=False, foreach=None, differentiable=False, fused=None,
    ):  # fmt: skip
        checked = {"learning rate": lr, "momentum value": momentum, "weight_decay value": weight_decay}
        for name, value in checked.items():
            if value < 0.0:
                raise ValueError(f"Invalid {name}: {value}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        options = {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay}
        unusual = {"maximize": maximize, "foreach": foreach, "differentiable": differentiable, "fused": fused}
        super().__init__(params, options | {"nesterov": nesterov} | unusual)

    def step(self, closure=None):
        """Change every parameter that has a gradient once. Returns the loss that `closure` computed, if one is given.

        Source: PyTorch, torch.optim.SGD.step.
        """
        with enable_grad():
            loss = None if closure is None else closure()
        with set_grad_enabled(self.defaults["differentiable"]):
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is not None:
                        p.sub_(group["lr"] * self._direction(p, group))
        return loss

    def _direction(self, p, group):
        """What lr times is subtracted from p: its gradient, with weight decay and momentum as the group has them."""
        grad = -p.grad if group["maximize"] else p.grad
        if group["weight_decay"] != 0:
            grad = grad + group["weight_decay"] * p
        if group["momentum"] == 0:
            return grad
        v = self.state[p].get("momentum_buffer")
        if v is None:
            v = self.state[p]["momentum_buffer"] = grad.detach().clone()
        else:
            v.mul_(group["momentum"]).add_(grad, alpha=1 - group["dampening"])
        return grad + group["momentum"] * v if group["nesterov"] else v
