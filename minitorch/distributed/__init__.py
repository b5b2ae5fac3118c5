"""distributed: torch.distributed as where PyTorch was built without it: not available, and errors that say so (shelf)."""

import enum

from .._tower import missing_name, names_of

__all__ = """GroupMember P2POp ProcessGroup ReduceOp Work group is_available is_initialized get_rank get_world_size
init_process_group""".split()


def is_available():
    """False: there is one process. Source: PyTorch, torch.distributed.is_available."""
    return False


is_initialized = is_torchelastic_launched = is_nccl_available = is_gloo_available = is_mpi_available = is_available


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, *more, **options):
    """RuntimeError: there is one process."""
    raise RuntimeError(
        "minitorch has no process groups: there is one process; DataLoader takes num_workers for more of them"
    )


def needs_a_group(group=None, *more, **options):
    """ValueError: there is no process group, of whose members it would ask."""
    raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")


get_rank = get_world_size = get_backend = barrier = all_reduce = all_gather = broadcast = reduce = needs_a_group
scatter = gather = send = recv = reduce_scatter = all_to_all = new_group = destroy_process_group = needs_a_group
isend = irecv = all_gather_into_tensor = reduce_scatter_tensor = all_to_all_single = monitored_barrier = needs_a_group
all_gather_object = gather_object = broadcast_object_list = scatter_object_list = batch_isend_irecv = needs_a_group
send_object_list = recv_object_list = get_process_group_ranks = get_global_rank = get_group_rank = needs_a_group
init_device_mesh = new_subgroups = needs_a_group


class ReduceOp(enum.IntEnum):
    """How what several processes hold becomes one. Source: PyTorch, torch.distributed.ReduceOp."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR, PREMUL_SUM = range(9)


class ProcessGroup:
    """The processes that work together: there is one process, so there is none. Source: PyTorch."""

    def __init__(self, *args, **options):
        needs_a_group()


class Work:
    """What a group is doing. Source: PyTorch, torch.distributed.Work."""


class P2POp:
    """What one process sends to another. Source: PyTorch, torch.distributed.P2POp."""

    def __init__(self, op, tensor, peer=None, group=None, tag=0, group_peer=None):
        needs_a_group()


class group:
    """The group of all processes, WORLD: there is none. Source: PyTorch, torch.distributed.group."""

    WORLD = None


class GroupMember:
    """WORLD, and what a process that is in no group has in its place. Source: PyTorch."""

    WORLD = None
    NON_GROUP_MEMBER = -100


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
