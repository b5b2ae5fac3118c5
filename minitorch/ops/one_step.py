"""one_step: functions that a trace records as one step (core).

A trace hears of every operation, for operations are called in one place. A function that computes with arrays itself, or
draws numbers, is heard of when it is marked with `one_step`. While nothing is traced, it is called as it is.
"""

from functools import wraps

listeners: list = []  # who hears of these calls: while a trace runs, the trace
marked: dict = {}  # "file:name" -> the function, as users call it


def one_step(function):
    """Mark a function as one step of a trace.

    >>> @one_step
    ... def double(x):
    ...     return 2 * x
    >>> double(3)
    6

    Source: PyTorch, torch.fx.wrap.
    """

    @wraps(function)
    def call(*args, **kwargs):
        if listeners:
            return listeners[-1](call, function, args, kwargs)
        return function(*args, **kwargs)

    marked[f"{function.__module__}:{function.__name__}"] = call
    return call
