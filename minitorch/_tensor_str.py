"""_tensor_str: torch._tensor_str: how a tensor prints, under the names by which tools call it (shelf)."""

from contextlib import contextmanager

from . import printing
from ._tensor import Tensor
from .printing import get_printoptions as get_printoptions
from .printing import set_printoptions as set_printoptions

plain_repr = Tensor.__repr__  # a tool may put another in its place, and still call this one


def _str(self, *, tensor_contents=None):
    """What repr() gives for a tensor. Source: PyTorch, torch._tensor_str._str.

    >>> import minitorch as mt
    >>> mt._tensor_str._str(mt.ones(2))
    'tensor([1., 1.])'
    """
    return plain_repr(self)


_str_intern = _str


def _tensor_str(self, indent):
    """A tensor's numbers in brackets, as repr() shows them, each new line behind `indent` spaces.

    >>> import minitorch as mt
    >>> mt._tensor_str._tensor_str(mt.eye(2), 0)
    '[[1., 0.],\\n [0., 1.]]'

    Source: PyTorch, torch._tensor_str._tensor_str.
    """
    return printing.numbers(self.detach().cpu()._array, indent)


class PrinterOptions:
    """The options of set_printoptions as attributes. Source: PyTorch, torch._tensor_str.PRINT_OPTS."""

    def __getattr__(self, name):
        if name not in printing.options:
            raise AttributeError(f"PRINT_OPTS has no option '{name}'; it has {', '.join(printing.options)}")
        return printing.options[name]

    def __setattr__(self, name, value):
        getattr(self, name)  # the error for a name that is none
        printing.options[name] = value


PRINT_OPTS = PrinterOptions()


@contextmanager
def printoptions(**kwargs):
    """A block in which tensors print otherwise: set_printoptions with these arguments, taken back at its end.

    Source: PyTorch, torch._tensor_str.printoptions.
    """
    before = get_printoptions()
    set_printoptions(**kwargs)
    try:
        yield
    finally:
        set_printoptions(**before)
