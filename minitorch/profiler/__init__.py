"""profiler: profile with a schedule, record_function, ProfilerActivity (shelf)."""

from enum import Enum

from ..autograd.profiler import profile as plain_profile
from ..autograd.profiler import record_function as record_function

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


class profile(plain_profile):
    """Time the operations of a block, or of the steps that a schedule names.

    schedule        a function of the step's number, as schedule() makes it; step() goes on to the next
    on_trace_ready  called with the profile where a run of recorded steps ends
    record_shapes, profile_memory  as in autograd.profiler.profile; activities and the options for stacks are taken and not used

    >>> import minitorch as mt
    >>> with mt.profiler.profile(activities=[mt.profiler.ProfilerActivity.CPU]) as prof:
    ...     x = mt.ones(3) * 2
    >>> prof.key_averages()[0].count
    1

    Source: PyTorch, torch.profiler.profile.
    """

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, **options):
        super().__init__(True, **options)
        self.schedule, self.on_trace_ready, self.step_num = schedule, on_trace_ready, 0

    @property
    def action(self):
        """What is to be done at this step."""
        return ProfilerAction.RECORD if self.schedule is None else self.schedule(self.step_num)

    def is_recorded(self):
        return self.action in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)

    def __enter__(self):
        return super().__enter__() if self.is_recorded() else self

    start = __enter__

    def __exit__(self, *error):
        recorded = self.is_recorded()
        super().__exit__(*error)
        if recorded and self.on_trace_ready is not None:
            self.on_trace_ready(self)
        return False

    def stop(self):
        """End the profile."""
        self.__exit__(None, None, None)

    def step(self):
        """Go on to the next step of the schedule."""
        before = self.action
        self.step_num += 1
        if before is ProfilerAction.RECORD_AND_SAVE:
            super().__exit__(None, None, None)
            if self.on_trace_ready is not None:
                self.on_trace_ready(self)
        if self.schedule is not None and self.is_recorded() and before is not ProfilerAction.RECORD:
            self._events.clear()
            super().__enter__()

    def events(self):
        """All events."""
        return self._events
