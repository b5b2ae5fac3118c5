"""set_printoptions, get_printoptions, and complex numbers in print (shelf)."""

import math

from ..printing import notation, options

PROFILES = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Choose how tensors print, from now on.

    precision  digits after the point
    threshold  print no more than this many numbers in full
    edgeitems  of a larger tensor, how many to show at each end of a dimension
    linewidth  characters in a line
    profile    "default", "short" or "full": values for the four above, which come first when given
    sci_mode   True: 1.0000e+00; False: 1.0000; None, also when left out: whichever suits the numbers

    >>> import minitorch as mt
    >>> mt.set_printoptions(precision=2)
    >>> mt.tensor([1 / 3, 2000])
    tensor([3.33e-01, 2.00e+03])
    >>> mt.set_printoptions(profile="default")

    Source: PyTorch, torch.set_printoptions.
    """
    if profile is not None:
        if profile.lower() not in PROFILES:
            raise ValueError(f"profile must be one of {', '.join(PROFILES)}, but got {profile!r}")
        options.update(PROFILES[profile.lower()])
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    options.update({name: value for name, value in given.items() if value is not None})
    options["sci_mode"] = sci_mode


def get_printoptions():
    """The options as they are now, in a dict. Source: PyTorch, torch.get_printoptions."""
    return dict(options)


def complex_notation(array):
    """How to write the numbers of an array of complex numbers, whose two parts have a notation each."""
    real, real_width = notation(array.real)
    imaginary, imaginary_width = notation(array.imag)

    def write(value):
        text = imaginary(value.imag).lstrip()
        return real(value.real) + ("" if text[0] in "+-" else "+") + text + "j"

    return write, real_width + imaginary_width + 1
