"""profiler: profile with a schedule, record_function, ProfilerActivity (shelf)."""

from enum import Enum

from ..autograd.profiler import profile, record_function

__all__ = ["ProfilerAction", "ProfilerActivity", "profile", "record_function", "schedule"]


class ProfilerActivity(Enum):
    """What to watch; here there is a CPU. Source: PyTorch, torch.profiler.ProfilerActivity."""

    CPU = 0
    CUDA = 2


class ProfilerAction(Enum):
    """What to do at a step. Source: PyTorch, torch.profiler.ProfilerAction."""

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def schedule(*, wait, warmup, active, repeat=0, skip_first=0):
    """What to do at each step: wait, warm up, record, and so on, `repeat` times (0: on and on).

    Source: PyTorch, torch.profiler.schedule.
    """
    if wait < 0 or warmup < 0 or active <= 0:
        raise AssertionError("Invalid profiler schedule arguments")
    span = wait + warmup + active

    def at(step):
        if step < skip_first:
            return ProfilerAction.NONE
        step -= skip_first
        if repeat and step // span >= repeat:
            return ProfilerAction.NONE
        place = step % span
        if place < wait:
            return ProfilerAction.NONE
        if place < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD_AND_SAVE if place == span - 1 else ProfilerAction.RECORD

    return at
