"""anomaly_mode: detect_anomaly and set_detect_anomaly, which find the line that made a nan (shelf).

While it is on, nodes remember where they were recorded, and gradients are searched for nan. It costs time, so it is
for looking, not for training.
"""

import traceback
from types import SimpleNamespace
from weakref import WeakKeyDictionary

import numpy as np

from .._extension import override
from ..errors import warn
from ..graph.record import listeners
from .engine import Walk

state = SimpleNamespace(enabled=False, check_nan=True)
notes: WeakKeyDictionary = WeakKeyDictionary()  # node -> the lines that recorded it
plain_differentiate = Walk.differentiate


def remember_where(node):
    """Note the lines of code that recorded a node."""
    notes[node] = [line for line in traceback.format_stack()[:-1] if "/graph/record.py" not in line]


def explain(node):
    """Warn with the lines that recorded a node."""
    unknown = "No forward pass information available. Enable detect anomaly during forward pass."
    found = f"Traceback of forward call that caused the error:\n{''.join(notes[node])}" if node in notes else unknown
    warn(f"Error detected in {node.name()}. {found}")


def differentiate(walk, node, g, edges):
    """What the engine does for a node, watched."""
    try:
        with np.errstate(all="ignore"):  # NumPy would say less, and say it first
            given = plain_differentiate(walk, node, g, edges)
        for i, x in enumerate(given if state.check_nan else ()):
            if x is not None and x._array.dtype.kind in "fc" and np.isnan(x._array).any():
                raise RuntimeError(f"Function '{node.name()}' returned nan values in its {i}th output.")
        return given
    except Exception:
        explain(node)
        raise


def switch(enabled, check_nan=True):
    """Turn the mode on or off."""
    state.check_nan = check_nan
    if enabled == state.enabled:
        return
    state.enabled = enabled
    if enabled:
        override(Walk, differentiate=differentiate)
        listeners.append(remember_where)
    else:
        override(Walk, differentiate=plain_differentiate)
        listeners.remove(remember_where)


class detect_anomaly:
    """Within this block, an error in the backward pass warns with the line of the forward pass, and nan is an error.

    >>> import minitorch as mt
    >>> with mt.autograd.detect_anomaly():
    ...     x = mt.zeros(1, requires_grad=True)
    ...     (x.sqrt() * 0).backward()
    Traceback (most recent call last):
        ...
    RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.

    Source: PyTorch, torch.autograd.detect_anomaly.
    """

    def __init__(self, check_nan=True):
        self.check_nan = check_nan
        warn("Anomaly Detection has been enabled. This mode will increase the runtime: it is for debugging.")

    def __enter__(self):
        self.before = state.enabled, state.check_nan
        switch(True, self.check_nan)

    def __exit__(self, *error):
        switch(*self.before)


class set_detect_anomaly(detect_anomaly):
    """Anomaly detection on or off from now on; as a context manager, until its end. Source: PyTorch, of that name."""

    def __init__(self, mode, check_nan=True):
        self.before = state.enabled, state.check_nan
        switch(mode, check_nan)

    def __enter__(self):
        return None
