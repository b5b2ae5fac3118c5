"""listening: a function is run once, and all that it does with tensors is written into a graph (shelf).

Three things are heard. Operations: each call ends at `Op.record`, the extension point at which autograd writes its node; a
trace writes a step there, too. Functions marked with one_step say so themselves. And while a trace runs, tensors are of
a class of their own, whose methods announce what Python reads of a tensor (`item`, `bool`) and what changes it in place.
What none of them explains is an error, never a wrong graph.
"""

import inspect
import sys
from contextlib import ExitStack
from itertools import chain
from threading import get_ident

import numpy as np

from .. import _tensor, fast
from .._extension import override
from .._tensor import Tensor, wrap
from ..graph.grad_mode import enable_grad, is_grad_enabled
from ..nn.parameter import Parameter
from ..ops.one_step import listeners
from ..ops.op import Op
from ..random import default_generator
from ..random.generator import Generator
from .graph import Graph, Step, Value, leaves, replace

# --- the class of tensors while a trace runs --------------------------------------------------------------------------

READ = "item tolist numpy __array__ __bool__ __int__ __float__ __complex__ __index__ __contains__".split()
OTHERS = "detach __getitem__ new_zeros new_ones new_empty new_full new_tensor".split()
CHANGE = [name for name in dir(Tensor) if name.endswith("_") and not name.endswith("__")] + ["__setitem__"]
CHANGE += [f"__i{name}__" for name in "add sub mul truediv floordiv mod pow and or xor lshift rshift".split()]
METHODS = frozenset([name for name in READ + OTHERS + CHANGE if hasattr(Tensor, name)])
SIZED = "nonzero unique masked_select repeat_interleave bincount one_hot".split()
LITERAL = ("tensor", "as_tensor", "from_numpy", "new_tensor")  # make constants of Python's numbers, or of arrays


class Method:
    """A method of Tensor, as the function of a step."""

    def __init__(self, name):
        self.__name__ = name

    def __call__(self, x, *args, **kwargs):
        return getattr(x, self.__name__)(*args, **kwargs)


class Announcing:
    """What the tensors of a trace are besides: their methods that read or change are announced."""

    __slots__ = ()


def announcing(name):
    """The method of that name, which is announced and then does what it always does."""

    def plain(self, *args, **kwargs):
        return getattr(super(Announcing, self), name)(*args, **kwargs)

    def method(self, *args, **kwargs):
        return listeners[-1](Method(name), plain, (self, *args), kwargs)

    return method


for _name in METHODS:
    setattr(Announcing, _name, announcing(_name))

classes: dict = {}  # Tensor, Parameter ... -> the same, announcing


def announcing_class(kind):
    """The class that tensors of a class have while a trace runs."""
    if kind not in classes:
        classes[kind] = type(kind)(kind.__name__, (Announcing, kind), {"__slots__": (), "__module__": __name__})
    return classes[kind]


# --- the trace --------------------------------------------------------------------------------------------------------


class Tracer:
    """What is known while a trace is taken.

    known    {id of a tensor: (its value in the graph, the tensor)}
    counts   {id of a tensor's count of changes in place: what it should be}
    adopted  the tensors that announce what is done with them, and the class that each had before
    hidden   the values that were computed without recording gradients
    depth    how many announced calls we are in: what happens inside of one belongs to it
    """

    def __init__(self):
        self.graph, self.known, self.counts, self.names, self.memories = Graph(), {}, {}, {}, {}
        self.thread, self.depth, self.adopted, self.hidden, self.drawn = get_ident(), 0, [], set(), position()

    def adopt(self, x):
        """Let a tensor announce what is done with it, until the trace ends."""
        if not isinstance(x, Announcing) and get_ident() == self.thread:
            self.adopted.append((x, type(x)))
            x.__class__ = announcing_class(type(x))

    def new_value(self, x, kind, name):
        """A new value for a tensor."""
        number = self.names[name] = self.names.get(name, -1) + 1
        memory = self.memories.setdefault(id(owner(x._array)), len(self.memories))
        value = Value(f"{name}_{number}" if number else name, kind, tuple(x.shape), x.dtype, memory)
        self.known[id(x)] = value, x
        if x._counter is not None:
            self.counts.setdefault(id(x._counter), x._counter[0])
        self.adopt(x)
        return value

    def inputs(self, structure, name):
        """What goes in, as it is written into the graph."""
        new = lambda leaf: isinstance(leaf, Tensor) and id(leaf) not in self.known
        return replace(structure, lambda x: self.new_value(x, "input", name) if new(x) else self.operand(x))

    def operand(self, leaf):
        """An argument as it is written into the graph: the value of a tensor, anything else as it is."""
        if isinstance(leaf, np.ndarray):
            raise unseen("an array was computed from tensors, and given to an operation,")
        if isinstance(leaf, np.generic):
            return leaf.item()
        if not isinstance(leaf, Tensor):
            return leaf
        if id(leaf) not in self.known:
            if isinstance(leaf, Announcing):
                raise unseen(f"a tensor {leaf.dtype.name}{list(leaf.shape)} was made")
            self.graph.constants[self.new_value(leaf, "captured", "captured")] = leaf
        value, _ = self.known[id(leaf)]
        if leaf._counter is not None and self.counts[id(leaf._counter)] != leaf._counter[0]:
            raise unseen(f"{value}, {value.described()}, was changed in place")
        if leaf._edge is not None and value in self.hidden:
            raise unseen(f"an autograd.Function with a backward of its own made {value}, {value.described()},")
        return value

    def result(self, leaf, name):
        """A part of a result as it is written into the graph."""
        if not isinstance(leaf, Tensor):
            return leaf.tolist() if isinstance(leaf, (np.ndarray, np.generic)) else leaf
        return self.known[id(leaf)][0] if id(leaf) in self.known else self.new_value(leaf, "step", name)

    # --- what is heard ------------------------------------------------------------------------------------------------

    def elsewhere(self):
        """Whether a call belongs to one that was announced, or to another thread. Else nothing must have been drawn since."""
        if self.depth > 0 or get_ident() != self.thread:
            return True
        if position() != self.drawn:
            raise unseen("random numbers were drawn")
        return False

    def operation(self, op, inputs, out):
        """An operation was called."""
        if not self.elsewhere():
            self.step(op, op.name, (replace(tuple(inputs), self.operand), {}), out)

    def hear(self, public, function, args, kwargs):
        """A function is called; `function` computes it, and a replay calls `public`."""
        if self.elsewhere():
            return function(*args, **kwargs)
        name = public.__name__
        literal = name in LITERAL
        given = None if literal else replace((args, kwargs), self.operand)
        tensors = [] if literal else leaves((args, kwargs), Tensor)
        self.depth += 1
        try:
            made = function(*args, **kwargs)
        finally:
            self.depth -= 1
        if literal and id(made) not in self.known:
            self.graph.constants[self.new_value(made, "constant", "constant")] = copied(made)
        elif not literal and made is not NotImplemented:
            step = self.step(public, name.strip("_") if name.endswith("__") else name, given, made)
            step.changes = [self.known[id(x)][0] for x in tensors if self.was_changed(x)]
            step.reads = any([type(leaf) is not Value and leaf is not None for leaf in leaves(step.out)])
            drawn, self.drawn = self.drawn, position()
            step.effect |= (
                step.reads or bool(step.changes or leaves(given, Generator)) or drawn != self.drawn or name in CHANGE
            )
        return made

    def step(self, function, name, given, made):
        """Write down a call and what it gave."""
        step = Step(name, function, place_of(function), *given, replace(made, lambda leaf: self.result(leaf, name)))
        step.no_grad, step.effect = not is_grad_enabled(), is_sized_by_numbers(step)
        if step.no_grad:
            self.hidden.update(step.results())
        self.graph.steps.append(step)
        return step

    def was_changed(self, x):
        """Whether a call has changed a tensor; its new count is the right one from now on."""
        if x._counter is None or self.counts[id(x._counter)] == x._counter[0]:
            return False
        self.counts[id(x._counter)] = x._counter[0]
        return True

    # --- a call -------------------------------------------------------------------------------------------------------

    def run(self, function, args, kwargs, names):
        """Call the function with everybody listening, and return the graph."""
        record = vars(Op)["record"]

        def recorded(op, inputs, values, out):
            record(op, inputs, values, out)
            self.operation(op, inputs, out)

        with ExitStack() as stack:
            stack.enter_context(fast.switched_off())
            stack.enter_context(enable_grad())
            stack.callback(self.let_go)
            stack.callback(override, Op, record=record)
            override(Op, record=recorded)
            _tensor.listeners.append(self.adopt)
            stack.callback(_tensor.listeners.remove, self.adopt)
            listeners.append(self.hear)
            stack.callback(listeners.pop)
            self.graph.args = tuple([self.inputs(x, name) for x, name in zip(args, names, strict=False)])
            self.graph.kwargs = {name: self.inputs(x, name) for name, x in kwargs.items()}
            self.graph.outputs = replace(function(*args, **kwargs), self.operand)
            self.elsewhere()
            for _, x in self.known.values():
                self.operand(x)
        return self.graph

    def let_go(self):
        """Give all tensors the class back that they had."""
        for x, kind in self.adopted:
            if isinstance(x, Announcing):
                x.__class__ = kind


def is_sized_by_numbers(step):
    """Whether the shape of what a step gives depends on numbers: Python may have seen it, and a run must check it."""
    masks = step.name == "getitem" and any([value.dtype.name in ("bool", "uint8") for value in step.operands()[1:]])
    return masks or step.name in SIZED


def place_of(function):
    """Where a function stands: "file:name"; the place of a method is its name in Tensor, and "" stands for nowhere."""
    if isinstance(function, Method):
        return f"Tensor:{function.__name__}"
    for place in chain([function.__module__], list(sys.modules)):
        for name, value in vars(sys.modules[place]).items() if place.startswith("minitorch.") else ():
            if value is function:
                return f"{place}:{name}"
    return ""


def owner(array):
    """The array whose memory an array shows."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def position():
    """Where the default generator stands."""
    return default_generator.get_state()._array.tobytes()


def copied(x):
    """A plain tensor with the same numbers."""
    return wrap(x._array.copy())


def unseen(what):
    """The error for what a graph could not repeat."""
    words = "It sees operations, minitorch's functions and tensors' methods, not NumPy, `out=` or autograd.Function."
    return RuntimeError(f"This call cannot be traced: {what} by something that a trace does not see. {words}")


def record(function, args, kwargs, module=None):
    """The graph of one call.

    module  whose parameters and buffers are named in the graph; the call leaves its buffers, and the random numbers, as they are

    Errors: RuntimeError for what a graph could not repeat, and for a buffer that is assigned anew.
    """
    if listeners:
        raise RuntimeError("A trace is running already: call the function itself inside of it")
    tracer, generator = Tracer(), default_generator.get_state()
    states = {} if module is None else dict(module.named_parameters()) | dict(module.named_buffers())
    for name, x in states.items():
        tracer.graph.states[tracer.new_value(x, "parameter" if isinstance(x, Parameter) else "buffer", name)] = name
    before = {name: x._array.copy() for name, x in states.items()}
    names = list(inspect.signature(function if module is None else module.forward).parameters)
    names += [f"input_{i}" for i in range(len(args))]
    try:
        graph = tracer.run(function, args, kwargs, names)
    finally:
        for name, numbers in before.items():
            states[name]._array[...] = numbers
        default_generator.set_state(generator)
    for name, x in () if module is None else module.named_buffers():
        if states.get(name) is not x:
            raise RuntimeError(f"The call assigns the buffer '{name}' anew: change it in place, as with copy_")
    return graph
