"""torch_version: TorchVersion: a version that can be compared with others, as text or as numbers (shelf)."""

import re

from .version import __version__ as current

__all__ = ["TorchVersion"]


def numbers(version):
    """What decides of "2.13.0+cpu", of (2, 13) or ("2", "13"): the numbers without zeros at the end, and 0 before a release."""
    parts = version.split("+")[0].split(".") if isinstance(version, str) else version
    found = [int(re.match(r"\d*", str(part)).group() or 0) for part in parts]
    while found and found[-1] == 0:
        found.pop()
    early = any([re.search(r"a|b|rc|dev", str(part)) for part in parts])
    return found, 0 if early else 1


class TorchVersion(str):
    """A version as text, compared number by number.

    >>> from minitorch.torch_version import TorchVersion
    >>> TorchVersion("1.10.1") > "1.9", TorchVersion("1.10.1") >= (1, 10), TorchVersion("1.10.1") < (1, 2)
    (True, True, False)

    Source: PyTorch, torch.torch_version.TorchVersion.
    """

    def __lt__(self, other):
        return numbers(self) < numbers(other)

    def __le__(self, other):
        return numbers(self) <= numbers(other)

    def __gt__(self, other):
        return numbers(self) > numbers(other)

    def __ge__(self, other):
        return numbers(self) >= numbers(other)

    def __eq__(self, other):
        return isinstance(other, str | tuple | list) and numbers(self) == numbers(other)

    def __hash__(self):
        return hash(str(self))


__version__ = TorchVersion(current)
