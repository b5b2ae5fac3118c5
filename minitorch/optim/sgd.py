"""sgd: SGD, stochastic gradient descent with momentum, weight decay and Nesterov's variant (core)."""

from .._tensor import Tensor
from ..graph.grad_mode import enable_grad, set_grad_enabled
from .optimizer import Optimizer

LATER = {"nesterov": False, "maximize": False, "foreach": None, "differentiable": False, "fused": False}


def check_options(lr, momentum, dampening, weight_decay, nesterov):
    """Raise PyTorch's errors for options out of range."""
    check_lr(lr)
    for name, value in (("learning rate", lr), ("momentum value", momentum), ("weight_decay value", weight_decay)):
        if value < 0.0:
            raise ValueError(f"Invalid {name}: {value}")
    if nesterov and (momentum <= 0 or dampening != 0):
        raise ValueError("Nesterov momentum requires a momentum and zero dampening")


def check_lr(lr):
    """Raise for a learning rate of several numbers."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")


def check_fused(fused, foreach, differentiable):
    """Raise for ways to compute that exclude each other in PyTorch."""
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def as_number(lr):
    """A learning rate for a multiplication: a tensor of one element, in whatever shape, as one without dimensions."""
    return lr.reshape(()) if isinstance(lr, Tensor) and lr.dim() else lr


def times(weight_decay, p):
    """weight_decay * p. Where the graph may keep p, which is about to change, because a tensor decays it: of a copy."""
    return weight_decay * (p.clone() if isinstance(weight_decay, Tensor) else p)


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
        self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
        differentiable=False, fused=None,
    ):  # fmt: skip
        check_options(lr, momentum, dampening, weight_decay, nesterov)
        defaults = {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay}
        defaults |= {"nesterov": nesterov, "maximize": maximize, "foreach": foreach}
        super().__init__(params, defaults | {"differentiable": differentiable, "fused": fused})
        check_fused(fused, foreach, differentiable)

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:  # of a state that was saved before there were these options
            for name, default in LATER.items():
                group.setdefault(name, default)

    def step(self, closure=None):
        """Change every parameter that has a gradient once. Returns the loss that `closure` computed, if one is given.

        Source: PyTorch, torch.optim.SGD.step.
        """
        with set_grad_enabled(self.defaults["differentiable"]):
            loss = None
            if closure is not None:
                with enable_grad():
                    loss = closure()
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is not None:
                        self._change(p, p.grad, group)
        return loss

    def _change(self, p, grad, group):
        """Change one parameter."""
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            grad = grad + times(group["weight_decay"], p)
        momentum = group["momentum"]
        if momentum != 0:
            state = self.state[p]
            if state.get("momentum_buffer") is None:
                state["momentum_buffer"] = grad.detach().clone()
            else:
                state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            v = state["momentum_buffer"]
            grad = grad + momentum * v if group["nesterov"] else v
        p.sub_(grad * as_number(group["lr"]))
