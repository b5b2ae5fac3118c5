"""streams: Stream, Event, stream, current_stream: orders of work on a GPU, as CuPy has them (shelf)."""

import contextlib

from ..backend import cuda_is_available, cuda_module

__all__ = ["Event", "Stream", "current_stream", "default_stream", "stream"]


class Stream:
    """An order of work on a GPU. Errors: RuntimeError without one. Source: PyTorch, torch.cuda.Stream."""

    def __init__(self, device=None, priority=0, stream=None):
        if not cuda_is_available():
            raise RuntimeError("torch.cuda.Stream requires CUDA support")
        self.stream = stream or cuda_module().cuda.Stream(non_blocking=True)

    def synchronize(self):
        """Wait until all its work is done."""
        self.stream.synchronize()

    def query(self):
        """Whether all its work is done."""
        return self.stream.done

    def record_event(self, event=None):
        """An Event after the work that it has so far."""
        event = Event() if event is None else event
        event.record(self)
        return event

    def wait_event(self, event):
        """Let what comes now wait for an Event."""
        self.stream.wait_event(event.event)

    def wait_stream(self, stream):
        """Let what comes now wait for the work that another Stream has so far."""
        self.wait_event(stream.record_event())

    def __eq__(self, other):
        return isinstance(other, Stream) and self.stream.ptr == other.stream.ptr

    def __hash__(self):
        return hash(self.stream.ptr)


class Event:
    """A moment in a Stream. Errors: RuntimeError without a GPU. Source: PyTorch, torch.cuda.Event."""

    def __init__(self, enable_timing=False, blocking=False):
        if not cuda_is_available():
            raise RuntimeError("Tried to instantiate dummy base class Event")
        self.event = cuda_module().cuda.Event(blocking, not enable_timing)

    def record(self, stream=None):
        """Let the moment be after the work that a Stream has so far."""
        self.event.record((stream or current_stream()).stream)

    def wait(self, stream=None):
        """Let what a Stream does from here on wait for it."""
        (stream or current_stream()).wait_event(self)

    def query(self):
        """Whether it has come."""
        return self.event.done

    def synchronize(self):
        """Wait until it has come."""
        self.event.synchronize()

    def elapsed_time(self, end_event):
        """The milliseconds from this Event to another."""
        return cuda_module().cuda.get_elapsed_time(self.event, end_event.event)


@contextlib.contextmanager
def stream(stream):
    """A block whose work is done in a Stream; None changes nothing. Source: PyTorch, torch.cuda.stream."""
    with contextlib.nullcontext() if stream is None else stream.stream:
        yield


def current_stream(device=None):
    """The Stream in which work is done now. Errors: AssertionError without a GPU."""
    return Stream(stream=cuda_module().cuda.get_current_stream())


def default_stream(device=None):
    """The Stream in which work is done where none was chosen. Errors: AssertionError without a GPU."""
    return Stream(stream=cuda_module().cuda.Stream.null)
