"""prune: weights under a mask that keeps some of them at 0 (shelf).

A pruned module has the parameter `weight_orig`, the buffer `weight_mask`, which is 1 where the weight stays and 0 where
it is pruned, and a hook that computes `weight` from both before each call. An amount is a fraction of the numbers, or of
the slices, as a float, or how many as an int.
"""

from abc import ABC, abstractmethod

from ...creation.zeros import ones_like
from ...ops.pointwise.arithmetic import abs
from ...ops.reduction.norm import norm
from ...ops.sort.sort import topk
from ...random.like import rand_like
from ...random.sampling import rand
from .convert_parameters import parameters_to_vector

# --- a way to choose ----------------------------------------------------------------------------------------------------


class BasePruningMethod(ABC):
    """A way to choose what is pruned. A class of yours sets PRUNING_TYPE and defines compute_mask.

    PRUNING_TYPE  "unstructured" (single numbers), "structured" (slices along self.dim) or "global" (whatever it likes):
                  what one more pruning is shown of a tensor that is pruned already

    Source: PyTorch, torch.nn.utils.prune.BasePruningMethod.
    """

    _tensor_name: str | None = None

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t, default_mask):
        """The mask for a tensor, of its shape: 0 in more places than `default_mask`."""

    def apply_mask(self, module):
        """The module's tensor with zeros where it is pruned."""
        original = getattr(module, self._tensor_name + "_orig")
        return getattr(module, self._tensor_name + "_mask").to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prune the parameter `name`, with what the class takes as further arguments. Returns the method.

        importance_scores  a tensor by which to choose, instead of the parameter itself
        """
        again, method, tensor = taken_off(module, name), cls(*args, **kwargs), getattr(module, name)
        method._tensor_name = name
        scores = tensor if importance_scores is None else importance_scores
        if again:
            mask = method.next_mask(scores, getattr(module, name + "_mask").detach())
        else:
            mask = method.compute_mask(scores, ones_like(tensor))
            del module._parameters[name]
            module.register_parameter(name + "_orig", tensor)
        module.register_buffer(name + "_mask", mask)
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def next_mask(self, t, mask):
        """`mask`, with zeros also where this method prunes the part that it leaves."""
        if self.PRUNING_TYPE == "global":
            return self.compute_mask(t, mask)
        left = mask == 1
        if self.PRUNING_TYPE == "structured":
            slices = left.movedim(self.dim, 0).flatten(1).any(1)
            left = (slice(None),) * (self.dim % t.ndim) + (slices,)
        made = mask.clone()
        made[left] = self.compute_mask(t[left], mask[left])
        return made

    def remove(self, module):
        """Make the pruned tensor an ordinary parameter, with its zeros."""
        name, weight = self._tensor_name, self.apply_mask(module)
        delattr(module, name)
        original = module._parameters.pop(name + "_orig")
        original.data = weight.data
        del module._buffers[name + "_mask"]
        setattr(module, name, original)


def taken_off(module, name):
    """The method that prunes a parameter already, taken off the module; None where there is none."""
    hooks = module._forward_pre_hooks
    found = [n for n, hook in hooks.items() if isinstance(hook, BasePruningMethod) and hook._tensor_name == name]
    return hooks.pop(found[0]) if found else None


# --- the ways that there are --------------------------------------------------------------------------------------------


class CustomFromMask(BasePruningMethod):
    """Prunes by a mask that is given."""

    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        return default_mask * self.mask.to(dtype=default_mask.dtype)


class RandomUnstructured(BasePruningMethod):
    """Prunes any numbers."""

    PRUNING_TYPE, dim = "unstructured", None

    def __init__(self, amount):
        if amount < 0 or (isinstance(amount, float) and amount > 1):
            raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")
        self.amount = amount

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        parts = mask.view(-1) if self.dim is None else mask.movedim(self.dim, 0)
        count = round(self.amount * len(parts)) if isinstance(self.amount, float) else self.amount
        if count > len(parts):
            raise ValueError(f"amount={count} should be smaller than the number of parameters to prune={len(parts)}")
        if count:
            parts[self.chosen(t, count)] = 0
        return mask

    def chosen(self, t, count):
        """Which numbers, or which slices along self.dim, are pruned."""
        return topk(rand_like(t).view(-1), k=count).indices


class L1Unstructured(RandomUnstructured):
    """Prunes the numbers of the smallest size."""

    def chosen(self, t, count):
        return topk(abs(t).view(-1), k=count, largest=False).indices


class RandomStructured(RandomUnstructured):
    """Prunes any slices along a dimension."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        super().__init__(amount)
        self.dim = dim

    def chosen(self, t, count):
        return topk(rand(t.shape[self.dim]), k=count, largest=False).indices


class LnStructured(RandomStructured):
    """Prunes the slices whose norm of order n is smallest."""

    def __init__(self, amount, n, dim=-1):
        super().__init__(amount, dim)
        self.n = n

    def chosen(self, t, count):
        others = [d for d in range(t.ndim) if d != self.dim % t.ndim]
        return topk(norm(t, self.n, others), k=count, largest=False).indices


# --- what people call ---------------------------------------------------------------------------------------------------


def identity(module, name):
    """Give a parameter mask and hook, and prune nothing. Returns the module. Source: PyTorch, torch.nn.utils.prune.identity."""
    return custom_from_mask(module, name, ones_like(getattr(module, name)))


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


def random_unstructured(module, name, amount):
    """Prune so many numbers of a parameter, any of them. Returns the module. Source: PyTorch, torch.nn.utils.prune."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    """Prune so many numbers of a parameter, the smallest by size. Returns the module.

    importance_scores  a tensor by which to choose instead

    >>> import minitorch as mt
    >>> layer = mt.nn.Linear(2, 2)
    >>> _ = mt.nn.utils.prune.l1_unstructured(layer, "weight", amount=0.5)
    >>> int((layer.weight == 0).sum())
    2

    Errors: ValueError for amounts that are out of range.
    Source: PyTorch, torch.nn.utils.prune.l1_unstructured.
    """
    L1Unstructured.apply(module, name, amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    """Prune so many slices along `dim`, any of them. Returns the module. Source: PyTorch, torch.nn.utils.prune."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    """Prune the slices along `dim` whose norm of order n is smallest. Returns the module.

    Source: PyTorch, torch.nn.utils.prune.ln_structured.
    """
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """Prune so many of all numbers of several parameters together.

    parameters         [(module, name), ...]
    pruning_method     a class, such as L1Unstructured; kwargs are its arguments
    importance_scores  {(module, name): tensor} by which to choose instead

    Errors: TypeError for a method that prunes slices. Source: PyTorch, torch.nn.utils.prune.global_unstructured.
    """
    scores, method = importance_scores or {}, pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(f'Only "unstructured" PRUNING_TYPE supported, but {method} has {method.PRUNING_TYPE}')
    tensors = {(module, name): getattr(module, name) for module, name in parameters}
    masks = [getattr(module, name + "_mask", ones_like(t)) for (module, name), t in tensors.items()]
    chosen_by = [scores.get(key, tensor) for key, tensor in tensors.items()]
    mask = method.next_mask(parameters_to_vector(chosen_by), parameters_to_vector(masks))
    pieces = mask.split([tensor.numel() for tensor in tensors.values()])
    for ((module, name), tensor), piece in zip(tensors.items(), pieces, strict=True):
        custom_from_mask(module, name, piece.view_as(tensor))


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
    hooks = [hook for one in module.modules() for hook in one._forward_pre_hooks.values()]
    return any(isinstance(hook, BasePruningMethod) for hook in hooks)
