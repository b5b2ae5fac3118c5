"""graph: what a trace records: values, the steps that compute them, and what goes in and comes out (shelf).

    graph(%x: float32[2, 3]):
        %weight = parameter: float32[4, 3]
        %t = t(%weight): float32[3, 4]
        %mm = mm(%x, %t): float32[2, 4]
        return %mm

A structure is a tuple, list, dict or slice, in any depth, whose leaves are values, tensors or plain Python objects.
"""

from dataclasses import dataclass, field

from ..size import Size


def replace(structure, function):
    """The same structure with function(leaf) in the place of each leaf."""
    kind = type(structure)
    if isinstance(structure, (tuple, list)) and kind is not Size:
        parts = [replace(part, function) for part in structure]
        return kind(*parts) if hasattr(kind, "_make") else kind(parts)
    if isinstance(structure, dict):
        return {key: replace(part, function) for key, part in structure.items()}
    if kind is slice:
        return slice(*[replace(part, function) for part in (structure.start, structure.stop, structure.step)])
    return function(structure)


def leaves(structure, kind=object):
    """The leaves of a structure that are of a class, in order."""
    found = []
    replace(structure, found.append)
    return [leaf for leaf in found if isinstance(leaf, kind)]


def filled(structure, others):
    """A structure in which other things stand for some values: those that the dictionary `others` has for them."""
    return replace(structure, lambda leaf: others.get(leaf, leaf) if type(leaf) is Value else leaf)


@dataclass(eq=False)
class Value:
    """One tensor of a graph.

    kind    "input", "parameter", "buffer"; "step" for the result of a step; "constant" for a tensor of numbers that the call
            made, "captured" for one that it found somewhere else
    memory  a number: values with the same number share memory, as a view and its base do
    """

    name: str
    kind: str
    shape: tuple
    dtype: object
    memory: int

    def __repr__(self):
        return f"%{self.name}"

    def described(self):
        """Its dtype and shape: float32[2, 3]."""
        return f"{self.dtype.name}{list(self.shape)}"


@dataclass(eq=False)
class Step:
    """One call: of an operation, of a function marked with one_step, or of a method that reads or changes a tensor.

    place    where the function stands, "minitorch.ops.pointwise.exp_log:exp": there a run looks for it, as a short cut or a
             piece of yours may have taken its place. Empty for one that is found nowhere
    out      what it returns: values for tensors, the plain objects themselves
    changes  the values that it changes in place
    effect   whether it must be run, in its place, even if nobody uses its result: it changes, reads or draws something
    reads    whether Python saw what it returns, so that a run must find the same
    no_grad  whether gradients are not recorded
    """

    name: str
    function: object
    place: str
    args: tuple
    kwargs: dict
    out: object
    changes: list = field(default_factory=list)
    effect: bool = False
    reads: bool = False
    no_grad: bool = False

    def operands(self):
        """The values that it takes."""
        return leaves((self.args, self.kwargs), Value)

    def results(self):
        """The values that it gives."""
        return leaves(self.out, Value)

    def __getstate__(self):
        found = self.place.startswith("minitorch.")  # where it stands, also in a program that reads a pickle
        return vars(self) | {"function": None if found else self.function}

    def __repr__(self):
        given = ", ".join([repr(arg) for arg in self.args] + [f"{key}={arg!r}" for key, arg in self.kwargs.items()])
        if self.reads:
            return f"expect {self.name}({given}) == {self.out!r}"
        kind = f": {self.out.described()}" if isinstance(self.out, Value) else ""
        return f"{self.out!r} = {self.name}({given}){kind}" + " without grad" * self.no_grad


@dataclass(eq=False)
class Graph:
    """A recorded call.

    args, kwargs  what goes in, positional and by keyword      outputs    what comes out
    states        {value: name} of parameters and buffers      constants  {value: tensor} of constant and captured ones
    steps         in the order in which they were run
    """

    args: tuple = ()
    kwargs: dict = field(default_factory=dict)
    outputs: object = None
    states: dict = field(default_factory=dict)
    constants: dict = field(default_factory=dict)
    steps: list = field(default_factory=list)

    def values(self):
        """All values, in order."""
        made = [value for step in self.steps for value in step.results()]
        return dict.fromkeys([*leaves((self.args, self.kwargs), Value), *self.states, *self.constants, *made])

    def unsafe(self):
        """The numbers of the memories that a step changes in place, or that are handed out, so that the caller may change them."""
        changed = [value for step in self.steps for value in step.changes]
        return {value.memory for value in changed + leaves(self.outputs, Value)}

    def __repr__(self):
        inputs = [f"{value}: {value.described()}" for value in leaves((self.args, self.kwargs), Value)]
        lines = [f"    {value} = {value.kind}: {value.described()}" for value in (*self.states, *self.constants)]
        lines += [f"    {step}" for step in self.steps]
        return "\n".join([f"graph({', '.join(inputs)}):", *lines, f"    return {self.outputs!r}"])
