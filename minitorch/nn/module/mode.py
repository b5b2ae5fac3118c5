"""mode: train, eval, requires_grad_, zero_grad: the last mixin of Module (core)."""

from ...autograd.detach import fill_with_zeros
from .state import State


def zero_grads(parameters, set_to_none=True):
    """Reset the gradients of these parameters, of frozen ones too.

    set_to_none=True   .grad becomes None
    set_to_none=False  .grad stays the same tensor, and fill_with_zeros(grad) fills it; None stays None
    """
    for parameter in parameters:
        if set_to_none:
            parameter.grad = None
        elif parameter.grad is not None:
            fill_with_zeros(parameter.grad)


class Mode(State):
    """The seventh mixin of Module: switches for a module and all modules inside it."""

    _fresh = {"training": lambda: True} | State._fresh

    def train(self, mode=True):
        """Set `.training` of this module and of those inside, unless a class overrides train(). Returns the module.

        Any other mode, such as "eval" or 1: ValueError("training mode is expected to be boolean"), and no mode changes.
        Source: PyTorch, torch.nn.Module.train.
        """
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """The same as train(False). Source: PyTorch, torch.nn.Module.eval."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Set requires_grad of all parameters in the tree to True or False. Buffers stay as they are. Returns the module."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Set all gradients to None, or with set_to_none=False fill them with zeros. Source: PyTorch, torch.nn.Module.zero_grad."""
        zero_grads(self.parameters(), set_to_none)

    def compile(self, *args, **kwargs):
        """Does nothing: there is no compiler, and the module runs as Python. Source: PyTorch, torch.nn.Module.compile."""


class Module(Mode):
    """What every network is made of. A class of yours defines `__init__`, which calls `super().__init__()`, and `forward`.

    Module is made of seven mixins, each of which is one idea:

    Registry       attributes: parameters, buffers and modules are registered
    Tree           modules inside modules: every iterator, paths, printing
    Convert        other dtypes and devices, the parameters staying the objects they are
    Call           forward, with hooks around it
    BackwardHooks  hooks for gradients
    State          state_dict and load_state_dict
    Mode           training and evaluating, trained and frozen

    >>> import minitorch as mt
    >>> class Scale(mt.nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = mt.nn.Parameter(mt.tensor(3.0))
    ...
    ...     def forward(self, x):
    ...         return x * self.factor
    >>> scale = Scale()
    >>> scale(mt.tensor([1.0, 2.0])).sum().backward()
    >>> scale.factor.grad
    tensor(3.)

    Source: PyTorch, torch.nn.Module.
    """

    __module__ = "minitorch.nn.module"
