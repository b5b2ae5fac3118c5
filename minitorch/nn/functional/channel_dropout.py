"""channel_dropout: dropout1d to dropout3d, alpha_dropout: whole channels go, or what SELU likes comes instead (shelf)."""

import math

from ...creation.zeros import empty_like
from ...errors import warn
from .dropout import check_chance

SATURATED = 1.7580993408473766  # SELU's answer to very negative numbers is minus this: its scale times its alpha


def dropped(input, p, training, inplace, count=None, alpha=False):
    """What the others share: draw who stays, and multiply.

    count  how many dimensions are drawn for, [N, C, 1, ...] or [C, 1, ...]; without it, all of them
    alpha  not 0 but -SATURATED takes the place of what goes, and all is scaled and moved so that mean and variance stay
    """
    check_chance(p)
    if p == 0 or not training or not input.numel():
        return input
    multiply = input.mul_ if inplace else input.mul
    if p == 1:
        return multiply(input.new_zeros(()))
    stays = (empty_like(input) if count is None else input.new_empty(channels(input, count))).bernoulli_(1 - p)
    if not alpha:
        return multiply(stays.div_(1 - p))
    scale = 1 / math.sqrt((SATURATED * SATURATED * p + 1) * (1 - p))
    shift = stays.add(-1).mul_(SATURATED * scale).add_(SATURATED * scale * p)
    return multiply(stays.mul_(scale)).add_(shift)


def channels(input, count):
    """The shape [N, C, 1, ...]: one number for each channel of an input [N, C, ...], of which the first `count` stay."""
    if input.ndim < count:
        raise RuntimeError(f"Feature dropout requires at least {count} dimensions, not {input.ndim}")
    return (*input.shape[:count], *[1] * (input.ndim - count))


def dropout1d(input, p=0.5, training=True, inplace=False):
    """dropout of whole channels: input [N, C, L], or [C, L]. Errors: dropout's. Source: PyTorch, nn.functional.dropout1d."""
    if input.ndim not in (2, 3):
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input.")
    return dropped(input, p, training, inplace, input.ndim - 1)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """dropout of whole channels: input [N, C, H, W].

    Warns about 3 dimensions, which it takes to be [N, C, L], and about others.
    Errors: ValueError for a p outside [0, 1]. Source: Tompson et al., 2015; PyTorch, torch.nn.functional.dropout2d.
    """
    if input.ndim != 4:
        warn(f"dropout2d: Received a {input.ndim}D input, not [N, C, H, W]: use dropout1d or dropout instead.")
    return dropped(input, p, training, inplace, 2)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """The same for [N, C, D, H, W] or [C, D, H, W]; of others it warns. Source: PyTorch, torch.nn.functional.dropout3d."""
    if input.ndim not in (4, 5):
        warn(f"dropout3d: Received a {input.ndim}-D input to dropout3d, which is deprecated: use dropout instead.")
    return dropped(input, p, training, inplace, 2 if input.ndim == 5 else 1)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """dropout for networks with SELU: what goes becomes SELU's most negative answer, and mean and variance stay.

    Errors: ValueError for a p outside [0, 1].
    Source: Klambauer et al., 2017; PyTorch, torch.nn.functional.alpha_dropout.
    """
    return dropped(input, p, training, inplace, alpha=True)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of whole channels: input [N, C, ...]. Source: PyTorch, torch.nn.functional.feature_alpha_dropout."""
    return dropped(input, p, training, inplace, 2, alpha=True)
