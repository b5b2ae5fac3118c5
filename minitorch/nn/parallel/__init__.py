"""parallel: one batch, divided among several devices."""

from .data_parallel import DataParallel, gather, parallel_apply, replicate, scatter
