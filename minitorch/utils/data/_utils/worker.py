"""worker: get_worker_info, and what a worker process does (shelf)."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class WorkerInfo:
    """What get_worker_info says: number and count of the workers, this one's seed, and its copy of the dataset."""

    id: int
    num_workers: int
    seed: int
    dataset: Any
    rng: Any = None
    worker_method: str | None = "multiprocessing"


_worker_info = None


def get_worker_info():
    """In a DataLoader's worker process a WorkerInfo, elsewhere None. Source: PyTorch, torch.utils.data.get_worker_info."""
    return _worker_info
