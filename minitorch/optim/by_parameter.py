"""by_parameter: ByParameter: the step of optimizers that change one parameter after the other (core).

What Adam, RMSprop and the rest have in common. Each of them says two things: what it remembers of a parameter before
its first step, and how a gradient and what is remembered change the parameter.
"""

from .._tensor import Tensor
from ..creation.tensor import tensor
from ..dtypes import float32, float64, get_default_dtype
from ..graph.grad_mode import enable_grad, is_grad_enabled, set_grad_enabled
from .optimizer import Optimizer

NOT_NEGATIVE = {"lr": "learning rate", "eps": "epsilon value"}
NOT_NEGATIVE |= dict.fromkeys(
    ("weight_decay", "momentum", "alpha", "lr_decay", "initial_accumulator_value", "momentum_decay")
)


def check_options(options):
    """Raise PyTorch's errors for options that are out of range."""
    if isinstance(options["lr"], Tensor) and options["lr"].numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    for name, value in options.items():
        if name in NOT_NEGATIVE and not value >= 0.0:
            raise ValueError(f"Invalid {NOT_NEGATIVE[name] or name + ' value'}: {value}")
    for index, beta in enumerate(options.get("betas", ())):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {index}: {beta}")


class ByParameter(Optimizer):
    """The base of optimizers whose rule looks at one parameter at a time.

    _start(p, group)                 what is remembered of p before its first step, a dictionary of tensors
    _change(p, grad, state, group)   change p, and in place the tensors in `state`. The weight decay is done by then
    """

    counted: tuple = ("step",)  # what is remembered as a tensor of one number

    def __init__(self, params, **defaults):
        check_options(defaults)
        super().__init__(params, defaults)

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            for p in group["params"]:
                remembered = self.state.get(p, {})
                for name in self.counted:
                    if name in remembered and not isinstance(remembered[name], Tensor):
                        remembered[name] = number(remembered[name])

    def step(self, closure=None):
        """Change every parameter that has a gradient, once. Return what closure() returned, or None without a closure."""
        with enable_grad():
            loss = None if closure is None else closure()
        with set_grad_enabled(self.defaults["differentiable"]):
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is not None:
                        state = self.state[p]
                        if len(state) == 0:
                            state.update(self._start(p, group))
                        self._update(p, state, group)
        return loss

    def _update(self, p, state, group):
        """Change p once: the weight decay, and then the rule of this optimizer."""
        self._change(*prepared(p, p.grad, state, group))


def prepared(p, grad, state, group):
    """The arguments of one _change, after the weight decay; a complex parameter is changed as pairs of real numbers."""
    if group.get("maximize"):
        grad = -grad
    if group["differentiable"]:  # what the graph of an earlier step keeps stays as it is
        state.update({name: value.clone() for name, value in state.items()})
    if p.is_complex():
        p, grad, state = pairs(p), pairs(grad), {name: pairs(value) for name, value in state.items()}
    group = as_scalars(group, p.dtype)
    added = group["differentiable"] and not group.get("decoupled_weight_decay")
    grad = decayed(p.clone() if added else p, grad, group)  # a graph may keep the p that a decay multiplies
    return p, grad, state, group


def as_scalars(group, dtype):
    """The group, with options that are tensors of one element as tensors without dimensions."""
    lr, betas = group["lr"], group.get("betas", ())
    if not any([isinstance(value, Tensor) for value in (lr, *betas)]):
        return group
    return group | {"lr": as_scalar(lr), "betas": tuple([as_scalar(beta, dtype) for beta in betas])}


def pairs(value):
    """A complex tensor as a view of real numbers; anything else as it is."""
    if not isinstance(value, Tensor) or not value.is_complex():
        return value
    return (value if is_grad_enabled() else value.detach())._view_as_real()


def number(value):
    """A number that is remembered, such as the count of steps: a tensor without dimensions."""
    kind = float64 if get_default_dtype() is float64 else float32
    return tensor(float(value), dtype=kind)


def decayed(p, grad, group):
    """The gradient with weight decay added; with decoupled_weight_decay as it is, after p itself has been shrunk."""
    decay = group["weight_decay"]
    if decay == 0:
        return grad
    if group.get("decoupled_weight_decay"):
        p.mul_(1 - group["lr"] * decay)
        return grad
    return grad + decay * p


def as_scalar(value, kind=None):
    """An option for arithmetic: a tensor of one element without dimensions, where `kind` asks for it in this dtype."""
    return value.reshape(()).to(kind or value.dtype) if isinstance(value, Tensor) else value
