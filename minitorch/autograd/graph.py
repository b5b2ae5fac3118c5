"""graph: hooks on saved tensors, one hook for several tensors, and nodes as a type (shelf).

PyTorch has these under torch.autograd.graph.
"""

from _thread import allocate_lock

from .._tensor import Tensor, touch
from ..graph.edge import GradientEdge, get_gradient_edge
from ..graph.grad_mode import no_grad
from ..graph.node import AccumulateGrad
from ..graph.node import Node as Step
from ..graph.record import edge_of
from . import saved
from .engine import reachable, tasks
from .hooks import RemovableHandle

__all__ = [
    "GradientEdge",
    "Node",
    "get_gradient_edge",
    "increment_version",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
]


class saved_tensors_hooks:
    """Within this block, what is saved for the backward pass goes through hooks of yours.

    pack_hook    is called with each tensor when it is saved; what it returns is kept
    unpack_hook  is called with that when a formula needs the tensor, which it must return

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
    >>> with mt.autograd.graph.saved_tensors_hooks(lambda x: x.tolist(), lambda kept: mt.tensor(kept) * 10):
    ...     y = x * x
    >>> y.sum().backward()
    >>> x.grad
    tensor([20., 40.])

    Source: PyTorch, torch.autograd.graph.saved_tensors_hooks.
    """

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        saved.push(self.pack_hook, self.unpack_hook)

    def __exit__(self, *error):
        saved.pop()


class save_on_cpu(saved_tensors_hooks):
    """Within this block, saved tensors lie in the CPU's memory and go back to their device when needed.

    Source: PyTorch, torch.autograd.graph.save_on_cpu.
    """

    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda x: (x.device, x.cpu()), lambda packed: packed[1].to(packed[0]))


def increment_version(tensor):
    """Count a change of the numbers that the library did not see, made through .numpy() say.

    Source: PyTorch, torch.autograd.graph.increment_version.
    """
    for x in (tensor,) if isinstance(tensor, Tensor) else tensor:
        touch(x)


class _NodeType(type):
    def __instancecheck__(cls, thing):
        return isinstance(thing, Step | AccumulateGrad)

    def __subclasscheck__(cls, kind):
        return kind is cls or issubclass(kind, Step | AccumulateGrad)


class Node(metaclass=_NodeType):
    """What all nodes are, the ends at the leaves included: for isinstance. Source: PyTorch, torch.autograd.graph.Node."""


# --- one hook for several tensors -----------------------------------------------------------------------------------


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Call `fn` in a backward pass when the gradients of several tensors are there.

    mode  "all": call `fn(gradients)` once all of those that this pass will compute are there, with None for the others
          "any": call `fn(gradient)` with the first of them

    >>> import minitorch as mt
    >>> x, y = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)
    >>> handle = mt.autograd.graph.register_multi_grad_hook([x, y], lambda grads: print(grads))
    >>> (x * 2 + y * 3).sum().backward()
    [tensor([2., 2.]), tensor([3., 3.])]

    Source: PyTorch, torch.autograd.graph.register_multi_grad_hook.
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    tensors, lock = tuple(tensors), allocate_lock()
    seen = {}  # the pass -> the gradients so far, and how many are to come

    def hook_of(i):
        def hook(grad):
            task = tasks[-1]
            with lock:
                for old in [one for one in seen if one not in tasks]:
                    del seen[old]
                if task not in seen:
                    left = 1 if mode == "any" else sum(will_execute(task, x) for x in tensors)
                    seen[task] = [[None] * len(tensors), left]
                found = seen[task]
                found[0][i] = grad
                found[1] -= 1
                last = found[1] == 0
            if last:
                with no_grad():
                    fn(grad if mode == "any" else found[0])

        return hook

    handles = [x.register_hook(hook_of(i)) for i, x in enumerate(tensors)]
    return _MultiHandle(handles)


class _MultiHandle(RemovableHandle):
    """The handle of a hook on several tensors."""

    def __init__(self, handles):
        self.handles = tuple(handles)

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def __getstate__(self):
        return self.handles

    def __setstate__(self, state):
        self.handles = state


def will_execute(task, x):
    """Whether a pass will compute the gradient of a tensor."""
    edge = edge_of(x)
    return edge is not None and (edge[0] in task.needed if task.needed is not None else edge[0] in comes_by(task))


def comes_by(walk):
    """The nodes and leaves that a walk that leaves nothing out comes by."""
    edges = [edge for edge, _ in walk.roots]
    for node in reachable(walk.roots):
        edges.extend(node.edges)
    return {edge[0] for edge in edges if edge is not None}
