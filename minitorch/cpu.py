"""cpu: torch.cpu: what one asks of a device, asked of the CPU (shelf)."""

import contextlib

from .amp import cpu as amp

__all__ = [
    "Event",
    "Stream",
    "amp",
    "current_device",
    "current_stream",
    "device_count",
    "is_available",
    "is_initialized",
    "set_device",
    "stream",
    "synchronize",
]


def is_available():
    """True."""
    return True


is_initialized = is_available


def device_count():
    """1. Source: PyTorch, torch.cpu.device_count."""
    return 1


def current_device():
    """'cpu'. Source: PyTorch, torch.cpu.current_device."""
    return "cpu"


def set_device(device):
    """Nothing: there is one CPU. Source: PyTorch, torch.cpu.set_device."""


def synchronize(device=None):
    """Nothing: the CPU has finished when a function returns. Source: PyTorch, torch.cpu.synchronize."""


class Stream:
    """An order of work: on the CPU that of the program. Source: PyTorch, torch.cpu.Stream."""

    def __init__(self, priority=-1):
        pass

    def wait_stream(self, stream):
        """Nothing: it has finished."""


class Event:
    """A moment in a Stream. Source: PyTorch, torch.cpu.Event."""

    def query(self):
        """True: it has come."""
        return True

    def record(self, stream=None):
        """Nothing: it is now."""

    def synchronize(self):
        """Nothing: it has come."""

    def wait(self, stream=None):
        """Nothing: it has come."""


the_stream = Stream()


def current_stream(device=None):
    """The one Stream there is. Source: PyTorch, torch.cpu.current_stream."""
    return the_stream


def stream(stream):
    """A block whose work is done in a Stream: that of the program. Source: PyTorch, torch.cpu.stream."""
    return contextlib.nullcontext()
