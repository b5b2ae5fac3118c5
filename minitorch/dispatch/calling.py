"""calling: one call of an operator while a mode is on: autograd above, the modes, the kernel below (shelf).

The kernel is the package's own function, so what it computes, and what it records, is what it would without a mode. What the
modes get are its results without their history, which the results that they give back are given in the end.
"""

import sys
from contextlib import contextmanager
from functools import partial
from weakref import WeakKeyDictionary

from .._tensor import Tensor, wrap
from .._tower import load
from ..graph import grad_mode
from ..graph.node import Node
from ..threads import local
from .overloads import arranged

RANDOM = frozenset("bernoulli rand_like randn_like randint_like multinomial rrelu_with_noise native_dropout".split())


class _State(local):
    below = 0  # how many kernels are running, whose own calls nobody is shown
    frame = None  # the call that a mode is asked about: autograd is above it
    tracer = None  # what writes calls into a graph, while a trace is taken
    silent = 0  # how many blocks of no_dispatch are open
    asked = 0  # how often classes of the user's have been

    def __init__(self):
        self.modes = []  # the modes whose blocks are open, the innermost last


state = _State()
subclassed: list = []  # while there are classes that are handed operators: what finds their tensors among others
notes: WeakKeyDictionary = WeakKeyDictionary()  # a recorded step -> what its formula will be announced with


def watched(*values):
    """Whether a call with these values is to be announced: to a mode, or to a class of the user's."""
    if state.below or state.modes or not subclassed:
        return not state.below and bool(state.modes)
    inner = [one for x in values if isinstance(x, dict) for one in x.values()]  # the groups of an optimizer
    return bool(subclassed[0](tensors_in((*values, *inner))))


@contextmanager
def below():
    """A block whose calls nobody is shown."""
    state.below += 1
    try:
        yield
    finally:
        state.below -= 1


class NoDispatch:
    """A block in which neither modes nor classes of the user's are handed operators."""

    def __enter__(self):
        state.below += 1
        state.silent += 1

    def __exit__(self, *error):
        state.below -= 1
        state.silent -= 1


@contextmanager
def recording(wanted):
    """A block in which steps are recorded, or not."""
    before = grad_mode.state.enabled
    grad_mode.switch(wanted)
    try:
        yield
    finally:
        grad_mode.switch(before)


def dispatch(func, args, kwargs, native=None):
    """The result of an operator: what the modes make of it, with its place in the graph.

    native  computes the same as func with these arguments; without it, func's own kernel does
    """
    if state.frame is not None:
        return ask(func, args, kwargs)
    casting = sys.modules.get("minitorch.amp.casting")
    if casting is not None and casting.state.active and (policy := casting.policy_of(func.overloadpacket)) is not None:
        return casting.converted(lambda *given, **named: dispatch(func, given, named), policy, args, kwargs)
    by_place, by_name = arranged(func, args, kwargs)
    holders = subclassed and subclassed[0](tensors_in((*by_place, *by_name.values())))
    kind = load("minitorch.dispatch.subclass_autograd").HeldFrame if holders else Frame
    frame = state.frame = kind(func, by_place, by_name, native)
    try:
        with recording(False):
            result = ask(func, frame.args, frame.kwargs)
    finally:
        state.frame = None
    return frame.finished(result)


def ask(func, args, kwargs):
    """What the innermost mode makes of a call, or the classes of its tensors; without them, the kernel's result."""
    if state.silent:
        return compute(func, args, kwargs)
    takers = subclassed[0](tensors_in((*args, *kwargs.values()))) if subclassed else ()
    if not state.modes and not takers:
        return compute(func, args, kwargs)
    kinds, declined = tuple([type(x) for x in takers]), ""
    if state.modes:
        mode = state.modes.pop()
        try:
            result = rule_of(func, mode, type(mode))(func, kinds, args, kwargs)
        finally:
            state.modes.append(mode)
        if result is not NotImplemented:
            return result
        declined = f"  - mode object {mode}\n"
    for kind in kinds:
        state.asked += 1
        result = rule_of(func, kind, kind)(func, kinds, args, kwargs)
        if result is not NotImplemented:
            return result
        declined += f"  - tensor subclass {kind}\n"
    raise TypeError(
        f"Multiple dispatch failed for 'minitorch._ops.{func}'; all __torch_dispatch__ handlers returned NotImplemented:\n\n"
        f"{declined}\nFor more information, try re-running with TORCH_LOGS=not_implemented"
    )


def rule_of(func, asked, kind):
    """What a mode or a class does with an operator: what library.register_torch_dispatch was told, else its __torch_dispatch__."""
    rule = getattr(func, "rules", {}).get(kind)
    return asked.__torch_dispatch__ if rule is None else partial(rule, asked)


def compute(func, args, kwargs):
    """The kernel's result, which is recorded when it is the call that the mode was asked about."""
    if subclassed:
        load("minitorch.dispatch.subclasses").check_numbers(func, (*args, *kwargs.values()))
    frame = state.frame
    if frame is not None and frame.is_for(func, args, kwargs):
        frame.compute()
        return frame.shown
    with below(), recording(False):
        return listed(func, func.kernel(*args, **kwargs))


def alike(a, b):
    """Whether two calls have the same arguments: the same tensors, and equal numbers."""
    if a is b:
        return True
    if type(a) is not type(b) or isinstance(a, Tensor):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all([alike(one, other) for one, other in zip(a, b, strict=True)])
    if isinstance(a, dict):
        return a.keys() == b.keys() and all([alike(one, b[key]) for key, one in a.items()])
    return bool(a == b)


def listed(func, out):
    """Results as operators give them: several as a plain tuple, as many as there happen to be as a list."""
    if not isinstance(out, (tuple, list)):
        return out
    schema = func._schema
    return list(out) if schema is not None and schema.returns[0].startswith("Tensor[") else tuple(out)


def tensors_in(values):
    """The tensors among values, and in lists of them."""
    found = []
    for x in values:
        if isinstance(x, Tensor):
            found.append(x)
        elif isinstance(x, (list, tuple)):
            found += tensors_in(x)
    return found


class Frame:
    """A call that modes are asked about: what the kernel has made of it, and the history of that, kept apart."""

    done = False  # whether the kernel has run
    out = shown = None  # its result, and the same as the modes get it

    def __init__(self, func, args, kwargs, native):
        self.func, self.args, self.kwargs, self.native = func, args, kwargs, native
        self.grad = grad_mode.state.enabled
        self.given = tensors_in((*args, *kwargs.values()))
        written = func._schema is not None and func._schema.is_mutable
        self.edges = {id(x): x._edge for x in self.given} if written else {}  # where what may be changed came from
        self.history = {}  # id of a new tensor in the result -> (where it came from, whether it wants a gradient)

    def is_for(self, func, args, kwargs):
        """Whether a kernel is called for the first time with what the mode was shown."""
        return not self.done and func is self.func and alike(args, self.args) and alike(kwargs, self.kwargs)

    def compute(self):
        """Run the kernel, and put the history of its result aside."""
        with below(), recording(self.grad):
            self.out = self.native() if self.native else self.func.kernel(*self.args, **self.kwargs)
        self.done, self.shown = True, listed(self.func, self.out)
        for x in tensors_in((self.out,)):
            if not any([x is one for one in self.given]):
                self.history[id(x)] = x._edge, x._requires_grad
                x._edge, x._requires_grad = None, False

    def wants_history(self):
        """Whether there is a step to record although no mode has had the kernel run with these arguments."""
        new = self.func._schema is None or not self.func._schema.is_mutable
        wished = self.grad and any([x.requires_grad for x in self.given])
        return wished and new and self.func.overloadpacket.__name__ not in RANDOM

    def finished(self, result):
        """What the modes gave back, with the history that the kernel's result has, and in its form."""
        if not self.done and self.wants_history():
            self.compute()
        if not self.done:
            return tuple(result) if isinstance(result, list) else result
        outs, made = tensors_in((self.out,)), tensors_in((result,))
        if len(outs) != len(made):
            return result
        pairs = [(x, self.with_history(x, y)) for x, y in zip(outs, made, strict=True)]
        for x, y in pairs:
            self.note(x, y)
        return self.out if outs and all([x is y for x, y in pairs]) else replaced(self.out, iter(pairs), result)

    def with_history(self, x, y):
        """What stands for a tensor x of the kernel's result: y, which the modes have made of it, with its history."""
        if id(x) not in self.history:
            return x  # an argument, which was changed in place
        edge, wish = self.history[id(x)]
        if y is not x and any([y is one for one in self.given]):
            y = wrap(y._array)
        y._edge, y._requires_grad = edge, wish
        if y is not x and edge is not None:
            exchange(edge[0], x, y)
        return y

    def note(self, x, y):
        """PyTorch keeps a detached alias of a result that the step saves, and modes see it being made."""
        node = y._edge and y._edge[0]
        fresh = id(y) in self.history or (id(y) in self.edges and self.edges[id(y)] is not y._edge)
        if fresh and saves_result(node):
            alias_of(y)


def alias_of(y):
    """aten.detach of a tensor, as autograd makes it for what it saves, and when it takes that out again."""
    if y is not None and watched(y):
        with recording(False):
            dispatch(load("minitorch.ops.aten").detach.default, (y,), {})
    return y


def saves_result(node):
    """Whether a step keeps its own result for its formula."""
    if not isinstance(node, Node) or node.op is None or node.op.view or not node.saved:
        return False
    return any(["out" in step.names and kept is not None for step, kept in zip(node.steps, node.saved, strict=False)])


def exchange(node, x, y):
    """Let a step have saved the tensor y where it has saved its result x."""
    if not isinstance(node, Node) or not node.saved:
        return

    def one(value):
        if type(value) is tuple:
            return tuple([one(part) for part in value])
        return y._array if value is x._array else value

    node.saved = [one(value) for value in node.saved]
    node.versions = tuple([y._counter if count is x._counter else count for count in node.versions])


def replaced(out, pairs, result):
    """A result in its form, with other tensors in it."""
    if isinstance(out, Tensor):
        return next(pairs)[1]
    if isinstance(out, (list, tuple)):
        parts = [replaced(part, pairs, result) for part in out]
        return type(out)._make(parts) if hasattr(out, "_make") else type(out)(parts)
    return result if not isinstance(result, (list, tuple)) else out
