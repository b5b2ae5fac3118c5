"""amount: random_unstructured, l1_unstructured, random_structured, ln_structured, global_unstructured: prune so many (shelf).

Each takes an amount: a fraction of the numbers, or of the slices, as a float, or how many as an int.
"""

import numbers
from collections.abc import Iterable

from ....creation.zeros import ones_like, zeros_like
from ....ops.pointwise.arithmetic import abs
from ....ops.reduction.norm import norm
from ....ops.sort.topk import kthvalue, topk
from ....random.like import rand_like
from ....random.sampling import rand
from ..convert_parameters import parameters_to_vector
from .method import BasePruningMethod, PruningContainer, custom_from_mask


def _validate_pruning_amount_init(amount):
    """Raise where an amount is neither a fraction nor a number of things. Source: PyTorch's function of this name."""
    if not isinstance(amount, numbers.Real):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    whole = isinstance(amount, numbers.Integral)
    if amount < 0 or (not whole and amount > 1):
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _validate_pruning_amount(amount, tensor_size):
    """Raise where more are to be pruned than there are. Source: PyTorch's function of this name."""
    if isinstance(amount, numbers.Integral) and amount > tensor_size:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={tensor_size}")


def _compute_nparams_toprune(amount, tensor_size):
    """How many are pruned of so many. Source: PyTorch's function of this name."""
    return amount if isinstance(amount, numbers.Integral) else round(amount * tensor_size)


class Amount(BasePruningMethod):
    """A method that prunes so many."""

    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def how_many(self, there):
        """The number of them that are pruned, of so many."""
        _validate_pruning_amount(self.amount, there)
        return _compute_nparams_toprune(self.amount, there)


# --- single numbers -----------------------------------------------------------------------------------------------------


class Unstructured(Amount):
    """A method that prunes single numbers."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        count, mask = self.how_many(t.numel()), default_mask.clone()
        if count:
            mask.view(-1)[self.chosen(t, count)] = 0
        return mask


class RandomUnstructured(Unstructured):
    """Prunes any numbers."""

    def chosen(self, t, count):
        return topk(rand_like(t).view(-1), k=count).indices

    @classmethod
    def apply(cls, module, name, amount):
        return super().apply(module, name, amount=amount)


class L1Unstructured(Unstructured):
    """Prunes the numbers of the smallest size."""

    def chosen(self, t, count):
        return topk(abs(t).view(-1), k=count, largest=False).indices

    @classmethod
    def apply(cls, module, name, amount, importance_scores=None):
        return super().apply(module, name, amount=amount, importance_scores=importance_scores)


# --- slices -------------------------------------------------------------------------------------------------------------


def _validate_structured_pruning(t):
    """Raise for a tensor that has no slices. Source: PyTorch's function of this name."""
    if t.ndim <= 1:
        raise ValueError(
            f"Structured pruning can only be applied to multidimensional tensors. Found tensor of shape {t.shape} "
            f"with {t.ndim} dims"
        )


def _validate_pruning_dim(t, dim):
    """Raise for a dimension that t does not have. Source: PyTorch's function of this name."""
    if dim >= t.ndim:
        raise IndexError(f"Invalid index {dim} for tensor of size {t.shape}")


def _compute_norm(t, n, dim):
    """The norm of order n of each slice of t along dim. Source: PyTorch's function of this name."""
    others = list(range(t.ndim))
    del others[dim]
    return norm(t, n, others)


class Structured(Amount):
    """A method that prunes whole slices along a dimension."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        super().__init__(amount)
        self.dim = dim

    def compute_mask(self, t, default_mask):
        _validate_structured_pruning(t)
        _validate_pruning_dim(t, self.dim)
        count = self.how_many(t.shape[self.dim])
        kept = self.kept(t, count)
        if not count:
            return default_mask
        mask, index = zeros_like(t), [slice(None)] * t.ndim
        index[self.dim] = kept
        mask[tuple(index)] = 1
        return mask * default_mask.to(dtype=mask.dtype)


class RandomStructured(Structured):
    """Prunes any slices."""

    def kept(self, t, count):
        if count:
            chances = rand(t.shape[self.dim])
            return chances > kthvalue(chances, k=count).values
        return None

    @classmethod
    def apply(cls, module, name, amount, dim=-1):
        return super().apply(module, name, amount=amount, dim=dim)


class LnStructured(Structured):
    """Prunes the slices whose norm of order n is smallest."""

    def __init__(self, amount, n, dim=-1):
        super().__init__(amount, dim)
        self.n = n

    def kept(self, t, count):
        return topk(_compute_norm(t, self.n, self.dim), k=t.shape[self.dim] - count, largest=True).indices

    @classmethod
    def apply(cls, module, name, amount, n, dim, importance_scores=None):
        return super().apply(module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores)


# --- what people call ---------------------------------------------------------------------------------------------------


def random_unstructured(module, name, amount):
    """Prune so many numbers of a parameter, any of them. Returns the module.

    Source: PyTorch, torch.nn.utils.prune.random_unstructured.
    """
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

    Errors: TypeError and ValueError for amounts that are none, or too large.
    Source: PyTorch, torch.nn.utils.prune.l1_unstructured.
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    """Prune so many slices along `dim`, any of them. Returns the module.

    Source: PyTorch, torch.nn.utils.prune.random_structured.
    """
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
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    scores = {} if importance_scores is None else importance_scores
    if not isinstance(scores, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    tensors = [getattr(module, name) for module, name in parameters]
    chosen_by = [scores.get(key, tensor) for key, tensor in zip(parameters, tensors, strict=True)]
    masks = [getattr(m, name + "_mask", None) for m, name in parameters]
    masks = [ones_like(t) if mask is None else mask for mask, t in zip(masks, tensors, strict=True)]
    container, method = PruningContainer(), pruning_method(**kwargs)
    container._tensor_name = method._tensor_name = "temp"
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            f'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method {pruning_method} of type '
            f"{method.PRUNING_TYPE}"
        )
    container.add_pruning_method(method)
    mask = container.compute_mask(parameters_to_vector(chosen_by), parameters_to_vector(masks))
    pieces = mask.split([tensor.numel() for tensor in tensors])
    for (module, name), tensor, piece in zip(parameters, tensors, pieces, strict=True):
        custom_from_mask(module, name, mask=piece.view_as(tensor))
