"""dataset: Dataset, IterableDataset and TensorDataset: the samples, asked for by index (core)."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from ..._lazy import lazy_names, missing_name

T_co = TypeVar("T_co", covariant=True)


class Dataset(Generic[T_co]):
    """Samples that are asked for by index. A subclass defines dataset[index] and len(dataset).

    It may also define __getitems__(indices), which returns the list of all samples of a batch at once.

    >>> import minitorch as mt
    >>> class Squares(mt.utils.data.Dataset):
    ...     def __len__(self):
    ...         return 4
    ...     def __getitem__(self, index):
    ...         return index**2
    >>> list(mt.utils.data.DataLoader(Squares(), batch_size=2))
    [tensor([0, 1]), tensor([4, 9])]

    Source: PyTorch, torch.utils.data.Dataset.
    """

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return missing_name(__name__, "ConcatDataset")([self, other])


class IterableDataset(Dataset[T_co], Iterable[T_co]):
    """Samples that come one after the other, as from a stream: a subclass defines iter(dataset). Source: PyTorch."""


class TensorDataset(Dataset):
    """Sample i is (tensors[0][i], tensors[1][i], ...): row i of each tensor.

    >>> import minitorch as mt
    >>> data = mt.utils.data.TensorDataset(mt.arange(6.0).view(3, 2), mt.tensor([0, 1, 1]))
    >>> data[2]
    (tensor([4., 5.]), tensor(1))

    Errors: AssertionError for tensors of different lengths. Source: PyTorch, torch.utils.data.TensorDataset.
    """

    def __init__(self, *tensors):
        if any([tensor.size(0) != tensors[0].size(0) for tensor in tensors]):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([tensor[index] for tensor in self.tensors])

    def __len__(self):
        return self.tensors[0].size(0)


def samples_of(dataset, indices):
    """The samples of a batch: all at once if the dataset can do that, otherwise one after the other."""
    if callable(getattr(dataset, "__getitems__", None)):
        return dataset.__getitems__(indices)
    return [sample_of(dataset, index) for index in indices]


def sample_of(dataset, index):
    """One sample. An error gets a note that says which sample it was."""
    try:
        return dataset[index]
    except Exception as error:
        error.add_note(f"This was item {index} of the dataset, a {type(dataset).__name__}.")
        raise


__getattr__, __dir__ = lazy_names(__name__)
