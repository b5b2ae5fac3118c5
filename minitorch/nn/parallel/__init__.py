"""parallel: one batch, divided among several devices."""

from .data_parallel import DataParallel, data_parallel, gather, parallel_apply, replicate, scatter
