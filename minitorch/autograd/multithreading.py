"""multithreading: set_multithreading_enabled: whether a backward pass may use several threads; here it uses one (shelf)."""

import threading

from ..graph.node import AccumulateGrad, Node
from .engine import reachable, tasks

__all__ = ["is_multithreading_enabled", "set_multithreading_enabled"]


class _State(threading.local):
    enabled = True


state = _State()


def is_multithreading_enabled():
    """What was set last: whether several threads may walk. Source: PyTorch, torch.autograd.is_multithreading_enabled."""
    return state.enabled


class set_multithreading_enabled:
    """Remember whether several threads may walk backwards, from now on or in a block; the walk is one thread's anyway.

    >>> import minitorch as mt
    >>> with mt.autograd.set_multithreading_enabled(False):
    ...     mt._C._is_multithreading_enabled()
    False

    Source: PyTorch, torch.autograd.grad_mode.set_multithreading_enabled.
    """

    def __init__(self, mode):
        self.prev, state.enabled = state.enabled, bool(mode)
        self.mode = mode

    def __enter__(self):
        pass

    def __exit__(self, *error):
        state.enabled = self.prev

    def clone(self):
        """Another one for the same wish."""
        return type(self)(self.mode)


def _is_multithreading_enabled():
    """What set_multithreading_enabled has been told last."""
    return state.enabled


def _current_graph_task_execution_order():
    """The steps of the backward pass that is going on, in the order in which they are computed, those before it too.

    A leaf's gradient is accumulated as soon as the last step that sends it one has been computed.

    Errors: RuntimeError outside of a backward pass, or while several threads may walk.
    """
    if not tasks:
        raise RuntimeError("_current_graph_task_execution_order should only be called during the backward pass.")
    if state.enabled:
        raise RuntimeError(
            "_current_graph_task_execution_order expects the current backward to be executed with multithreading disabled, "
            "e.g. by running:\n\n>>> with minitorch.autograd.set_multithreading_enabled(False):\n"
            "...     minitorch.autograd.grad(...)\n"
        )
    walk = tasks[-1]
    nodes = [node for node in reachable(walk.roots) if walk.needed is None or node in walk.needed]
    ends = [[edge[0] for edge in walk.edges_of(node) if edge and not isinstance(edge[0], Node)] for node in nodes]
    last = {leaf: i for i, leaves in enumerate(ends) for leaf in leaves}
    order = []
    for i, (node, leaves) in enumerate(zip(nodes, ends, strict=True)):
        order.append(node)
        order.extend([AccumulateGrad(leaf) for leaf in dict.fromkeys(leaves) if last[leaf] == i])
    return order
