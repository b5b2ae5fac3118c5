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

import sys
from operator import itemgetter

import numpy as np

from ..backend import array_module, as_array, same_device
from ..dtypes import FLOATING, common_dtype, get_default_dtype, kind_of_scalar
from ..tensor import Tensor, new, touch, wrap

NUMBER = (int, float, complex, np.generic)  # bool is an int
FLOAT_DTYPES = frozenset((np.dtype("float32"), np.dtype("float64")))
ALIASES = {"axis": "dim", "keepdims": "keepdim"}  # NumPy's spellings, which PyTorch takes too


# --- which dtype an operation computes in -----------------------------------------------------------------------------


def common(operands):
    """The dtype that arithmetic on these operands has: PyTorch's promotion."""
    dimensioned, zero_dimensional, scalars = [], [], []
    for x in operands:
        if isinstance(x, Tensor):
            (dimensioned if x._array.ndim else zero_dimensional).append(x.dtype)
        elif isinstance(x, NUMBER):
            scalars.append(kind_of_scalar(x.item() if isinstance(x, np.generic) else x))
    return common_dtype(dimensioned, zero_dimensional, scalars)


def floating(operands):
    """The same, except that integers and bools become the default float: what division and `exp` compute in."""
    kind = common(operands)
    return kind if kind is None or kind.category >= FLOATING else get_default_dtype()


def cast(x, kind):
    """An operand as the array (or number) of dtype `kind` that a forward computes with."""
    if isinstance(x, Tensor):
        array = x._array
        return array if array.dtype == kind.numpy else array.astype(kind.numpy)
    if isinstance(x, NUMBER):
        if kind.category == FLOATING and isinstance(x, (int, float)) and kind.itemsize >= 4:
            return float(x)  # NumPy lets a Python number take the dtype of the array it meets
        return np.asarray(x).astype(kind.numpy)[()]
    return x


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
    parameters  its parameters' names               formulas    {input name: Formula}, filled by .grad(...)
    joint       the one Formula of a fused op       derivative  the name a recorded step has: "MulBackward0"
    view        True when the result shares memory with the first input
    tensors     with promote: how many of the first operands must be tensors and not numbers; 0: any one of them will do,
                None: none need be
    """

    def __init__(self, forward, promote=None, view=False, derivative=None, tensors=1):
        code = forward.__code__
        self.forward, self.promote, self.view, self.tensors = forward, promote, view, tensors
        self.name = self.__name__ = forward.__name__.strip("_")
        self.__doc__, self.__module__, self.__wrapped__ = forward.__doc__, forward.__module__, forward
        self.parameters = code.co_varnames[: code.co_argcount]
        self.star = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & 4 else None
        self.defaults = forward.__defaults__ or ()
        camel = "".join(part.capitalize() for part in self.name.split("_"))
        self.derivative = derivative or f"{camel}Backward0"
        self.formulas, self.joint, self.node_types, self.kind = {}, None, {}, None
        self.positions = self.plan = self.tracked = self.light = ()
        plain = promote is not None and not self.defaults and not self.star and not hasattr(promote, "always")
        make = {1: unary, 2: binary}.get(len(self.parameters), general) if plain else general
        if promote is None:
            make = viewing if view else structural
        self.call = make(self, refuse)
        self.operator = make(self, defer)

    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)

    def __repr__(self):
        return f"<op {self.name}({', '.join(self.parameters)})>"

    def grad(self, joint=None, **formulas):
        """Attach the derivative: one formula per input by name, or, for a fused op, one `joint` formula.

        A joint formula is called with `(g, needs, ...)`, where `needs` has a bool per input, and returns a gradient
        (or None) for each.
        """
        if joint is not None:
            self.joint = Formula(joint, 2, self)
            self.positions = self.plan = tuple(range(len(self.parameters)))
        for name, function in formulas.items():
            if name not in self.parameters:
                raise TypeError(
                    f"{self.name}.grad() got a formula for '{name}', but {self.name} has the inputs "
                    f"{', '.join(self.parameters)}"
                )
            self.formulas[name] = Formula(function, 1, self)
        if joint is None:
            self.positions = tuple(i for i, name in enumerate(self.parameters) if name in self.formulas)
            self.plan = tuple((i, self.formulas[self.parameters[i]]) for i in self.positions)
        used = (self.joint,) if self.joint else [formula for _, formula in self.plan]
        self.tracked = tuple(dict.fromkeys(place for formula in used for place in formula.tracked))
        first = used[0].tracked if used else ()
        self.one_tracked = first[0] if len(first) == 1 and first[0] in (0, len(self.parameters)) else None
        # one input, and no array is kept: a sum, a view
        self.light = joint is None and self.positions == (0,) and not self.tracked
        self.kind = None
        self.node_types.clear()  # recorded steps look their formulas up anew
        return self

    def locate(self, name, function):
        """The place of a formula's parameter in a step's frame, and whether only its shape is kept."""
        places = {parameter: i for i, parameter in enumerate(self.parameters)}
        if self.star:
            places[self.star] = len(self.parameters)
        places["out"] = len(places)
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
                raise TypeError(f"{self.name}() got an unexpected keyword argument '{key}'; it takes {', '.join(names)}")
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


# --- how an operation is called: the short path for one and two operands, and the general one --------------------------


def unary(op, foreign):
    """The call of an op with one operand."""
    forward, only_floats = op.forward, op.promote is floating
    ndarray = np.ndarray

    def call(input, *, out=None):
        x = input
        if not isinstance(x, Tensor):
            return forward(x) if hasattr(x, "dtype") else general_call(x, out=out)
        array = x._array
        if only_floats and array.dtype not in FLOAT_DTYPES:
            array = cast(x, floating((x,)))
        result = forward(array)
        result = wrap(result if type(result) is ndarray else as_array(result))
        if x._requires_grad or x._base is not None:
            op.record_one(x, (array, result._array), result)
        return result if out is None else fill_out(out, result, op)

    general_call = general(op, foreign)
    return call


def binary(op, foreign):
    """The call of an op with two operands."""
    forward, only_floats = op.forward, op.promote is floating
    ndarray, scalars = np.ndarray, op.tensors != 2
    slow = general(op, foreign)

    def call(input, other, *, out=None):
        x, y = input, other
        if isinstance(x, Tensor):
            a = x._array
            if isinstance(y, Tensor):
                b = y._array
                if a.dtype is not b.dtype or (only_floats and a.dtype not in FLOAT_DTYPES):
                    return slow(x, y, out=out)
                try:
                    result = forward(a, b)
                except (ValueError, TypeError):
                    return slow(x, y, out=out)  # which says what is wrong
                result = wrap(result if type(result) is ndarray else as_array(result))
                if x._requires_grad or y._requires_grad or x._base is not None or y._base is not None:
                    op.record_two(x, y, a, b, result)
                return result if out is None else fill_out(out, result, op)
            if (type(y) is float or type(y) is int) and a.dtype in FLOAT_DTYPES and scalars:
                result = forward(a, y)
                result = wrap(result if type(result) is ndarray else as_array(result))
                if x._requires_grad or x._base is not None:
                    op.record_one(x, (a, y, result._array), result)
                return result if out is None else fill_out(out, result, op)
        return slow(x, y, out=out)

    return call


def general(op, foreign):
    """The call of any op that promotes: bind the arguments, promote, run, wrap, record."""

    def call(*args, out=None, **kwargs):
        if args and type(args[0]) is np.ndarray and op.star is None:  # arrays: a formula is running
            return op.forward(*args, **kwargs)
        inputs = op.bind(args, kwargs)
        tensors = [x for x in inputs if isinstance(x, Tensor)]
        strange = [x for x in inputs if not isinstance(x, (Tensor, NUMBER))]
        if not tensors and any(hasattr(x, "ndim") for x in inputs):
            return op.forward(*inputs)  # arrays again
        if strange:
            return foreign(op, inputs, strange[0])
        if op.tensors is not None:
            for x in inputs[: op.tensors or 1]:
                if not isinstance(x, Tensor) and (op.tensors or not tensors):
                    refuse(op, inputs, x)
        kind = op.promote(inputs)
        values = tuple([cast(x, kind) for x in inputs])
        if len(tensors) > 1:
            same_device([x._array for x in tensors])
        try:
            result = op.forward(*values)
        except ValueError:
            shapes = [x._array.shape for x in tensors]
            if len(shapes) == 2:
                raise broadcast_error(*shapes) from None
            raise
        result = wrap_result(op, result, tensors)
        if any([x._requires_grad or x._base is not None for x in tensors]):
            op.record(inputs, values, result)
        return result if out is None else fill_out(out, result, op)

    return call


def structural(op, foreign):
    """The call of an op that takes its tensors as they are, and other values beside them."""
    forward, count, starred, view, ndarray = op.forward, len(op.parameters), op.star is not None, op.view, np.ndarray

    def call(*args, out=None, **kwargs):
        if kwargs or (len(args) < count if starred else len(args) != count):
            args = op.bind(args, kwargs)
        values, tensors, wanted = [], [], False
        for x in args:
            if isinstance(x, Tensor):
                tensors.append(x)
                wanted = wanted or x._requires_grad or x._base is not None
                x = x._array
            values.append(x)
        if not tensors:
            if not any([hasattr(x, "shape") for x in args]):
                refuse(op, args, args[0])
            return forward(*args)  # arrays: a formula is running
        if len(tensors) > 1 and "cupy" in sys.modules:
            same_device([x._array for x in tensors])
        result = forward(*values)
        if view or type(result) is tuple:
            result = wrap_result(op, result, tensors)
        else:
            result = wrap(result if type(result) is ndarray else as_array(result))
        if wanted:
            if op.light and type(result) is not tuple:
                op.record_view(args[0], values, result)
            else:
                op.record(args, values, result)
        return result if out is None else fill_out(out, result, op)

    return call


def viewing(op, foreign):
    """The call of an op whose result shows the memory of its first operand; its other arguments are plain values."""
    forward, slow, others = op.forward, structural(op, foreign), len(op.parameters) - 1

    def call(x=None, *args, **kwargs):
        if kwargs or len(args) != others or not isinstance(x, Tensor):
            return slow(*(() if x is None else (x,)), *args, **kwargs)
        array = x._array
        result = show(x, forward(array, *args))
        if x._requires_grad or x._base is not None:
            op.record_view(x, (array, *args), result)
        return result

    return call


def show(x, array):
    """A tensor around an array that shows memory of x: it shares x's version count and remembers whom it shows."""
    if type(array) is tuple:
        return tuple([show(x, part) for part in array])
    t = new(Tensor)  # what wrap does, and who is shown
    t._array, t._requires_grad = array, False
    t._edge = t._grad = t._hooks = None
    t._base = x if x._base is None else x._base
    count = t._counter = x._counter
    t._seen = count and count[0]
    return t


def wrap_result(op, result, tensors):
    """Tensors around what a forward returned."""
    if isinstance(result, (tuple, list)):
        return tuple([wrap_result(op, part, tensors) for part in result])
    return show(tensors[0], as_array(result)) if op.view else wrap(as_array(result))


# --- errors -----------------------------------------------------------------------------------------------------------


def refuse(op, inputs, stranger):
    """The error for an operand that is neither a tensor nor a number."""
    place = [x is stranger for x in inputs].index(True)
    raise TypeError(
        f"{op.name}(): argument '{('input', 'other', op.parameters[-1])[min(place, 2)]}' (position {place + 1}) must be "
        f"Tensor, not {type(stranger).__name__}"
    )


def defer(op, inputs, stranger):
    """The same for `x + stranger`: Python then asks the stranger, and raises if it does not know either."""
    return NotImplemented


def broadcast_error(a, b):
    """PyTorch's words for two shapes that do not broadcast."""
    ndim = max(len(a), len(b))
    left, right = (1,) * (ndim - len(a)) + tuple(a), (1,) * (ndim - len(b)) + tuple(b)
    for dim in reversed(range(ndim)):
        if left[dim] != right[dim] and 1 not in (left[dim], right[dim]):
            return RuntimeError(
                f"The size of tensor a ({left[dim]}) must match the size of tensor b ({right[dim]}) "
                f"at non-singleton dimension {dim}. The shapes are {list(a)} and {list(b)}."
            )
    return RuntimeError(f"The shapes {list(a)} and {list(b)} do not fit together")


def fill_out(out, result, op):
    """Write a result into the tensor given as `out=`, which takes its shape."""
    if isinstance(result, tuple):
        return tuple([fill_out(o, r, op) for o, r in zip(out, result, strict=True)])
    if result._requires_grad or out._requires_grad:
        raise RuntimeError(
            f"{op.name}(): functions with out=... arguments don't support automatic differentiation, "
            "but one of the arguments requires grad."
        )
    kind, target = result.dtype, out.dtype
    if kind.category > target.category:
        raise RuntimeError(f"result type {kind.name} can't be cast to the desired output type {target.name}")
    if out._array.shape != result._array.shape:
        out._array = array_module(result._array).empty(result._array.shape, target.numpy)
    out._array[...] = result._array
    touch(out)
    return out
