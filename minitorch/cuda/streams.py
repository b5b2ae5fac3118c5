"""streams: Stream, Event, stream, current_stream ...: orders of work on a GPU, as CuPy has them (shelf)."""

from .._tensor import method
from ..backend import cuda_is_available, cuda_module

__all__ = ["Event", "ExternalStream", "Stream", "StreamContext", "current_stream", "default_stream",
           "is_current_stream_capturing", "set_stream", "stream"]  # fmt: skip


class Stream:
    """An order of work on a GPU. Errors: RuntimeError without one. Source: PyTorch, torch.cuda.Stream."""

    def __init__(self, device=None, priority=0, **options):
        if not cuda_is_available():
            raise RuntimeError("torch.cuda.Stream requires CUDA support")
        self.stream = options.get("stream") or cuda_module().cuda.Stream(non_blocking=True)

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

    def __eq__(self, other):
        return isinstance(other, Stream) and self.stream.ptr == other.stream.ptr

    def __hash__(self):
        return hash(self.stream.ptr)

    @property
    def cuda_stream(self):
        """The number that CUDA knows it by."""
        return self.stream.ptr

    def wait_stream(self, stream):
        """Let what comes now wait for the work that another Stream has so far."""
        self.wait_event(stream.record_event())


class ExternalStream(Stream):
    """A Stream that another library made. Source: PyTorch, torch.cuda.ExternalStream."""

    def __init__(self, stream_ptr, device=None, **options):
        super().__init__(stream=cuda_module().cuda.ExternalStream(stream_ptr))


class Event:
    """A moment in a Stream. Errors: RuntimeError without a GPU. Source: PyTorch, torch.cuda.Event."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False, external=False):
        if not cuda_is_available():
            raise RuntimeError("Tried to instantiate dummy base class Event")
        self.event = cuda_module().cuda.Event(blocking, not enable_timing, interprocess)

    def record(self, stream=None):
        """Let the moment be after the work that a Stream has so far."""
        self.event.record(current_stream().stream if stream is None else stream.stream)

    def wait(self, stream=None):
        """Let what a Stream does from here on wait for it."""
        (current_stream() if stream is None else stream).wait_event(self)

    def query(self):
        """Whether it has come."""
        return self.event.done

    def synchronize(self):
        """Wait until it has come."""
        self.event.synchronize()

    def elapsed_time(self, end_event):
        """The milliseconds from this Event to another."""
        return cuda_module().cuda.get_elapsed_time(self.event, end_event.event)


class StreamContext:
    """A block whose work is done in a Stream; None changes nothing. Source: PyTorch, torch.cuda.StreamContext."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            self.stream.stream.__enter__()

    def __exit__(self, *error):
        if self.stream is not None:
            self.stream.stream.__exit__(*error)


def stream(stream):
    """A block whose work is done in a Stream; None changes nothing. Source: PyTorch, torch.cuda.stream."""
    return StreamContext(stream)


def set_stream(stream):
    """Let work be done in a Stream from here on; None changes nothing. Source: PyTorch, torch.cuda.set_stream."""
    if stream is not None:
        stream.stream.use()


def current_stream(device=None):
    """The Stream in which work is done now. Errors: AssertionError without a GPU."""
    return Stream(stream=cuda_module().cuda.get_current_stream())


def default_stream(device=None):
    """The Stream in which work is done where none was chosen. Errors: AssertionError without a GPU."""
    return Stream(stream=cuda_module().cuda.Stream.null)


@method
def record_stream(self, stream):
    """Keep the tensor's memory until a Stream has done the work that it has so far: what comes now waits for it.

    Errors: RuntimeError for a tensor on the CPU. Source: PyTorch, torch.Tensor.record_stream.
    """
    if not self.is_cuda:
        raise RuntimeError("unknown parameter type: there are no streams on the CPU")
    current_stream().wait_stream(stream)


def is_current_stream_capturing():
    """False: no work is recorded to be played again. Source: PyTorch, torch.cuda.is_current_stream_capturing."""
    return False
