"""method: BasePruningMethod, PruningContainer, identity, custom_from_mask, remove, is_pruned: weights under a mask (shelf).

A pruned module has the parameter `weight_orig`, the buffer `weight_mask`, which is 1 where the weight stays and 0 where
it is pruned, and a hook that computes `weight` from both before each call.
"""

from abc import ABC, abstractmethod

from ....creation.zeros import ones_like

__all__ = [
    "BasePruningMethod", "CustomFromMask", "Identity", "PruningContainer", "custom_from_mask", "identity", "is_pruned",
    "remove",
]  # fmt: skip


class BasePruningMethod(ABC):
    """A way to choose what is pruned. A class of yours sets PRUNING_TYPE and defines compute_mask.

    PRUNING_TYPE  "unstructured" (single numbers), "structured" (slices along self.dim) or "global" (whatever it likes):
                  what one more pruning is shown of a tensor that is pruned already

    Source: PyTorch, torch.nn.utils.prune.BasePruningMethod.
    """

    _tensor_name: str | None

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t, default_mask):
        """The mask for a tensor, of its shape: 0 in more places than `default_mask`."""

    def apply_mask(self, module):
        """The module's tensor with zeros where it is pruned."""
        if self._tensor_name is None:
            raise AssertionError(f"Module {module} has to be pruned")
        original = getattr(module, self._tensor_name + "_orig")
        return getattr(module, self._tensor_name + "_mask").to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prune the parameter `name`, with what the class takes as further arguments. Returns the method.

        importance_scores  a tensor by which to choose, instead of the parameter itself
        """
        method = combined(taken_off(module, name), cls(*args, **kwargs), name)
        original, first = getattr(module, name), not isinstance(method, PruningContainer)
        check_scores(importance_scores, original, f"parameter {name} of {module}")
        if first:
            module.register_parameter(name + "_orig", original)
            del module._parameters[name]
            before = ones_like(original)
        else:
            before = getattr(module, name + "_mask").detach().clone()
        try:
            mask = method.compute_mask(original if importance_scores is None else importance_scores, before)
            module.register_buffer(name + "_mask", mask)
            setattr(module, name, method.apply_mask(module))
            module.register_forward_pre_hook(method)
        except Exception:
            if first:
                module.register_parameter(name, getattr(module, name + "_orig"))
                del module._parameters[name + "_orig"]
            raise
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        """A tensor with zeros where it is pruned, without any module."""
        check_scores(importance_scores, t, "tensor t")
        before = ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(t if importance_scores is None else importance_scores, default_mask=before)

    def remove(self, module):
        """Make the pruned tensor an ordinary parameter, with its zeros."""
        name = self._tensor_name
        if name is None:
            raise AssertionError(f"Module {module} has to be pruned before pruning can be removed")
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters.pop(name + "_orig")
        original.data = weight.data
        del module._buffers[name + "_mask"]
        setattr(module, name, original)


class PruningContainer(BasePruningMethod):
    """Several methods, one after the other, on one parameter: the mask is that of the last on what the others left."""

    def __init__(self, *args):
        self._pruning_methods: tuple = ()
        if len(args) == 1:
            self._tensor_name = args[0]._tensor_name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method):
        """Add one more. Errors: TypeError for what is none, ValueError for one of another parameter."""
        if method is not None and not isinstance(method, BasePruningMethod):
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if method is not None and self._tensor_name != method._tensor_name:
            raise ValueError(
                f"Can only add pruning methods acting on the parameter named '{self._tensor_name}' to PruningContainer "
                f"{self}. Found '{method._tensor_name}'"
            )
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t, default_mask):
        """`default_mask`, and in the part that it leaves the mask of the last method."""
        method, mask = self._pruning_methods[-1], default_mask.to(dtype=t.dtype)
        left = left_over(method, t, default_mask)
        mask = mask.clone() if mask is default_mask else mask
        mask[left] = method.compute_mask(t[left], default_mask=default_mask[left]).to(dtype=mask.dtype)
        return mask


def left_over(method, t, mask):
    """An index for the part of a pruned tensor that a method of this type is to look at."""
    if method.PRUNING_TYPE == "unstructured":
        return mask == 1
    if method.PRUNING_TYPE == "global":
        return (slice(None),) * t.ndim
    if method.PRUNING_TYPE != "structured":
        raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
    if not hasattr(method, "dim"):
        raise AttributeError('Pruning methods of PRUNING_TYPE "structured" need to have the attribute `dim` defined.')
    dim = method.dim + t.ndim if method.dim < 0 else method.dim
    if dim < 0:
        raise IndexError(f"Index is out of bounds for tensor with dimensions {t.ndim}")
    index = [slice(None)] * t.ndim
    index[dim] = mask.sum(dim=[d for d in range(t.ndim) if d != dim]) != 0
    return tuple(index)


def taken_off(module, name):
    """The method that prunes a parameter already, taken off the module; None where there is none."""
    hooks = module._forward_pre_hooks
    found = [n for n, hook in hooks.items() if isinstance(hook, BasePruningMethod) and hook._tensor_name == name]
    if len(found) > 1:
        raise AssertionError(
            f"Avoid adding multiple pruning hooks to the same tensor {name} of module {module}. Use a PruningContainer."
        )
    return hooks.pop(found[0]) if found else None


def combined(old, method, name):
    """The new method, or a container of the old one and it."""
    method._tensor_name = name
    if old is None:
        return method
    container = old if isinstance(old, PruningContainer) else PruningContainer(old)
    container.add_pruning_method(method)
    return container


def check_scores(scores, like, what):
    """Raise unless there is a score for each number."""
    if scores is not None and scores.shape != like.shape:
        raise AssertionError(
            f"importance_scores should have the same shape as {what}, got {scores.shape} vs {like.shape}"
        )


# --- two ways without a choice ------------------------------------------------------------------------------------------


class Identity(BasePruningMethod):
    """Prunes nothing; but mask and hook are there."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        return default_mask

    @classmethod
    def apply(cls, module, name):
        return super().apply(module, name)


class CustomFromMask(BasePruningMethod):
    """Prunes by a mask that is given."""

    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        if default_mask.shape != self.mask.shape:
            raise AssertionError(
                f"default_mask shape {default_mask.shape} must match self.mask shape {self.mask.shape}"
            )
        return default_mask * self.mask.to(dtype=default_mask.dtype)

    @classmethod
    def apply(cls, module, name, mask):
        return super().apply(module, name, mask=mask)


def identity(module, name):
    """Give a parameter mask and hook, and prune nothing. Returns the module. Source: PyTorch, torch.nn.utils.prune.identity."""
    Identity.apply(module, name)
    return module


def custom_from_mask(module, name, mask):
    """Prune a parameter where `mask` is 0. Returns the module.

    >>> import minitorch as mt
    >>> from minitorch.nn.utils import prune
    >>> layer = prune.custom_from_mask(mt.nn.Linear(2, 1), "weight", mt.tensor([[0, 1]]))
    >>> layer.weight[0, 0].item(), sorted(layer.state_dict())
    (0.0, ['bias', 'weight_mask', 'weight_orig'])

    Source: PyTorch, torch.nn.utils.prune.custom_from_mask.
    """
    CustomFromMask.apply(module, name, mask)
    return module


def remove(module, name):
    """Make a pruned tensor an ordinary parameter, with its zeros. Returns the module.

    Errors: ValueError for one that is not pruned. Source: PyTorch, torch.nn.utils.prune.remove.
    """
    method = taken_off(module, name)
    if method is None:
        raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")
    method.remove(module)
    return module


def is_pruned(module):
    """Whether any module inside has a pruned tensor. Source: PyTorch, torch.nn.utils.prune.is_pruned."""
    return any(
        isinstance(hook, BasePruningMethod) for one in module.modules() for hook in one._forward_pre_hooks.values()
    )
