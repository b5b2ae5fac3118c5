"""linear_cross_entropy: LinearCrossEntropyLoss, LinearCrossEntropyOptions (shelf)."""

import math

from .. import functional as F
from ..functional.linear_loss import LinearCrossEntropyOptions
from .linear import Linear
from .loss import _WeightedLoss

__all__ = ["LinearCrossEntropyLoss", "LinearCrossEntropyOptions"]


class LinearCrossEntropyLoss(_WeightedLoss):
    """A linear layer and the cross entropy of its scores.

    in_features, num_classes  of the layer, `linear`; with out_features it has scores for num_classes at each of those places
    options                   LinearCrossEntropyOptions: with them the gradient has no derivative

    >>> import minitorch as mt
    >>> mt.nn.LinearCrossEntropyLoss(3, 2)(mt.zeros(4, 3), mt.tensor([0, 1, 1, 0]))
    tensor(0.6931, grad_fn=<NllLossBackward0>)

    Errors: RuntimeError for sizes that do not fit and label_smoothing beyond [0, 1].
    Source: PyTorch, torch.nn.LinearCrossEntropyLoss.
    """

    def __init__(
        self, in_features, num_classes, *, out_features=(), bias=False, device=None, dtype=None, reduction="mean",
        weight=None, ignore_index=None, label_smoothing=0.0, options=None,
    ):  # fmt: skip
        if weight is not None and tuple(weight.shape) != (num_classes,):
            raise RuntimeError(f"expected weight shape to be {(num_classes,)}, got {tuple(weight.shape)}")
        if not 0 <= label_smoothing <= 1:
            raise RuntimeError(f"expected label_smoothing to be in range [0, 1], got {label_smoothing}")
        super().__init__(weight=weight, reduction=reduction)
        self.num_classes, self.out_features = num_classes, out_features
        self.ignore_index, self.label_smoothing, self.options = ignore_index, label_smoothing, options
        outputs = num_classes * math.prod(out_features)
        self.linear = Linear(in_features, outputs, bias=bias, device=device, dtype=dtype)

    def forward(self, input, target):
        shape = self.num_classes, *self.out_features
        bias = self.linear.bias
        return F.linear_cross_entropy(
            input, self.linear.weight.reshape(*shape, self.linear.in_features), target,
            linear_bias=None if bias is None else bias.reshape(shape), weight=self.weight, reduction=self.reduction,
            ignore_index=self.ignore_index, label_smoothing=self.label_smoothing, options=self.options,
        )  # fmt: skip

    def extra_repr(self):
        return (
            f"in_features={self.linear.in_features}, num_classes={self.num_classes}, out_features={self.out_features}, "
            f"bias={self.linear.bias is not None}, reduction={self.reduction}, ignore_index={self.ignore_index}, "
            f"label_smoothing={self.label_smoothing}, options={self.options}"
        )
