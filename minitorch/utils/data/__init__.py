"""data: datasets, the order in which their samples are taken, and DataLoader."""

from ..._lazy import end_of_package, missing_name, names_of

# isort: off
try:
    from .dataset import Dataset, IterableDataset, TensorDataset
    from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler
    from .dataloader import DataLoader
    from ...fast import batches as _batches
except ModuleNotFoundError as missing:
    end_of_package(missing)


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
