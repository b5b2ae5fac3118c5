"""profiler_util: how the profiler writes times and bytes, and its events' times under their older names (shelf)."""

import warnings


def shown(microseconds):
    """A time as the table shows it."""
    for limit, unit in ((1e6, "s"), (1e3, "ms")):
        if microseconds >= limit:
            return f"{microseconds / limit:.3f}{unit}"
    return f"{microseconds:.3f}us"


def shown_bytes(count):
    """An amount of memory as the table shows it."""
    for power, unit in ((3, "GB"), (2, "MB"), (1, "KB")):
        if abs(count) >= 1024**power:
            return f"{count / 1024**power:.2f} {unit}"
    return f"{count} B"


def renamed(old, new, said):
    """A property that has another name by now: it warns, and gives what `new` is."""

    def value(event):
        warnings.warn(said.format(f"`{old}` is deprecated", f"`{new}` instead."), FutureWarning, stacklevel=2)
        return getattr(event, new)

    return property(value, doc=f"{new}, by its older name.")


USE, PLEASE = "{}. Use {}", "{}, please use {}"  # PyTorch words it in two ways


def written(name):
    """A property that is a time as the table shows it."""
    return property(lambda event: shown(getattr(event, name)), doc=f"{name} with its unit.")


class Times:
    """What both kinds of events have: times as text, and what PyTorch called `cuda` before it knew other devices."""

    cpu_time_str, cpu_time_total_str = written("cpu_time"), written("cpu_time_total")
    self_cpu_time_total_str = written("self_cpu_time_total")
    device_time_str, device_time_total_str = written("device_time"), written("device_time_total")
    self_device_time_total_str = written("self_device_time_total")
    cuda_time = renamed("cuda_time", "device_time", PLEASE)
