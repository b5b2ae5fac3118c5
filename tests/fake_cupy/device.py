"""device: cupy.cuda: one device, its memory as a pool counts it, streams and events that are over at once."""

import time
import types

import numpy as np

from .state import modules

PROPERTIES = {
    "name": b"Double of a GPU", "major": 8, "minor": 0, "totalGlobalMem": 8 * 2**30, "multiProcessorCount": 1, "warpSize": 32,
}  # fmt: skip
shown: dict = {}  # pointer -> the array that told it, for those who take __cuda_array_interface__


class CUDARuntimeError(RuntimeError):
    """What CUDA's functions raise."""


class Memory:
    """A block of the pool, which is free again when the array that took it is gone."""

    __slots__ = ("nbytes",)

    def __init__(self, nbytes):
        self.nbytes = nbytes
        pool.used += nbytes

    def __del__(self):
        pool.used -= self.nbytes
        pool.free += self.nbytes


class MemoryPool:
    """The memory that arrays take, in blocks of 512 bytes."""

    def __init__(self):
        self.used = self.free = 0

    def take(self, array, nbytes):
        """A block for an array."""
        block = -(-nbytes // 512) * 512
        self.free = max(self.free - block, 0)
        return Memory(block)

    def used_bytes(self):
        return self.used

    def total_bytes(self):
        return self.used + self.free

    def free_bytes(self):
        return self.free

    def free_all_blocks(self, stream=None):
        self.free = 0


pool = MemoryPool()


class Pointer:
    """Where an array begins."""

    def __init__(self, array):
        self.ptr, self.mem, self.offset, self.device_id = array._a.ctypes.data, array, 0, 0


class PinnedMemoryPointer(bytearray):
    """Memory that the system never moves."""


def empty_pinned(shape, dtype=float, order="C"):
    """cupyx.empty_pinned: one of NumPy's arrays in such memory."""
    size = np.prod(shape, dtype=int) * np.dtype(dtype).itemsize
    return np.ndarray(shape, dtype, PinnedMemoryPointer(max(int(size), 1)), order=order)


class Capsule:
    """What __dlpack__ gives: here the array itself."""

    def __init__(self, array):
        self.array = array


class Device:
    """The one device."""

    def __init__(self, device=None):
        self.id = 0 if device is None else int(device)
        if self.id:
            raise CUDARuntimeError("cudaErrorInvalidDevice: invalid device ordinal")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def use(self):
        pass

    def synchronize(self):
        pass

    def __int__(self):
        return self.id

    def __eq__(self, other):
        return isinstance(other, Device) and self.id == other.id

    def __hash__(self):
        return hash(self.id)


class Stream:
    """An order of work; here all of it is done when it was asked for."""

    null: "Stream"
    done = True

    def __init__(self, null=False, non_blocking=False, ptds=False, priority=0):
        self.ptr = 0 if null else id(self)
        self.before: list = []

    def __enter__(self):
        self.before.append(state.stream)
        state.stream = self
        return self

    def __exit__(self, *error):
        state.stream = self.before.pop()

    def use(self):
        state.stream = self
        return self

    def synchronize(self):
        pass

    def record(self, event=None):
        event = Event() if event is None else event
        event.record(self)
        return event

    def wait_event(self, event):
        if not isinstance(event, Event):
            raise TypeError("a stream waits for an event")


class Event:
    """A moment."""

    done = True

    def __init__(self, block=False, disable_timing=False, interprocess=False):
        self.timed, self.moment = not disable_timing, None

    def record(self, stream=None):
        self.moment = time.perf_counter()

    def synchronize(self):
        pass


def get_elapsed_time(start_event, end_event):
    """Milliseconds between two events."""
    if not (start_event.timed and end_event.timed) or start_event.moment is None or end_event.moment is None:
        raise CUDARuntimeError("cudaErrorInvalidResourceHandle: invalid resource handle")
    return 1000 * (end_event.moment - start_event.moment)


Stream.null = Stream(null=True)
state = types.SimpleNamespace(stream=Stream.null)


def module():
    """cupy.cuda."""
    made = types.ModuleType("cupy.cuda")
    made.Device, made.Stream, made.Event, made.ExternalStream = (
        Device,
        Stream,
        Event,
        lambda ptr, device_id=-1: Stream(),
    )
    made.get_current_stream, made.get_elapsed_time = lambda device_id=-1: state.stream, get_elapsed_time
    made.is_available = lambda: True
    made.runtime = types.SimpleNamespace(
        CUDARuntimeError=CUDARuntimeError,
        getDeviceCount=lambda: 1,
        getDevice=lambda: 0,
        setDevice=lambda index: None,
        deviceSynchronize=lambda: None,
        getDeviceProperties=lambda index: dict(PROPERTIES),
        deviceCanAccessPeer=lambda here, there: 0,
        memGetInfo=lambda: (PROPERTIES["totalGlobalMem"] - pool.total_bytes(), PROPERTIES["totalGlobalMem"]),
        runtimeGetVersion=lambda: 12090,
        driverGetVersion=lambda: 12090,
    )
    made.memory = types.SimpleNamespace(OutOfMemoryError=MemoryError)
    made.is_fake = True
    modules["cupy.cuda"] = made
    return made
