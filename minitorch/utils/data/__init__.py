"""data: datasets, the order in which their samples are taken, and DataLoader."""

from ..._lazy import end_of_package, lazy_names

# isort: off
try:
    from .dataset import Dataset, IterableDataset, TensorDataset
    from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler
    from .dataloader import DataLoader
    from ...fast import batches as _batches
except ModuleNotFoundError as missing:
    end_of_package(missing)

__getattr__, __dir__ = lazy_names(__name__)
