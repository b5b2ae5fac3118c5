"""renewed: what a step saved of a tensor that was given other data since, `x.data = y`, is what the tensor holds now (core)."""

import sys
import weakref
from functools import partial

from ..._holes import fill, hole
from ..._tensor import Tensor, clock
from .hooked import Hooked
from .stopped import serve_finished
from .wanted import reachable

replaced: dict = {}  # by id: an array that was a tensor's data and that others still hold, the tensor, and when it was


class Renewed(Hooked):
    """The fourth rung of the engine: steps save tensors, not only their arrays, so they see what `.data = ` gave them.

    >>> import minitorch as mt
    >>> x, w = mt.ones(1), mt.ones(1, requires_grad=True)
    >>> y = w * x
    >>> x.data = mt.tensor([5.0])
    >>> y.backward()
    >>> w.grad
    tensor([5.])
    """

    at = None  # the node that is at work

    def run(self):
        if replaced:
            for node in reachable(self.roots):
                renew(node)
        self.keep = self.keep or walked_again()
        try:
            super().run()
        except BaseException:
            serve_finished(self)
            raise

    def visit(self, node, g):
        self.at = node
        super().visit(node, g)


@hole
def walked_again():
    """Whether the same graph is walked again in any case: vmap puts the answer here."""
    return False


def replace(tensor, old):
    """Note that a tensor has a new array, if steps may have saved the old one: if anyone else holds that."""
    new = tensor._array
    if sys.getrefcount(old) > 3 and new is not old and new.shape == old.shape and new.dtype == old.dtype:
        key = id(old)
        replaced[key] = (
            weakref.ref(old, partial(replaced.pop, key)),
            tensor,
            next(clock),
        )  # in C: safe in deep recursion


def renew(node):
    """Let a step have the arrays that its operands hold now; its result stays what it was."""
    if node.op is not None and node.saved:
        pairs = zip(node.steps, node.saved, strict=False)
        node.saved = [None if saved is None else renewed(node, step.names, saved) for step, saved in pairs]


def renewed(node, names, saved):
    """The values that one formula has saved, in the form they had."""
    if type(saved) is not tuple:
        return saved if names == ("out",) else now(node, saved)
    return tuple([one if name == "out" else now(node, one) for name, one in zip(names, saved, strict=True)])


def now(node, value):
    """A saved value as it is now, if it was replaced after the step was recorded."""
    if type(value) is tuple:
        return tuple([now(node, one) for one in value])
    array, tensor, when = replaced.get(id(value), (None, None, 0))
    return tensor._array if array is not None and array() is value and node.number > when else value


fill(Tensor, _replaced=replace)
