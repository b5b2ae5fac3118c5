"""tracing: a function run once, with every operator above autograd written into a graph (shelf).

The package's own functions announce themselves, as they do to a TorchDispatchMode; what is recorded is one level higher: what
a user has called, by PyTorch's names. Nothing of it is there while nothing is traced.
"""

import inspect
import sys
from contextlib import contextmanager

from .._tensor import Tensor
from ..dispatch import install
from ..dispatch.calling import below, state
from ..overrides.copies import HERE as ASKING
from ..signatures import COMPILED
from . import composed as composed
from . import tensor_forms as tensor_forms
from .forms import FORMS, ROWS
from .ir import Graph, Node
from .kinds import IntType, ListType, NumberType, TensorType, TupleType, type_of
from .operators import chosen, table
from .values import flat, list_type, number_dtype

INSIDE = {"minitorch.nn.modules.rnn": ("RNNBase.start", "LSTM.start")}
CASTING = "minitorch.amp.casting"  # whose functions stand in front of others once autocast was used
SKIPPED = tuple([f"minitorch.{name}." for name in ("jit", "dispatch", "ops", "overrides", "fast")]) + (CASTING,)
COMPOSED = "minitorch.jit.composed"


class Block:
    """The steps between the beginning and the end of one call of a module."""

    def __init__(self, parent, node, module):
        self.parent, self.node, self.module, self.nodes = parent, node, module, []


class Tracer:
    """What is known while a trace is taken.

    up  in which frame a value's name is looked for: 0, the function that calls the operator; 1, the one that calls that
    """

    def __init__(self, up=0):
        self.graph, self.up = Graph(), up
        self.block = self.top = Block(None, None, None)
        self.values = {}  # id of a tensor -> (its value in the graph, the tensor)
        self.scopes = []  # the names of the modules that are being called
        self.called = None  # (what is being announced, its arguments by place, and by name)
        self.given = {}  # id of a traced number -> that tensor

    # --- values ---------------------------------------------------------------------------------------------------------

    def know(self, x, value):
        """Note which value a tensor is, from now on."""
        self.values[id(x)] = value, x

    def node(self, kind, inputs=(), source="", **attributes):
        """A new node at the end."""
        made = Node(self.graph, kind, inputs, "/".join(self.scopes), source, **attributes)
        made.block = self.block
        self.block.nodes.append(made)
        return made

    def constant(self, value, source):
        """The value of a constant."""
        if isinstance(value, Tensor) and value.requires_grad:
            raise RuntimeError(
                "Cannot insert a Tensor that requires grad as a constant. Consider making it a parameter or input, or detaching "
                f"the gradient\nTensor:\n{value}"
            )
        source = "" if value is None else source
        return self.node("prim::Constant", (), source, value=value).add_output(type_of(value))

    def tensor(self, x, source, names):
        """The value of a tensor: where it was made, or a constant."""
        known = self.values.get(id(x))
        if known is None:
            value = self.constant(x, source)
            self.know(x, value)
            return value
        value = known[0]
        if not value._name:
            found = next((name for name, one in names.items() if one is x), "")
            value.setDebugName("" if found == "self" else found)
        return value

    def after(self, value, kind, type):
        """The output of a new node that stands right behind the one that gives a value."""
        block = value.node().block or self.top
        made = Node(self.graph, kind, [value], value.node().scope)
        made.block = block
        place = block.nodes.index(value.node()) + 1 if value.node() in block.nodes else 0
        block.nodes.insert(place, made)
        return made.add_output(type)

    def argument(self, x, kind, source, names):
        """One argument of an operator as a value of the graph; kind is its type in the schema."""
        word = kind.rstrip("?")
        if word.endswith("]") and x is not None:
            inner = word.rpartition("[")[0]
            parts = [self.argument(one, inner, source, names) for one in x]
            return self.node("prim::ListConstruct", parts).add_output(list_type(inner))
        if isinstance(x, Tensor) and word != "Tensor":
            kinds = {"Scalar": ("aten::ScalarImplicit", NumberType())}
            return self.after(self.tensor(x, source, names), *kinds.get(word, ("aten::Int", IntType())))
        if isinstance(x, Tensor):
            return self.tensor(x, source, names)
        if word == "Tensor" and x is not None:
            with below():
                return self.constant(sys.modules["minitorch"].tensor(x, dtype=number_dtype(x)), source)
        return self.constant(x, source)

    # --- calls ----------------------------------------------------------------------------------------------------------

    def announced(self, one, args, kwargs):
        """What a function does while this trace is taken."""
        if state.below:
            return one.inner(*args, **kwargs)
        form, row = FORMS.get(one.name), ROWS.get(one.name)
        self.called = one, args, kwargs
        if form is not None:
            return form(self, one.inner, *args, **kwargs)
        if row is None:
            return self.operator(one.name, one.inner, args, kwargs)
        more = {"name": one.name} if "name" in (row.__kwdefaults__ or {}) else {}
        try:
            found = row(*args, **kwargs, **more)
        except TypeError:  # arguments that the function will refuse itself
            found = None
        if found is None:
            return one.inner(*args, **kwargs)
        return self.operator(found[0], lambda *_, **__: self.plainly(one.inner, args, kwargs), found[1:], {})

    def operator(self, name, native, args, kwargs, instead=None):
        """Record a call, if it fits an operator; native computes it.

        instead  what native is given by name, where that is not kwargs
        """
        found = chosen(name, args, kwargs) if name in table() else None
        instead = kwargs if instead is None else {k: v for k, v in kwargs.items() if k not in instead} | instead
        if found is None:
            return native(*args, **instead)
        source, names = self.place(native)
        schema, values = found
        given = [self.argument(x, one.type, source, names) for x, one in zip(values, schema.arguments, strict=True)]
        made = self.plainly(native, args, instead)
        self.give(schema.name, given, made, source, schema.returns)
        return made

    def plainly(self, native, args, kwargs):
        """What a function computes of plain numbers, with nothing recorded."""
        args, kwargs = [self.plain(x) for x in args], {key: self.plain(x) for key, x in kwargs.items()}
        with below():
            return native(*args, **kwargs)

    def plain(self, x):
        """An argument with Python's numbers for the sizes in it that were traced."""
        if isinstance(x, (list, tuple)) and any([id(one) in self.given for one in x]):
            return (
                type(x)([self.plain(one) for one in x])
                if type(x) in (list, tuple)
                else tuple([self.plain(n) for n in x])
            )
        return x

    def give(self, kind, inputs, made, source, returns):
        """The node of a call, with what it gave."""
        node = self.node(kind, inputs, source)
        if returns == ["Tensor[]"]:
            found = node.add_output(ListType(TensorType()))
            node = self.node("prim::ListUnpack", [found])
        outs = made if isinstance(made, (tuple, list)) else [made]
        for x in flat(outs):
            kind_of = TensorType.of(x)
            if kind == "aten::_convolution":
                kind_of._requires_grad = False  # it is seen below autograd
            self.know(x, node.add_output(kind_of))

    def place(self, native):
        """(where in the program the call stands, the variables there by name)."""
        frame = outside(sys._getframe(2))
        source = f"{frame.f_code.co_filename}:{frame.f_lineno}:0"
        up, variables = self.up, frame.f_locals
        if in_python(self.called[0].inner):
            up, variables = up - 1, self.parameters()
            up += "max_pool" in self.called[0].name and up >= 0  # PyTorch has one more function around it
        for _ in range(up):
            frame = frame.f_back or frame
            while frame.f_globals.get("__name__") == CASTING:
                frame = frame.f_back
        if up >= 0:
            variables = frame.f_locals
            if frame.f_globals.get("__name__", "").startswith("minitorch.") and frame.f_globals["__name__"] != COMPOSED:
                code = frame.f_code  # further variables of this package's own have other names than PyTorch's
                variables = {
                    name: variables[name] for name in code.co_varnames[: code.co_argcount] if name in variables
                }
        return source, {key: x for key, x in variables.items() if isinstance(x, Tensor)}

    def parameters(self):
        """The arguments of the call by the names that the function has for them."""
        one, args, kwargs = self.called
        names = inspect.signature(ROWS[one.name]).parameters if one.name in ROWS else ("input", "target")
        return dict(zip(names, args, strict=False)) | kwargs

    # --- sizes ----------------------------------------------------------------------------------------------------------

    def number(self, kind, x, read, *args):
        """A number that is read off a tensor, as a tensor whose value is in the graph."""
        source, names = self.place(read)
        inputs = [self.tensor(x, source, names), *[self.constant(one, source) for one in args]]
        with below():
            made = sys.modules["minitorch"].tensor(int(read(x)))
        found = self.node(kind, inputs, source).add_output(IntType())
        value = self.node("prim::NumToTensor", [found]).add_output(TensorType(4, [], [], None))
        self.know(made, value)
        self.given[id(made)] = made
        return made

    def reads_plainly(self):
        """Whether it is the package itself that asks for a size."""
        name = outside(sys._getframe(2)).f_globals.get("__name__", "")
        return (name.startswith("minitorch.") or name == "minitorch") and name != COMPOSED

    def levels(self):
        """How many frames there are up to the program, for a warning."""
        frame, count, end = sys._getframe(1), 1, outside(sys._getframe(1))
        while frame is not end:
            frame, count = frame.f_back, count + 1
        return count

    # --- indexing -------------------------------------------------------------------------------------------------------

    def indexed(self, x, parts, inner):
        """x[parts]: slices, numbers and None one by one, then tensors all at once."""
        place, left = self.places(x, parts)
        if not left:
            return place

        def native(*_):
            return inner(place, tuple([slice(None) if i is None else i for i in left]))

        return self.operator("index", native, (place, left), {})

    def is_number(self, x):
        return id(x) in self.given

    def places(self, x, parts):
        """(x after its slices, numbers and None; the tensors that are left, None for a dimension that has none)."""
        count = len([one for one in parts if one is not None and one is not Ellipsis])
        left, dim = [], 0
        for one in parts:
            if one is Ellipsis:
                dim += x._array.ndim - dim - (count - len([p for p in parts[: parts.index(one)] if p is not None]))
            elif one is None:
                x, dim = x.unsqueeze(dim), dim + 1
            elif isinstance(one, slice):
                if one != slice(None) or len(parts) > 1:
                    x = self.sliced(x, dim, one)
                dim += 1
            elif (
                isinstance(one, int) and not isinstance(one, bool) or (isinstance(one, Tensor) and self.is_number(one))
            ):
                x = self.operator("select", lambda x, d, i: x.select(d, int(i)), (x, dim, one), {})
            else:
                one = one if isinstance(one, Tensor) else sys.modules["minitorch"].tensor(one)
                left += [None] * (dim - len(left)) + [one]
                dim += one._array.ndim if one._array.dtype == bool else 1
        return x, left

    def sliced(self, x, dim, one):
        """x[..., start:stop:step, ...] in one dimension."""
        stop = 2**63 - 1 if one.stop is None else one.stop
        given = (x, dim, 0 if one.start is None else one.start, stop, 1 if one.step is None else one.step)
        whole = slice(*[None if n is None else int(n) for n in (one.start, one.stop, one.step)])
        return self.operator("slice", lambda *_: x[(slice(None),) * dim + (whole,)], given, {})

    # --- modules --------------------------------------------------------------------------------------------------------

    @contextmanager
    def within(self, name, module):
        """The call of a module: what is recorded meanwhile is its own block."""
        node = self.node("prim::TracedModuleForward")
        node.attributes["scope"] = name
        self.block = node.inner = Block(self.block, node, name)
        self.scopes.append(name)
        try:
            yield
        finally:
            self.scopes.pop()
            self.block = self.block.parent

    def push_scope(self, name):
        """Let nodes from now on belong to a scope of this name, inside of the present one. Source: PyTorch, torch._C.TracingState."""
        self.scopes.append(name)

    def pop_scope(self):
        """Let nodes belong to what was around it again."""
        self.scopes.pop()

    def current_scope(self):
        return "/".join(self.scopes)

    @contextmanager
    def on(self):
        """A block in which calls are recorded."""
        prepare()
        install.entered()
        before, state.tracer = state.tracer, self
        try:
            yield
        finally:
            state.tracer = before
            install.left()

    # --- what goes in and what comes out ----------------------------------------------------------------------------------

    def take(self, x, value):
        """Note what an input is: a tensor, or a tuple, list or dict of tensors, which is taken apart."""
        if isinstance(x, Tensor):
            self.know(x, value)
        elif isinstance(x, (tuple, list)):
            node = self.node("prim::TupleUnpack" if isinstance(x, tuple) else "prim::ListUnpack", [value])
            for one in x:
                self.take(one, node.add_output(type_of(one)))
        elif isinstance(x, dict):
            for key, one in x.items():
                found = self.node("aten::__getitem__", [value, self.constant(key, "")])
                self.take(one, found.add_output(type_of(one)))
        else:
            raise RuntimeError(
                f"Type '{type(x)}' cannot be traced. Only Tensors and (possibly nested) Lists, Dicts, and Tuples of Tensors can be "
                "traced"
            )

    def result(self, x, strict):
        """The value that stands for what a function returned."""
        if isinstance(x, Tensor):
            return self.tensor(x, "", {})
        if isinstance(x, tuple):
            parts = [self.result(one, strict) for one in x]
            return self.node("prim::TupleConstruct", parts).add_output(TupleType([one.type() for one in parts]))
        if isinstance(x, (list, dict)) and strict:
            raise RuntimeError(STRICT.format("list" if isinstance(x, list) else "dict"))
        if isinstance(x, list):
            parts = [self.result(one, strict) for one in x]
            return self.node("prim::ListConstruct", parts).add_output(ListType(TensorType()))
        if isinstance(x, dict) and x:
            parts = [one for key, y in x.items() for one in (self.constant(key, ""), self.result(y, strict))]
            return self.node("prim::DictConstruct", parts).add_output(type_of(x))
        raise RuntimeError(
            "Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions"
        )


STRICT = (
    "Encountering a {} at the output of the tracer might cause the trace to be incorrect, this is only valid if the container "
    "structure does not change based on the module's inputs. Consider using a constant container instead (e.g. for `list`, use a "
    "`tuple` instead. for `dict`, use a `NamedTuple` instead). If you absolutely need this and know the side effects, pass "
    "strict=False to trace() to allow this behavior."
)


def in_python(function):
    """Whether PyTorch has written a function in Python, so that its own variables are those that give names."""
    return function.__module__.startswith("minitorch.nn.functional") and function.__name__ not in COMPILED


def outside(frame):
    """The first frame from here that is not of the tracer, nor of what announces calls."""
    while frame.f_back is not None:
        name = frame.f_globals.get("__name__", "")
        ours = name.startswith(SKIPPED)
        if name == COMPOSED and frame.f_code.co_name in ("start", "attention", "packed", "lstm_cell"):
            return frame
        announcing = frame.f_code.co_filename == ASKING
        if not ours and not announcing:
            if not (name == "minitorch._tensor" and frame.f_code.co_name in ("size", "shape", "__len__")):
                return frame
        frame = frame.f_back
    return frame


def prepare():
    """Let the functions that traces show announce themselves, too."""
    install.more.update(name for name in (*table(), *FORMS, *ROWS) if name not in install.more)
    for file, names in INSIDE.items():
        if file in sys.modules:
            for name in names:
                owner, _, attribute = name.partition(".")
                install.prepare(vars(getattr(sys.modules[file], owner))[attribute], name)
    functional = sys.modules.get("minitorch.nn.functional.rnn")
    for name in ("lstm", "gru", "rnn_tanh", "rnn_relu"):
        if functional is not None:
            install.prepare(getattr(functional, name), name)
