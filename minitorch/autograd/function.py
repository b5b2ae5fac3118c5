"""function: autograd.Function, an operation of your own with forward and backward written by hand (core).

For a step that only pretends to be differentiable, a cheaper or more stable backward, code that leaves the library.
"""

import inspect

import numpy as np

from .._lazy import lazy_names, load
from .._tensor import Tensor, clock, view_of, wrap
from ..errors import with_note
from ..graph.grad_mode import is_grad_enabled, no_grad
from ..graph.node import Node, changed
from ..graph.record import edge_of, is_differentiable, listeners, version

NOTHING = np.zeros((), np.float32)  # stands for a result that is not a tensor


class FunctionCtx:
    """What forward says to its node through `ctx`: which tensors to keep, which it changed, which have no gradient."""

    needs_input_grad = ()
    dirty = non_differentiable = ()  # inputs changed in place; results that have no gradient
    undefined = ()  # the numbers of results that have no gradient, not even zeros
    to_save = ()

    def save_for_backward(self, *tensors):
        """Keep tensors for backward, where `ctx.saved_tensors` gives them back. None is allowed."""
        self.to_save = tensors

    def mark_non_differentiable(self, *tensors):
        """Say that these results have no gradient."""
        check_marked(tensors, "mark_non_differentiable only accepts variable arguments, but got {kind}")
        self.non_differentiable = tensors

    def mark_dirty(self, *tensors):
        """Say that forward changed these inputs in place and returns them."""
        check_marked(tensors, "mark_dirty can only accept variables, but argument {i} is of type {kind}")
        self.dirty = tensors

    def set_materialize_grads(self, value):
        """Whether backward is given zeros (the default) or None for a result that nobody used."""
        self.fills = value


class Context:
    """What forward and backward see of a node: `ctx`. What they set on it is kept apart from the node's own attributes.

    Otherwise `ctx.shape = x.shape` would change the shape that the node expects of a gradient.
    """

    __slots__ = ("_node",)

    def __init__(self, node):
        object.__setattr__(self, "_node", node)
        node.__dict__.setdefault("own", {})

    def __getattr__(self, name):
        own = self._node.own
        return own[name] if name in own else getattr(self._node, name)

    def __setattr__(self, name, value):
        self._node.own[name] = value

    def __delattr__(self, name):
        del self._node.own[name]


class BackwardNode(FunctionCtx, Node):
    """The recorded step of a Function; each Function has a subclass named after it."""

    function = None
    place = "minitorch.autograd.function."
    keeps = True

    def __init__(self):
        self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)

    def prepare(self, args):
        """Set self.needs_input_grad, self.tensor_indices and self.edges, which are known before forward runs."""
        edges = [edge_of(x) for x in args]
        self.needs_input_grad = tuple([edge is not None for edge in edges])
        self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, Tensor)]
        self.edges = [edges[i] for i in self.tensor_indices]

    def __getattr__(self, name):
        """What forward has set on ctx."""
        own = self.__dict__.get("own", {})
        if name not in own:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return own[name]

    def gradients(self, g, edges):
        """Run the user's backward. Return a list: the gradient of each tensor among the arguments of forward."""
        given = self.function.backward(Context(self), *self.incoming(g))
        given = self.one_per_argument(given)
        return [given[index] for index in self.tensor_indices]

    def incoming(self, g):
        """The gradient of each result, in a list: None for a result that is not a tensor."""
        return [None if number in self.undefined else x for number, x in enumerate(g if self.several else (g,))]

    def one_per_argument(self, given):
        """What backward returned as a tuple, if that is a gradient that fits, or None, for each argument."""
        given = self.counted(given)
        for edge, index in zip(self.edges, self.tensor_indices, strict=True):
            self.check_shape(edge, given[index])
        return given

    def counted(self, given):
        """The same without its shapes: a tuple, of the right length, with gradients of tensors only."""
        given = given if isinstance(given, tuple) else (given,)
        count = len(self.needs_input_grad)
        if len(given) < count or any(x is not None for x in given[count:]):
            raise number_error(self, given)
        for index, x in enumerate(given):
            if x is not None and (index not in self.tensor_indices or not isinstance(x, Tensor)):
                raise kind_error(self, index, x)
        return given[:count]

    def check_shape(self, edge, g):
        """Raise an error unless the tensor at the end of the edge can be broadcast to the shape of its gradient g."""
        if edge is None or g is None:
            return
        shape, got = shape_at(edge), g._array.shape
        lead = len(got) - len(shape)
        if lead < 0 or not all(n in (1, m) for n, m in zip(shape, got[lead:], strict=True)):
            raise shape_error(self, edge, g)

    def saved_values(self):
        entries = self.saved[0] if self.saved else ()
        return {f"saved_tensors[{i}]": x._array for i, (x, _) in enumerate(entries) if x is not None}

    @property
    def saved_tensors(self):
        """What save_for_backward kept, as tensors that know where they came from."""
        self.check()
        return tuple([x if number is None else self.again(x, number) for x, number in self.saved[0]])

    def again(self, x, number):
        """A saved result. It is kept without its history, which is this very node: that would be a cycle."""
        result = wrap(x._array)
        result._edge, result._requires_grad = (self, number), True
        return result

    def _changed(self, counter, version):
        x = next(x for x, _ in self.saved[0] if x is not None and x._counter is counter)
        return changed(x._array, counter[0], version)


class Function:
    """Derive from it, write the static methods `forward(ctx, ...)` and `backward(ctx, ...)`, and call `.apply(...)`.

    backward receives one gradient per result of forward and returns one per argument of forward. Keyword arguments of
    apply take the places of forward's parameters. Where there is a setup_context, forward has no ctx, and the defaults
    of its parameters count as arguments, too.

    >>> import minitorch as mt
    >>> class Exp(mt.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         y = x.exp()
    ...         ctx.save_for_backward(y)
    ...         return y
    ...
    ...     @staticmethod
    ...     def backward(ctx, grad):
    ...         (y,) = ctx.saved_tensors
    ...         return grad * y
    >>> x = mt.tensor(0.0, requires_grad=True)
    >>> Exp.apply(x).backward()
    >>> x.grad
    tensor(1.)

    Source: PyTorch, "Extending torch.autograd".
    """

    setup_context = None

    @staticmethod
    def forward(*args, **kwargs):
        """Compute the results; nothing in here is recorded."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """Compute the gradients of the arguments from those of the results."""
        raise NotImplementedError("You must implement either the backward or vjp method of your autograd.Function.")

    @classmethod
    def apply(cls, *args, **kwargs):
        """Run forward with recording off. Record the call as one node if an argument requires a gradient.

        The caller gets what forward returned: a single result, or a tuple.
        """
        args = positional(cls, args, kwargs)
        node = node_class(cls)()
        node.prepare(args)
        with no_grad():
            out = run_forward(cls, Context(node), args)
        outs = out if isinstance(out, tuple) else (out,)
        if is_grad_enabled() and any(node.needs_input_grad):
            outs = record_results(node, args, outs)
        return outs if isinstance(out, tuple) else outs[0]


def positional(function, args, kwargs):
    """The arguments of apply in the order of forward's parameters, without ctx; TypeError for those that it does not take."""
    form = (None,) if function.setup_context is None else ()  # in the place of ctx
    if form and not kwargs:
        return args
    bound = inspect.signature(function.forward).bind(*form, *args, **kwargs)
    if not form:
        bound.apply_defaults()
    if bound.kwargs:
        raise TypeError(f"forward() got an unexpected keyword argument {next(iter(bound.kwargs))!r}")
    return bound.args[len(form) :]


def run_forward(function, ctx, args):
    """What forward gives. Where there is a setup_context, forward does without ctx, and that is called after it."""
    if function.setup_context is None:
        out = function.forward(ctx, *args)
    else:
        out = function.forward(*args)
        function.setup_context(ctx, args, out)
    return out if any(ctx.needs_input_grad) else alone(ctx, out, args)


def alone(ctx, out, args):
    """Results where no argument requires a gradient: for an argument that is handed on, another tensor that shows it."""
    if isinstance(out, tuple):
        return tuple([alone(ctx, x, args) for x in out])
    handed = isinstance(out, Tensor) and _among(out, args) and not _among(out, ctx.dirty)
    return view_of(out, out._array) if handed else out


def record_results(node, args, outs):
    """Give the node its number, let the results point to it, and return them as a tuple.

    A result that cannot have a gradient does not point to the node. The listeners are called last.
    """
    node.number = next(clock)
    results = own_results(node, args, outs)
    for number, x in enumerate(results):
        if can_have_gradient(node, x):
            x._edge, x._requires_grad = (node, number), True
    describe(node, results)
    keep_saved(node, results)
    for listener in listeners:
        listener(node)
    return results


def own_results(node, args, outs):
    """The results, as tensors that can point to the node: a new one for an argument, or a view of one, that is returned."""
    if node.dirty:
        load("minitorch.autograd.function_marks").check_dirty(node.dirty, args, node.edges, outs)
    return tuple([on_its_own(node, number, x, args) for number, x in enumerate(outs)])


def on_its_own(node, number, x, args):
    """One result, as a tensor that can point to the node."""
    if not isinstance(x, Tensor):
        return x
    handed_on, dirty = _among(x, args), _among(x, node.dirty)
    if _among(x, node.non_differentiable):
        return cut_off(node, x) if handed_on and not dirty else x
    if dirty and x._base is not None:
        load("minitorch.autograd.function_marks").rewrite(x, (node, number))
    if dirty or x._base is None and not handed_on:
        return x
    node.as_is += (number,)
    x = x.detach() if handed_on else x
    # a view of a tensor of its own: it learns of changes in place, and their record does not become its own
    x._base, x._seen = x.detach(), x._counter and x._counter[0]
    return x


def cut_off(node, x):
    """An argument that is handed on without a gradient, as another tensor with the same values."""
    x = x.detach()
    node.non_differentiable += (x,)
    return x


def can_have_gradient(node, x):
    """Whether x is a tensor of floating point or complex numbers that was not marked as non-differentiable."""
    return isinstance(x, Tensor) and is_differentiable(x) and not _among(x, node.non_differentiable)


def describe(node, results):
    """Write down how many results there are, and their shapes and dtypes: those of the gradients to come."""
    arrays = [x._array if isinstance(x, Tensor) else NOTHING for x in results]
    node.several = len(arrays) if len(arrays) > 1 else 0
    shapes, dtypes = tuple([a.shape for a in arrays]), tuple([a.dtype for a in arrays])
    node.shape, node.dtype = (shapes, dtypes) if node.several else (shapes[0], dtypes[0])
    node.undefined = tuple([number for number, x in enumerate(results) if not isinstance(x, Tensor)])


def keep_saved(node, results):
    """Keep what save_for_backward was given; of a result only its numbers, for its history is this very node: a cycle."""
    saved, versions = [], []
    for i, x in enumerate(node.to_save):
        if x is not None and not isinstance(x, Tensor):
            raise saving_error(i, x)
        number = number_of(x, results)
        saved.append((x, None) if number is None else (x.detach(), number))
        if x is not None:
            versions.append(version(x))
    node.saved, node.versions, node.keeps = (saved,), versions, bool(saved)
    node.to_save = node.dirty = node.non_differentiable = ()  # results among them would point back here


def number_of(x, results):
    """Which result of the step x is; None if it is none, or one without a history."""
    return next((i for i, one in enumerate(results) if one is x and x is not None and x._requires_grad), None)


def _among(x, tensors):
    return any(x is one for one in tensors)


def node_class(function):
    """The class of the nodes of a Function, made once: `Exp` has `ExpBackward`."""
    kind = function.__dict__.get("_backward_cls")
    if kind is None:
        name = f"{function.__name__}Backward"
        body = {"function": function, "derivative": name, "__doc__": f"The recorded step of {function.__name__}."}
        kind = function._backward_cls = type(name, (BackwardNode,), body)
    return kind


# --- the wording of errors --------------------------------------------------------------------------------------------


def shape_at(edge):
    """The shape of what lies at the end of an edge: a leaf, or a result of another step."""
    target, number = edge
    return target.outputs[number][0] if isinstance(target, Node) else target._array.shape


def shape_error(node, edge, g):
    number = next(i for i, one in enumerate(node.edges) if one is edge)
    shapes = f"got {list(g.shape)} but expected shape compatible with {list(shape_at(edge))}"
    return RuntimeError(f"Function {node.name()} returned an invalid gradient at index {number} - {shapes}")


def check_marked(tensors, words):
    """Only tensors can be marked; `words` are those of PyTorch's error."""
    for i, x in enumerate(tensors):
        if not isinstance(x, Tensor):
            raise RuntimeError(words.format(i=i, kind=type(x).__name__))


def saving_error(i, x):
    return TypeError(
        f"save_for_backward can only save variables, but argument {i} is of type {type(x).__name__}; "
        "set other things as attributes of ctx"
    )


def number_error(node, given):
    counts = f"expected {len(node.needs_input_grad)}, got {len(given)}"
    error = RuntimeError(f"function {node.name()} returned an incorrect number of gradients ({counts})")
    return with_note(error, "backward returns one for each argument of forward, None for those that have none.")


def kind_error(node, index, x):
    if index in node.tensor_indices:
        return RuntimeError(f"expected Variable or None (got {type(x).__name__})")
    said = f"function {node.name()} returned a gradient different than None at position {index + 1}"
    return RuntimeError(f"{said}, but the corresponding forward input was not a Variable")


__getattr__, __dir__ = lazy_names(__name__)
