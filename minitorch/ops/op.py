"""op: a function on arrays becomes an operation on tensors (core).

    @op(promote=common)
    def mul(input, other):
        return input * other

    mul.grad(input=lambda g, other: g * other,
             other=lambda g, input: g * input)

The forward sees arrays and nothing else. Each formula stands beside it and says how the gradient `g` of the result
becomes the gradient of one input. What a formula names, and only that, is saved: `out` is the result, `input` and
`other` are operands, `input_shape` is just a shape. A formula is a function of tensors, so any of PyTorch's words will
do in it.
"""

from functools import cached_property
from inspect import CO_VARARGS

from .._extension import extension_point
from ..errors import broadcast_error, retry_or_raise
from .call import bind_and_call, defer, fill_out, quietly, raise_unsupported
from .casting import OPERATIONS, autocasts
from .promotion import FLOAT_DTYPES, NUMBER, cast, common, floating

ALIASES = {"axis": "dim", "keepdims": "keepdim", "self": "input"}  # other spellings, which PyTorch takes too
__all__ = ["FLOAT_DTYPES", "NUMBER", "Op", "broadcast_error", "cast", "common", "fill_out", "floating", "op"]
ops: list = []  # every operation there is

# --- a formula --------------------------------------------------------------------------------------------------------


class Formula:
    """The derivative for one input: the function, and where in a recorded step the values it names are found.

    `frame` is the step's values: the forward's arguments in order, then the result.
    """

    def __init__(self, function, leading, op):
        code = function.__code__
        self.function = function
        self.names = code.co_varnames[leading : code.co_argcount]
        self.takes = [op.locate(name, function) for name in self.names]
        # indices of the arrays kept: those must not change before the formula runs
        self.tracked = tuple([index for index, shape_only in self.takes if not shape_only])

    def fetch(self, frame):
        """The values to save, in the formula's order."""
        if len(self.takes) == len(self.tracked) == 1:  # nearly always
            return (frame[self.tracked[0]],)
        return tuple([shape_of(frame[index]) if shape_only else frame[index] for index, shape_only in self.takes])


def shape_of(value):
    """The shape of a saved input; for an input that is several arrays, their shapes."""
    return tuple([shape_of(v) for v in value]) if isinstance(value, tuple) else getattr(value, "shape", ())


# --- the operation ----------------------------------------------------------------------------------------------------


def signature(forward):
    """What an operation must know of its forward: the parameters' names, the name behind the star, the defaults."""
    code = forward.__code__
    names, count = code.co_varnames, code.co_argcount
    star = names[count + code.co_kwonlyargcount] if code.co_flags & CO_VARARGS else None
    return names[:count], star, forward.__defaults__ or ()


def node_name(name):
    """The name of an operation's nodes in the graph: of log_softmax LogSoftmaxBackward0."""
    return "".join([part.capitalize() for part in name.split("_")]) + "Backward0"


class Op:
    """A differentiable function. Make one with the decorator `op`.

    forward     the function on arrays              promote     common, floating or None: see below
    parameters  its parameters' names               functions   {input name: its formula}, filled by .grad(...)
    formulas    {input name: Formula} of those      derivative  the name of its nodes: "MulBackward0"
    joint       the one Formula for all inputs, if it has one
    view        True when the result shares memory with the first input
    tensors     with promote: which operands must be tensors and not numbers: "first", "all", "any" (one of them) or "none"
    fills       of several results: whether the formulas are given zeros, or else None, for one that nobody used
    call        the function that users call        operator    the same for `x * y`: it may return NotImplemented
    """

    quick = None  # fast/ keeps its kind of node here

    def __init__(self, forward, promote=None, view=False, derivative=None, tensors="first", fills=True):
        self.forward, self.promote, self.view, self.tensors, self.fills = forward, promote, view, tensors, fills
        self.__doc__, self.__module__, self.__wrapped__ = forward.__doc__, forward.__module__, forward
        self.name = self.__name__ = forward.__name__.strip("_")
        self.parameters, self.star, self.defaults = signature(forward)
        self.derivative = derivative or node_name(self.name)
        self.functions, self.node_types = {}, {}
        self.call = Op.make(self, raise_unsupported)
        ops.append(self)

    @extension_point
    def make(self, on_unsupported):
        """The function that users call; fast/ puts quicker ones here."""

        def function(*args, out=None, **kwargs):
            try:
                return quietly(bind_and_call, self, args, kwargs, out, on_unsupported)
            except Exception as error:
                return retry_or_raise(error, self.name, self, args, kwargs | {"out": out})

        return called(function, self, on_unsupported)

    @cached_property
    def operator(self):
        """The call of `x * y`. Where it returns NotImplemented, Python asks the other operand."""
        return Op.make(self, defer)

    def __call__(self, /, *args, **kwargs):
        return self.call(*args, **kwargs)

    def __reduce__(self):
        return self.__name__  # pickle and copy look it up in its module: there is one of each

    def __repr__(self):
        return f"<op {self.name}({', '.join(self.parameters)})>"

    def grad(self, joint=None, **formulas):
        """Attach the derivative: one formula per input by name, or one `joint` formula for all of them.

        A joint formula is called with `(g, needs, ...)`, where `needs` has a bool per input, and returns a gradient
        (or None) for each.
        """
        functions = {"joint": joint} if joint is not None else formulas
        for name, function in functions.items():
            if joint is None and name not in self.parameters:
                raise TypeError(
                    f"{self.name}.grad() got a formula for '{name}', but {self.name} has the inputs "
                    f"{', '.join(self.parameters)}"
                )
            code = function.__code__
            for one in code.co_varnames[2 if joint is not None else 1 : code.co_argcount]:
                self.locate(one, function)  # raises if there is no such value
        self.functions.update(functions)
        for name in ("joint", "formulas", "positions", "edge_numbers", "quick"):
            self.__dict__.pop(name, None)  # worked out when a step is recorded, and anew after a change
        self.node_types.clear()
        return self

    @cached_property
    def joint(self):
        return Formula(self.functions["joint"], 2, self) if "joint" in self.functions else None

    @cached_property
    def formulas(self):
        return {name: Formula(function, 1, self) for name, function in self.functions.items() if name != "joint"}

    @cached_property
    def positions(self):
        """The indices of the operands that have a gradient."""
        return tuple([i for i, name in enumerate(self.parameters) if self.joint or name in self.functions])

    @cached_property
    def edge_numbers(self):
        """Which of a node's edges belongs to each operand that has one, by name."""
        return {self.parameters[index]: number for number, index in enumerate(self.positions)}

    @cached_property
    def places(self):
        """Where in a step's frame each value stands: {name: index} of the arguments in order, then of the result."""
        names = (*self.parameters, self.star, "out") if self.star else (*self.parameters, "out")
        return {name: index for index, name in enumerate(names)}

    def locate(self, name, function):
        """The index of a formula's parameter in a step's frame, and whether only its shape is kept."""
        places = self.places
        if name in places:
            return places[name], False
        if name.endswith("_shape") and name[:-6] in places:
            return places[name[:-6]], True
        raise TypeError(
            f"a formula of {self.name} names '{name}' (line {function.__code__.co_firstlineno}); it can name "
            f"{', '.join(places)}, or one of them with _shape behind it"
        )

    def bind(self, args, kwargs):
        """Arguments in the order of the parameters, with defaults filled in; PyTorch's TypeError if they do not fit."""
        missing = len(self.parameters) - len(args)
        if not kwargs and (missing == 0 or (self.star and missing < 0)):
            return args
        if not kwargs and 0 < missing <= len(self.defaults):
            return args + self.defaults[-missing:]
        return bind_by_name(self, args, kwargs)

    @extension_point
    def record(self, inputs, values, out):
        """Record one operation. Lesson 05 puts the recorder here; until then nothing is recorded."""


def called(function, op, on_unsupported):
    """A function that users call, under the name of its op and with its docstring."""
    if op.name in OPERATIONS:
        function = autocasts(OPERATIONS[op.name])(function)
    function.__name__ = function.__qualname__ = op.name
    function.__doc__, function.__module__, function.__wrapped__ = op.__doc__, op.__module__, op.__wrapped__
    function.op, function.on_unsupported = op, on_unsupported
    return function


def bind_by_name(op, args, kwargs):
    """The same where some arguments are keyword arguments."""
    names, first_default = op.parameters, len(op.parameters) - len(op.defaults)
    named = {ALIASES.get(key, key): value for key, value in kwargs.items()}
    values = dict(zip(names[first_default:], op.defaults, strict=True)) | dict(zip(names, args, strict=False)) | named
    if len(args) > len(names) or values.keys() != set(names) or named.keys() & set(names[: len(args)]):
        got = [type(x).__name__ for x in args] + [f"{key}={type(x).__name__}" for key, x in kwargs.items()]
        raise TypeError(
            f"{op.name}() received an invalid combination of arguments - got ({', '.join(got)}), but expected "
            f"({', '.join(names)})"
        )
    return tuple([values[name] for name in names])


def op(forward=None, **options):
    """Make an operation of a function on arrays: `@op`, or `@op(promote=common)` and the other options of Op."""
    return Op(forward, **options) if forward is not None else lambda f: Op(f, **options)
