"""dropout: dropout, dropout1d to dropout3d, alpha_dropout: numbers are set to 0 by chance while training (core).

After the same manual_seed, the numbers that go are those that PyTorch would set to 0.
"""

import math

from ...creation.zeros import empty_like
from ...notes import warn

SATURATED = 1.7580993408473766  # SELU's answer to very negative numbers is minus this: its scale times its alpha


def check_chance(p):
    """Raise for a p that is no probability."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropout(input, p=0.5, training=True, inplace=False):
    """Set each number to 0 with probability p and divide the others by 1 - p, so that the mean stays.

    input     any shape; the result has the same
    training  without it, the input is handed back unchanged
    inplace   write the result into the input's own memory

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.nn.functional.dropout(mt.ones(6), p=0.5)
    tensor([0., 0., 2., 0., 0., 0.])

    Errors: ValueError for a p outside [0, 1]. Source: Srivastava et al., 2014; PyTorch, torch.nn.functional.dropout.
    """
    check_chance(p)
    if not training or p == 0 or not input.numel():
        return input
    if p == 1:
        mask = input.new_zeros(())
    else:
        mask = empty_like(input).bernoulli_(1 - p).div_(1 - p)
    return input.mul_(mask) if inplace else input * mask


# --- whole channels, and networks with SELU -----------------------------------------------------------------------------


def dropped(input, p, training, inplace, shape=None, alpha=False):
    """What the others share: draw who stays, and multiply.

    shape  what makes the shape of what is drawn of the input; without it, it is the input's own
    alpha  not 0 but -SATURATED takes the place of what goes, and all is scaled and moved so that mean and variance stay
    """
    if p == 0 or not training or not input.numel():
        return input
    multiply = input.mul_ if inplace else input.mul
    if p == 1:
        return multiply(input.new_zeros(()))
    stays = (empty_like(input) if shape is None else input.new_empty(shape(input))).bernoulli_(1 - p)
    if not alpha:
        return multiply(stays.div_(1 - p))
    scale = 1 / math.sqrt((SATURATED * SATURATED * p + 1) * (1 - p))
    shift = stays.add(-1).mul_(SATURATED * scale).add_(SATURATED * scale * p)
    return multiply(stays.mul_(scale)).add_(shift)


def channels(input):
    """The shape [N, C, 1, ...]: one number for each channel of an input [N, C, ...]."""
    if input.ndim < 2:
        raise RuntimeError(f"Feature dropout requires at least 2 dimensions in the input, but it has {input.ndim}")
    return (*input.shape[:2], *[1] * (input.ndim - 2))


def samples(input):
    """The shape [N, 1, ...]: one number for each part of an input along its first dimension."""
    return (*input.shape[:1], *[1] * (input.ndim - 1))


def dropout1d(input, p=0.5, training=True, inplace=False):
    """dropout of whole channels: input [N, C, L], or [C, L].

    Errors: ValueError for a p outside [0, 1], RuntimeError for other dimensions.
    Source: PyTorch, torch.nn.functional.dropout1d.
    """
    check_chance(p)
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input. Note that dropout1d exists to provide "
            "channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional batch dimension "
            "(i.e. 2D or 3D inputs)."
        )
    return dropped(input, p, training, inplace, channels if input.ndim == 3 else samples)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """dropout of whole channels: input [N, C, H, W].

    Warns about 3 dimensions, which it takes to be [N, C, L], and about others.
    Errors: ValueError for a p outside [0, 1]. Source: Tompson et al., 2015; PyTorch, torch.nn.functional.dropout2d.
    """
    check_chance(p)
    if input.ndim not in (3, 4):
        warn(
            f"dropout2d: Received a {input.ndim}-D input to dropout2d, which is deprecated and will result in an error in a "
            "future release. To retain the behavior and silence this warning, please use dropout instead. Note that "
            "dropout2d exists to provide channel-wise dropout on inputs with 2 spatial dimensions, a channel dimension, "
            "and an optional batch dimension (i.e. 3D or 4D inputs)."
        )
    if input.ndim == 3:
        warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired - "
            "input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a future "
            "release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain the 1D "
            "channel-wise dropout behavior, please switch to using dropout1d instead."
        )
    return dropped(input, p, training, inplace, channels)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """dropout of whole channels: input [N, C, D, H, W], or [C, D, H, W]; of other dimensions it warns.

    Errors: ValueError for a p outside [0, 1]. Source: Tompson et al., 2015; PyTorch, torch.nn.functional.dropout3d.
    """
    check_chance(p)
    if input.ndim not in (4, 5):
        warn(
            f"dropout3d: Received a {input.ndim}-D input to dropout3d, which is deprecated and will result in an error in a "
            "future release. To retain the behavior and silence this warning, please use dropout instead. Note that "
            "dropout3d exists to provide channel-wise dropout on inputs with 3 spatial dimensions, a channel dimension, "
            "and an optional batch dimension (i.e. 4D or 5D inputs)."
        )
    return dropped(input, p, training, inplace, channels if input.ndim == 5 else samples)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """dropout for networks with SELU: what goes becomes SELU's most negative answer, and mean and variance stay.

    Errors: ValueError for a p outside [0, 1].
    Source: Klambauer et al., 2017; PyTorch, torch.nn.functional.alpha_dropout.
    """
    check_chance(p)
    return dropped(input, p, training, inplace, alpha=True)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of whole channels: input [N, C, ...].

    Errors: ValueError for a p outside [0, 1]. Source: PyTorch, torch.nn.functional.feature_alpha_dropout.
    """
    check_chance(p)
    return dropped(input, p, training, inplace, channels, alpha=True)
