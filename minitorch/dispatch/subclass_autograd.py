"""subclass_autograd: calls with tensors of classes of the user's: what autograd remembers of them above __torch_dispatch__ (shelf).

The class says what the call gives. What the step saves and where its result came from is found by running the kernel on
what stands for the numbers; steps then hold the tensors themselves, so that formulas are handed to the class again.
"""

from contextlib import contextmanager

from .._tensor import Tensor, wrap
from .._tower import load
from ..graph.node import Node
from ..graph.record import listeners
from ..random import default_generator
from .calling import RANDOM, Frame, below, dispatch, recording, saves_result, tensors_in
from .subclasses import StandIn, takes, twin

DRAWING = frozenset("bernoulli_ uniform_ normal_ exponential_ random_ cauchy_ geometric_ log_normal_".split()) | RANDOM


@contextmanager
def as_if_nothing_was_drawn(func):
    """A block after which random numbers go on from where they were: it is the class that draws them."""
    if func.overloadpacket.__name__ not in DRAWING:
        yield
        return
    with below():
        here = default_generator.get_state()
    try:
        yield
    finally:
        with below():
            default_generator.set_state(here)


class HeldFrame(Frame):
    """A call that such a class is asked about."""

    alias = None  # of a result that its step saves

    def __init__(self, func, args, kwargs, native):
        super().__init__(func, args, kwargs, native)
        self.owners, self.nodes, self.counts = {}, [], []
        if self.changes():
            self.foresee()
            self.counts = [(x._counter, x._counter[0]) for x in self.given if x._counter is not None]

    def changes(self):
        """Whether the operator changes an argument: autograd has its say before the class has."""
        return self.func._schema is not None and self.func._schema.is_mutable

    def foresee(self):
        """Run the kernel for the history of its result alone: what it writes into is as it was before."""
        kept = [(x, x._array, x._array.copy()) for x in self.written()]
        with as_if_nothing_was_drawn(self.func):
            try:
                self.compute()
            finally:
                for x, array, numbers in kept:
                    x._array = array
                    array[...] = numbers

    def written(self):
        """The tensors that the operator changes."""
        if not self.changes():
            return []
        names = [one.name for one in self.func._schema.arguments]
        given = dict(zip(names, self.args, strict=False)) | self.kwargs
        return tensors_in([given.get(one.name) for one in self.func._schema.arguments if one.is_write])

    def compute(self):
        """Run the kernel, and note the steps that it records and whose arrays they may save."""
        note = self.nodes.append
        self.owners |= {id(x._array): (x, x._array) for x in self.given if takes(x) or type(x._array) is StandIn}
        listeners.append(note)
        try:
            super().compute()
        finally:
            listeners.remove(note)

    def finished(self, result):
        if not self.done and (self.wants_history() or self.func.is_view):
            self.foresee()
        made = super().finished(result)
        for count, seen in self.counts:
            count[0] = seen
        for node in self.nodes:
            hold(node, self.owners, self.alias)
        return made

    def with_history(self, x, y):
        """What stands for x of the kernel's result: y, which the class has given, with x's history and base."""
        if id(x) not in self.history:
            return x
        edge, wish = self.history[id(x)]
        if y is x:
            y._edge, y._requires_grad = edge, wish
            return y
        if any([y is one for one in self.given]):
            y = twin(y) if takes(y) else wrap(y._array)
        if edge is not None:
            y._edge, y._requires_grad = edge, wish
            fit(edge, x, y)
        if x._base is not None and y._base is None and x._base is not y:
            y._base, y._counter, y._seen = x._base, x._counter, x._seen
            if type(y._array) is type(x._array) is StandIn and y._array.shape == x._array.shape:
                y._array = x._array  # which says where in its base it is
        return y

    def note(self, x, y):
        """A step that saves its result saves a detached alias of it."""
        node = y._edge and y._edge[0]
        if saves_result(node) and any([node is one for one in self.nodes]):
            with recording(False):
                alias = dispatch(load("minitorch.ops.aten").detach.default, (y,), {})
            self.owners[id(x._array)] = alias, x._array
            self.alias = alias


def fit(edge, x, y):
    """Let a step know the form of the result that it got, and count the changes of that one."""
    node, number = edge
    if not isinstance(node, Node):
        return
    if node.several:
        return
    node.shape, node.dtype = y._array.shape, y._array.dtype
    if x._counter is not y._counter and x._base is None:
        node.versions = tuple([y._counter if count is x._counter else count for count in node.versions])


# --- steps that hold tensors ----------------------------------------------------------------------------------------------------

kinds: dict = {}  # a class of steps -> the same that holds tensors


def hold(node, owners, alias):
    """Let a step hold tensors where it has saved what stands for their numbers."""
    if node.op is None or not node.saved:
        return

    def one(name, value):
        if type(value) is tuple:
            return tuple([one("", part) for part in value])
        if not isinstance(value, StandIn) and id(value) not in owners:
            return value
        found = owners.get(id(value)) or owners.get(id(getattr(value, "source", None)))
        if found is None and name == "out":
            return value if alias is None else alias
        return value if found is None else found[0]

    saved = []
    for step, kept in zip(node.steps, node.saved, strict=True):
        values = kept if type(kept) is tuple else (kept,)
        held = tuple([one(name, value) for name, value in zip(step.names, values, strict=False)])
        saved.append(None if kept is None else held if type(kept) is tuple else held[0])
    node.saved = saved
    kind = type(node)
    if kind not in kinds:
        body = {"__slots__": (), "__module__": kind.__module__, "restored": restored, "holds": True, "keeps": True}
        kinds[kind] = type(kind.__name__, (kind,), body | {"quick": False})
    if not getattr(kind, "holds", False):
        node.__class__ = kinds[kind]


def restored(node, name, value):
    """A saved value as a formula gets it: the tensor of the user's class."""
    if type(value) is tuple and any([isinstance(one, Tensor) for one in value]):
        return tuple([restored(node, "", one) for one in value])
    if isinstance(value, Tensor):
        if name != "out":
            return value
        made = twin(value)
        made._edge, made._requires_grad = (node, 0), True
        return made
    if isinstance(value, StandIn):
        raise NotImplementedError(
            f"minitorch has no derivative of {node.op.name} for a tensor subclass: it needs a result in between, which the "
            "subclass has not been asked for."
        )
    return Node.restored(node, name, value)
