"""weight_norm, remove_weight_norm: a weight as a length times a direction, by a hook before forward (shelf)."""

import warnings

from ...ops.reduction.norm import norm
from ..parameter import Parameter


def norm_except_dim(v, pow=2, dim=0):
    """The norms of the slices along one dimension, whose other dimensions become 1; with dim=-1, one norm of all.

    >>> import minitorch as mt
    >>> mt.norm_except_dim(mt.tensor([[3.0, 4.0], [6.0, 8.0]]))
    tensor([[ 5.],
            [10.]])

    Source: PyTorch, torch.norm_except_dim.
    """
    if dim == -1:
        return norm(v, pow)
    return norm(v, pow, [d for d in range(v.ndim) if d != dim % v.ndim], keepdim=True) if v.ndim > 1 else v.abs()


def _weight_norm(v, g, dim=0):
    """v, its slices along `dim` made as long as g says. Source: PyTorch, torch._weight_norm."""
    return v * (g / norm_except_dim(v, 2, dim))


class WeightNorm:
    """The hook: before each call it computes the weight from `weight_g`, the lengths, and `weight_v`, the directions."""

    def __init__(self, name, dim):
        self.name, self.dim = name, -1 if dim is None else dim

    def compute_weight(self, module):
        """The weight as the two parameters give it now."""
        return _weight_norm(getattr(module, self.name + "_v"), getattr(module, self.name + "_g"), self.dim)

    def remove(self, module):
        """Make the weight a parameter again, with the numbers that it has now."""
        weight = self.compute_weight(module)
        delattr(module, self.name)
        del module._parameters[self.name + "_g"]
        del module._parameters[self.name + "_v"]
        setattr(module, self.name, Parameter(weight.data))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module, name="weight", dim=0):
    """Train a weight's lengths, `weight_g`, and its directions, `weight_v`, apart. Returns the module.

    dim  the dimension that has a length for each of its slices; None: one length for the whole weight

    Warns that parametrizations.weight_norm is the newer way.
    Source: Salimans and Kingma, "Weight normalization", 2016; PyTorch, torch.nn.utils.weight_norm.
    """
    warnings.warn(
        "`torch.nn.utils.weight_norm` is deprecated in favor of `torch.nn.utils.parametrizations.weight_norm`.",
        FutureWarning,
        stacklevel=2,
    )
    hook, weight = WeightNorm(name, dim), getattr(module, name)
    del module._parameters[name]
    module.register_parameter(name + "_g", Parameter(norm_except_dim(weight, 2, hook.dim).data))
    module.register_parameter(name + "_v", Parameter(weight.data))
    setattr(module, name, hook.compute_weight(module))
    module.register_forward_pre_hook(hook)
    return module


def taken_off(module, name, kind):
    """The hook of this kind on a parameter, taken off the module. Errors: ValueError where there is none."""
    for number, hook in module._forward_pre_hooks.items():
        if isinstance(hook, kind) and hook.name == name:
            return module._forward_pre_hooks.pop(number)
    raise ValueError(f"{kind.__name__} of '{name}' not found in {module}")


def remove_weight_norm(module, name="weight"):
    """Make the weight one parameter again. Returns the module.

    Errors: ValueError where there is no weight_norm. Source: PyTorch, torch.nn.utils.remove_weight_norm.
    """
    taken_off(module, name, WeightNorm).remove(module)
    return module
