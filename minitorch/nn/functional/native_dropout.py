"""native_dropout: mt.dropout, mt.feature_dropout, mt.native_dropout ...: dropout as it is called at the top (shelf)."""

from ...creation.zeros import ones_like
from .dropout import channels, dropped


def checked(input, p, train, inplace, *shape, alpha=False):
    """The dropout of nn.functional, with the errors of the functions at the top."""
    if p < 0 or p > 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p}")
    return dropped(input, p, train, inplace, *shape, alpha=alpha)


def dropout(input, p, train):
    """nn.functional.dropout. Source: PyTorch, torch.dropout."""
    return checked(input, p, train, False)


def dropout_(input, p, train):
    """dropout, written into the input. Source: PyTorch, torch.dropout_."""
    return checked(input, p, train, True)


def alpha_dropout(input, p, train):
    """nn.functional.alpha_dropout. Source: PyTorch, torch.alpha_dropout."""
    return checked(input, p, train, False, alpha=True)


def alpha_dropout_(input, p, train):
    """alpha_dropout, written into the input. Source: PyTorch, torch.alpha_dropout_."""
    return checked(input, p, train, True, alpha=True)


def feature_dropout(input, p, train):
    """Dropout of whole channels: input [N, C, ...]. Source: PyTorch, torch.feature_dropout."""
    return checked(input, p, train, False, channels)


def feature_dropout_(input, p, train):
    """feature_dropout, written into the input. Source: PyTorch, torch.feature_dropout_."""
    return checked(input, p, train, True, channels)


def feature_alpha_dropout(input, p, train):
    """alpha_dropout of whole channels. Source: PyTorch, torch.feature_alpha_dropout."""
    return checked(input, p, train, False, channels, alpha=True)


def feature_alpha_dropout_(input, p, train):
    """feature_alpha_dropout, written into the input. Source: PyTorch, torch.feature_alpha_dropout_."""
    return checked(input, p, train, True, channels, alpha=True)


def native_dropout(input, p, train):
    """(input with some numbers set to 0 and the others divided by 1 - p, where True stands for what stayed).

    train  False: everything stays; None is True

    Source: PyTorch, torch.native_dropout.
    """
    if train is False:
        mask = ones_like(input).bool()
        return input * 1, mask
    mask = input.detach().new_empty(input.shape).bernoulli_(1 - p).bool()
    return input * mask * (0.0 if p == 1 else 1 / (1 - p)), mask
