"""linear_loss: linear_cross_entropy: a linear layer and the cross entropy of its scores in one call (shelf)."""

import dataclasses
import math

from ... import dtypes
from ...autograd.function import Function
from ...autograd.grad import grad
from ...creation.zeros import ones_like
from ...graph.grad_mode import enable_grad
from ...notes import warn
from .linear import linear
from .loss import cross_entropy

FLOATS = (None, dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)


@dataclasses.dataclass(frozen=True, slots=True)
class LinearCrossEntropyOptions:
    """How PyTorch may cut the batch into chunks, which saves memory; the result is the same.

    allow_retain_graph  whether backward may be called twice
    the others          which chunks, and what they are added up in: checked as there, and not used here

    Errors: ValueError for values that PyTorch does not know. Source: PyTorch, torch.nn.LinearCrossEntropyOptions.
    """

    allow_retain_graph: bool = False
    batch_chunk_size: int | None = None
    chunking_method: str | None = "auto"
    acc_policy: str = "auto"
    acc_dtype: object = None

    def __post_init__(self):
        if self.acc_policy not in ("auto", "accurate", "balanced", "compact"):
            raise ValueError(f"invalid acc_policy: {self.acc_policy!r}")
        if self.chunking_method not in (None, "auto"):
            name, colon, factor = self.chunking_method.partition(":")
            if name != "aspect_ratio" or colon and not (factor.isdigit() and int(factor)):
                raise ValueError(f"invalid chunking_method: {self.chunking_method!r}")
        size = self.batch_chunk_size
        if size is not None and not (isinstance(size, int) and size > 0):
            raise ValueError(f"batch_chunk_size must be positive int or None, got {size!r}")
        if self.acc_dtype not in FLOATS:
            raise ValueError(f"acc_dtype must be a floating point dtype or None, got {self.acc_dtype!r}")


def linear_cross_entropy(
    input, linear_weight, target, *, linear_bias=None, weight=None, reduction="mean", ignore_index=None,
    label_smoothing=0.0, options=None,
):  # fmt: skip
    """cross_entropy(linear(input, linear_weight, linear_bias), target).

    input          [N, in_features] or [in_features]
    linear_weight  [C, in_features], or [C, ..., in_features] for scores [N, C, ...]; linear_bias is of the same shape without
                   the last dimension
    target, weight, reduction, ignore_index, label_smoothing  as of cross_entropy
    options        LinearCrossEntropyOptions: with them the gradient has no derivative but that by the incoming gradient

    >>> import minitorch as mt
    >>> mt.nn.functional.linear_cross_entropy(mt.ones(2, 3), mt.zeros(4, 3), mt.tensor([0, 3]))
    tensor(1.3863)

    Errors: RuntimeError for sizes that do not fit. Source: PyTorch, torch.nn.functional.linear_cross_entropy.
    """
    batch, (classes, *outer) = tuple(input.shape[:-1]), checked(input, linear_weight, linear_bias)
    shape = (*batch, classes, *outer)
    if tuple(target.shape) == shape and ignore_index is not None:
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")
    ignored = -100 if ignore_index is None else ignore_index

    def loss(input, linear_weight, linear_bias):
        flat = linear_weight.reshape(-1, input.shape[-1])
        scores = linear(input, flat, None if linear_bias is None else linear_bias.reshape(-1)).reshape(shape)
        return cross_entropy(scores, target, weight, None, ignored, None, reduction, label_smoothing)

    if options is None or not takes_options(options, input, classes, outer, target, reduction, label_smoothing):
        return loss(input, linear_weight, linear_bias)
    return Once.apply(input, linear_weight, linear_bias, loss, options.allow_retain_graph or reduction == "none")


class Once(Function):
    """A loss whose gradient has no derivative, as PyTorch's has none that is computed in chunks."""

    @staticmethod
    def forward(ctx, input, linear_weight, linear_bias, loss, again):
        given = (input, linear_weight, linear_bias)
        ctx.again = again
        ctx.inputs = [
            None if x is None else x.detach().requires_grad_(need)
            for x, need in zip(given, ctx.needs_input_grad, strict=False)
        ]
        with enable_grad():
            ctx.loss = loss(*ctx.inputs)
        return ctx.loss.detach()

    @staticmethod
    def backward(ctx, g):
        if ctx.loss is None:
            raise RuntimeError(
                "linear_cross_entropy chunked backward called twice; retain_graph=True / double backward are not supported."
            )
        wanted = [x for x in ctx.inputs if x is not None and x.requires_grad]
        single = g.ndim == 0  # of a mean or a sum, PyTorch keeps the gradients and multiplies them by g
        found = grad(ctx.loss, wanted, ones_like(g) if single else g.detach(), retain_graph=True)
        found = iter([one * g for one in found] if single else found)
        if not ctx.again:
            ctx.loss = None
        return (*[next(found) if x is not None and x.requires_grad else None for x in ctx.inputs], None, None)


def checked(input, weight, bias):
    """The lengths of the weight but the last one, or PyTorch's errors."""
    if not 1 <= input.ndim <= 2:
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.ndim}")
    if weight.ndim < 2:
        raise RuntimeError(f"expected linear_weight with dimensionality at least 2, got {weight.ndim}")
    if input.shape[-1] != weight.shape[-1]:
        raise RuntimeError(
            "expected equal input and linear_weight last dimensions (in_features), "
            f"got {input.shape[-1]} and {weight.shape[-1]}, respectively"
        )
    outer = tuple(weight.shape[:-1])
    if bias is not None and tuple(bias.shape) != outer:
        raise RuntimeError(f"expected linear_bias shape {outer}, got {tuple(bias.shape)}")
    if len(outer) > 1 and input.ndim == 1:
        raise RuntimeError(
            f"K-dimensional loss defined by linear_weight shape {tuple(weight.shape)} requires batched input, "
            f"(N, {input.shape[-1]}), got unbatched input with shape {tuple(input.shape)}"
        )
    return outer


def takes_options(options, input, classes, outer, target, reduction, label_smoothing):
    """Whether PyTorch would use chunks; a warning where it would not, an error where what is said contradicts itself."""
    if outer or reduction not in ("mean", "sum", "none") or label_smoothing or target.dtype is not dtypes.int64:
        warn(
            "linear_cross_entropy: ``options`` ignored; chunked path needs reduction in {'mean','sum','none'}, "
            f"label_smoothing == 0, target.dtype == int64, out_features == (). Got reduction={reduction!r}, "
            f"label_smoothing={label_smoothing}, target.dtype={target.dtype}, out_features={tuple(outer)}."
        )
        return False
    check_chunks(options, len(input) if input.ndim == 2 else 1, input.shape[-1], classes)
    return True


def check_chunks(options, count, features, classes):
    """Raise where a size of the chunks and a rule for it, which says another size, are both given."""
    size, method = options.batch_chunk_size, options.chunking_method
    if size is None or method in (None, "auto"):
        return
    wanted = math.ceil(count / math.ceil(classes / features))
    found = min((1 << (wanted - 1).bit_length()) // int(method.partition(":")[2] or 1), count)
    if found != size:
        raise ValueError(
            f"batch_chunk_size (={size}) and chunking_method ('{method}') give different chunk sizes ({size} vs {found}); "
            "pass only one."
        )
