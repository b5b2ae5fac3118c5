"""fake_tensor: FakeTensor and what asks for it: nothing is traced here, so no tensor is one (shelf)."""

from contextlib import contextmanager

from .._tensor import Tensor

__all__ = ["FakeTensor", "FakeTensorMode", "UnsupportedFakeTensorException", "is_fake", "maybe_get_fake_mode",
           "unset_fake_temporarily"]  # fmt: skip


class UnsupportedFakeTensorException(RuntimeError):  # noqa: N818  PyTorch's name
    """What PyTorch raises where an operation needs numbers. Source: PyTorch, torch._subclasses."""


class FakeTensor(Tensor):
    """A tensor that has a shape and no numbers: NotImplementedError, here device="meta" makes one.

    Source: PyTorch, torch._subclasses.FakeTensor.
    """

    def __new__(cls, *args, **options):
        raise NotImplementedError(f'minitorch has no {cls.__name__}: make a tensor without numbers with device="meta"')


class FakeTensorMode:
    """A block in which tensors get no numbers: NotImplementedError, here `with torch.device("meta"):` is one.

    Source: PyTorch, torch._subclasses.FakeTensorMode.
    """

    def __init__(self, **options):
        raise NotImplementedError('minitorch has no FakeTensorMode: use `with torch.device("meta"):` for such tensors')


def is_fake(x):
    """Whether x is a FakeTensor: it never is.

    >>> import minitorch as mt
    >>> mt._subclasses.fake_tensor.is_fake(mt.ones(2))
    False

    Source: PyTorch, torch._subclasses.fake_tensor.is_fake.
    """
    return isinstance(x, FakeTensor)


def maybe_get_fake_mode(x):
    """None: x belongs to no FakeTensorMode. Source: PyTorch, torch._subclasses.fake_tensor.maybe_get_fake_mode."""


@contextmanager
def unset_fake_temporarily():
    """A block outside of any FakeTensorMode, which all code here is: it gives None. Source: PyTorch."""
    yield None
