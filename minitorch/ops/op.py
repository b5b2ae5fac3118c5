"""op: a function on arrays becomes an operation on tensors.

    @op(promote=common)
    def mul(x, y):
        return x * y

    mul.grad(x=lambda g, y: g * y,
             y=lambda g, x: g * x)

The forward sees arrays and nothing else. Each formula stands beside it and says how the gradient `g` of the result
becomes the gradient of one input. What a formula names, and only that, is saved: `out` is the result, `x` and `y`
are inputs, `x_shape` is just a shape. An op given arrays returns an array; given tensors it returns a tensor and, when
a gradient may be wanted, has the step recorded. So formulas are written once and serve numbers and graphs alike.
"""

from functools import cached_property
from operator import itemgetter

from .calls import binary, broadcast_error, defer, fill_out, general, refuse, structural, unary, viewing
from .promotion import FLOAT_DTYPES, NUMBER, cast, common, floating

ALIASES = {"axis": "dim", "keepdims": "keepdim"}  # NumPy's spellings, which PyTorch takes too
__all__ = ["FLOAT_DTYPES", "NUMBER", "Op", "broadcast_error", "cast", "common", "fill_out", "floating", "op"]

# --- a formula --------------------------------------------------------------------------------------------------------


class Formula:
    """The derivative for one input: the function, and where in a recorded step the values it names are found.

    `frame` is the step's values: the forward's arguments in order, then the result.
    """

    __slots__ = ("function", "names", "place", "fetch", "tracked")

    def __init__(self, function, leading, op):
        code = function.__code__
        self.function = function
        self.names = code.co_varnames[leading : code.co_argcount]
        takes = [op.locate(name, function) for name in self.names]
        # places of the arrays kept: those must not change before the formula runs
        self.tracked = tuple(place for place, shape_only in takes if not shape_only)
        self.place = None  # of the one array that is saved, in the commonest case
        if len(takes) == 1 and not takes[0][1]:
            place = self.place = takes[0][0]
            self.fetch = lambda frame: (frame[place],)
        elif not takes:
            self.fetch = lambda frame: ()
        elif len(self.tracked) == len(takes):
            self.fetch = itemgetter(*self.tracked)
        else:
            self.fetch = lambda frame: tuple([_shape(frame[p]) if only else frame[p] for p, only in takes])


def _shape(value):
    """The shape of a saved input; for an input that is several arrays, their shapes."""
    return tuple([_shape(v) for v in value]) if isinstance(value, tuple) else getattr(value, "shape", ())


# --- the operation ----------------------------------------------------------------------------------------------------


class Op:
    """A differentiable function. Make one with the decorator `op`.

    forward     the function on arrays              promote     common, floating or None: see below
    parameters  its parameters' names               functions   {input name: its formula}, filled by .grad(...)
    formulas    {input name: Formula} of those      derivative  the name a recorded step has: "MulBackward0"
    joint       the one Formula of a fused op
    view        True when the result shares memory with the first input
    tensors     with promote: how many of the first operands must be tensors and not numbers; 0: any one of them will do,
                None: none need be
    fills       of several results: whether the formulas are given zeros, or else None, for one that nobody used
    """

    def __init__(self, forward, promote=None, view=False, derivative=None, tensors=1, fills=True):
        code = forward.__code__
        self.forward, self.promote, self.view, self.tensors = forward, promote, view, tensors
        self.fills = fills
        self.name = self.__name__ = forward.__name__.strip("_")
        self.__doc__, self.__module__, self.__wrapped__ = forward.__doc__, forward.__module__, forward
        self.parameters = code.co_varnames[: code.co_argcount]
        self.star = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & 4 else None
        self.defaults = forward.__defaults__ or ()
        camel = "".join(part.capitalize() for part in self.name.split("_"))
        self.derivative = derivative or f"{camel}Backward0"
        self.functions, self.node_types, self.kind = {}, {}, None
        plain = promote is not None and not self.defaults and not self.star and not hasattr(promote, "always")
        make = {1: unary, 2: binary}.get(len(self.parameters), general) if plain else general
        if promote is None:
            make = viewing if view else structural
        self.call, self._make = make(self, refuse), make
        names = (*self.parameters, self.star, "out") if self.star else (*self.parameters, "out")
        self.places = {name: place for place, name in enumerate(names)}  # in a step's frame

    @cached_property
    def operator(self):
        """The call behind `x * y`: what is no operand for us is left to the other side."""
        return self._make(self, defer)

    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)

    def __repr__(self):
        return f"<op {self.name}({', '.join(self.parameters)})>"

    def grad(self, joint=None, **formulas):
        """Attach the derivative: one formula per input by name, or, for a fused op, one `joint` formula.

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
        for name in ("joint", "formulas", "positions", "plan", "tracked", "light"):
            self.__dict__.pop(name, None)  # worked out when a step is recorded, and anew after a change
        self.kind = None
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
        """The places of the operands that have a gradient."""
        return tuple([i for i, name in enumerate(self.parameters) if self.joint or name in self.functions])

    @cached_property
    def plan(self):
        """(place, formula) of each of them; of a fused op the places alone."""
        if self.joint:
            return self.positions
        return tuple([(i, self.formulas[self.parameters[i]]) for i in self.positions])

    @cached_property
    def tracked(self):
        """The places of the arrays that are kept, by any formula."""
        used = (self.joint,) if self.joint else [formula for _, formula in self.plan]
        return tuple(dict.fromkeys([place for formula in used for place in formula.tracked]))

    @cached_property
    def light(self):
        """One operand has a gradient, and no array is kept for it: a sum, a view."""
        return self.joint is None and self.positions == (0,) and not self.tracked

    def locate(self, name, function):
        """The place of a formula's parameter in a step's frame, and whether only its shape is kept."""
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
        names = self.parameters
        missing = len(names) - len(args)
        if not kwargs and (missing == 0 or (self.star and missing < 0)):
            return args
        if not kwargs and 0 < missing <= len(self.defaults):
            return args + self.defaults[-missing:]
        values = dict(zip(names, args, strict=False))
        for key, value in kwargs.items():
            name = ALIASES.get(key, key)
            if name not in names:
                name = {"input": names[0], "self": names[0], "other": names[min(1, len(names) - 1)]}.get(key, name)
            if name not in names or name in values:
                raise TypeError(
                    f"{self.name}() got an unexpected keyword argument '{key}'; it takes {', '.join(names)}"
                )
            values[name] = value
        first_default = len(names) - len(self.defaults)
        missing = [name for i, name in enumerate(names) if name not in values and i < first_default]
        if missing or len(args) > len(names):
            got = ", ".join(type(a).__name__ for a in args)
            raise TypeError(
                f"{self.name}() received an invalid combination of arguments - got ({got}), "
                f"but expected ({', '.join(names)})"
            )
        return tuple([values[n] if n in values else self.defaults[i - first_default] for i, n in enumerate(names)])

    def record(self, inputs, values, out):
        """Where a step is remembered. Until the lesson on graphs puts a recorder here, it is forgotten."""

    def record_one(self, x, array, out):
        """The same for one operand, and"""

    def record_two(self, x, y, a, b, out):
        """for two operands, and"""

    def record_view(self, x, values, out):
        """for a view of x, or anything of which no array is kept."""


def op(forward=None, **options):
    """Make an operation of a function on arrays: `@op`, or `@op(promote=common)` and the other options of Op."""
    return Op(forward, **options) if forward is not None else lambda f: Op(f, **options)


def other_names(**others):
    """Let a function's arguments be given by other names too, as PyTorch does: other_names(axis="dim")."""

    def decorate(function):
        def call(*args, **named):
            if not named.keys().isdisjoint(others):
                named = {others.get(name, name): value for name, value in named.items()}
            return function(*args, **named)

        call.__name__ = call.__qualname__ = function.__name__
        call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, function.__module__, function
        return call

    return decorate


numpy_names = other_names(axis="dim", keepdims="keepdim")
