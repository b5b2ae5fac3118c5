"""prune: weights under a mask that keeps some of them at 0 (shelf).

A pruned module has the parameter `weight_orig`, the buffer `weight_mask`, which is 1 where the weight stays and 0 where
it is pruned, and a hook that computes `weight` from both before each call. An amount is a fraction of the numbers, or of
the slices, as a float, or how many as an int.
"""

import numbers
from abc import ABC, abstractmethod

from ...creation.zeros import ones_like, zeros_like
from ...ops.pointwise.arithmetic import abs
from ...ops.reduction.norm import norm
from ...ops.sort.sort import sort, topk
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
        old, method = taken_off(module, name), cls(*args, **kwargs)
        method._tensor_name, original = name, getattr(module, name)
        scores = original if importance_scores is None else importance_scores
        before = ones_like(original)
        if old is not None:
            before = getattr(module, name + "_mask").detach().clone()
            container = old if isinstance(old, PruningContainer) else PruningContainer(old)
            container.add_pruning_method(method)
            method = container
        mask = method.compute_mask(scores, before)
        if old is None:
            del module._parameters[name]
            module.register_parameter(name + "_orig", original)
        module.register_buffer(name + "_mask", mask)
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        """A tensor with zeros where it is pruned, without any module."""
        before = ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(t if importance_scores is None else importance_scores, default_mask=before)

    def remove(self, module):
        """Make the pruned tensor an ordinary parameter, with its zeros."""
        name, weight = self._tensor_name, self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters.pop(name + "_orig")
        original.data = weight.data
        del module._buffers[name + "_mask"]
        setattr(module, name, original)


class PruningContainer(BasePruningMethod):
    """Several methods, one after the other, on one parameter: the mask is that of the last on what the others left."""

    def __init__(self, *args):
        self._pruning_methods, self._tensor_name = args, args[0]._tensor_name if args else None

    def add_pruning_method(self, method):
        """Add one more of the same parameter."""
        if not isinstance(method, BasePruningMethod):
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if method._tensor_name != self._tensor_name:
            raise ValueError(f"all methods prune {self._tensor_name!r}, and this one {method._tensor_name!r}")
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __getitem__(self, number):
        return self._pruning_methods[number]

    def compute_mask(self, t, default_mask):
        """`default_mask`, and in the part that it leaves the mask of the last method."""
        method, mask = self._pruning_methods[-1], default_mask.to(dtype=t.dtype).clone()
        left = left_over(method, t, default_mask)
        mask[left] = method.compute_mask(t[left], default_mask=default_mask[left]).to(dtype=mask.dtype)
        return mask


def left_over(method, t, mask):
    """An index for the part of a pruned tensor that a method of this type is to look at."""
    if method.PRUNING_TYPE == "unstructured":
        return mask == 1
    if method.PRUNING_TYPE == "global":
        return (slice(None),) * t.ndim
    dim = range(t.ndim)[method.dim]
    index = [slice(None)] * t.ndim
    index[dim] = mask.sum(dim=[d for d in range(t.ndim) if d != dim]) != 0
    return tuple(index)


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


class Amount(BasePruningMethod):
    """A method that prunes so many."""

    def __init__(self, amount):
        if amount < 0 or (not isinstance(amount, numbers.Integral) and amount > 1):
            raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")
        self.amount = amount

    def how_many(self, there):
        """The number of them that are pruned, of so many."""
        if not isinstance(self.amount, numbers.Integral):
            return round(self.amount * there)
        if self.amount > there:
            raise ValueError(f"amount={self.amount} should be smaller than the number of parameters to prune={there}")
        return self.amount


class RandomUnstructured(Amount):
    """Prunes any numbers."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        count, mask = self.how_many(t.numel()), default_mask.clone()
        if count:
            mask.view(-1)[self.chosen(t, count)] = 0
        return mask

    def chosen(self, t, count):
        return topk(rand_like(t).view(-1), k=count).indices


class L1Unstructured(RandomUnstructured):
    """Prunes the numbers of the smallest size."""

    def chosen(self, t, count):
        return topk(abs(t).view(-1), k=count, largest=False).indices


class RandomStructured(Amount):
    """Prunes any slices along a dimension."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        super().__init__(amount)
        self.dim = dim

    def compute_mask(self, t, default_mask):
        if t.ndim <= 1:
            raise ValueError(f"Structured pruning takes multidimensional tensors, not one of shape {t.shape}")
        count = self.how_many(t.shape[self.dim])
        if not count:
            return default_mask
        mask, index = zeros_like(t), [slice(None)] * t.ndim
        index[self.dim] = self.kept(t, count)
        mask[tuple(index)] = 1
        return mask * default_mask.to(dtype=mask.dtype)

    def kept(self, t, count):
        chances = rand(t.shape[self.dim])
        return chances > sort(chances).values[count - 1]


class LnStructured(RandomStructured):
    """Prunes the slices whose norm of order n is smallest."""

    def __init__(self, amount, n, dim=-1):
        super().__init__(amount, dim)
        self.n = n

    def kept(self, t, count):
        others = [d for d in range(t.ndim) if d != self.dim % t.ndim]
        return topk(norm(t, self.n, others), k=t.shape[self.dim] - count, largest=True).indices


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
    """Prune the slices along `dim` of the smallest norm of order n. Returns the module. Source: torch.nn.utils.prune."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """Prune so many of all numbers of several parameters together.

    parameters         [(module, name), ...]
    pruning_method     a class, such as L1Unstructured; kwargs are its arguments
    importance_scores  {(module, name): tensor} by which to choose instead

    Errors: TypeError for a method that prunes slices. Source: PyTorch, torch.nn.utils.prune.global_unstructured.
    """
    scores = importance_scores or {}
    parameters, method = list(parameters), pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(f'Only "unstructured" PRUNING_TYPE supported, but {method} has {method.PRUNING_TYPE}')
    tensors = [getattr(module, name) for module, name in parameters]
    chosen_by = [scores.get(key, tensor) for key, tensor in zip(parameters, tensors, strict=True)]
    masks = [getattr(m, name + "_mask", None) for m, name in parameters]
    masks = [ones_like(t) if mask is None else mask for mask, t in zip(masks, tensors, strict=True)]
    mask = PruningContainer(method).compute_mask(parameters_to_vector(chosen_by), parameters_to_vector(masks))
    pieces = mask.split([tensor.numel() for tensor in tensors])
    for (module, name), tensor, piece in zip(parameters, tensors, pieces, strict=True):
        custom_from_mask(module, name, mask=piece.view_as(tensor))


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
