"""parallel: one batch, divided among several devices."""

# isort: off
from .scatter_gather import gather, scatter
from .replicate import replicate
from .parallel_apply import parallel_apply
from .data_parallel import DataParallel, data_parallel
from .distributed import DistributedDataParallel
