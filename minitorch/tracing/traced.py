"""traced: a graph as a module, which runs it step by step (shelf)."""

import importlib
from contextlib import nullcontext

from .._tensor import Tensor
from ..graph.grad_mode import no_grad
from ..nn.module import Module
from .graph import Value, filled, leaves, replace
from .listening import copied, record
from .passes import improve

DERIVED = ("_form", "_expected", "_held", "_fresh", "_fixed", "_steps")  # from the graph


class BranchError(RuntimeError):
    """Python read something else of a tensor than while the trace was taken."""


class Traced(Module):
    """A recorded call, which can be called again with tensors of the same shapes and dtypes.

    graph  what is run: print it

    Its parameters and buffers are those of the module that was traced, under the same names. What depends on train() or
    eval() is as it was when the trace was taken.
    """

    def __init__(self, graph, parameters, buffers, transient=(), training=True, name="traced"):
        super().__init__()
        self.graph, self.training, self.name = graph, training, name
        for path, x in parameters.items():
            place, last = self._place(path)
            place.register_parameter(last, x)
        for path, x in buffers.items():
            place, last = self._place(path)
            place.register_buffer(last, x, persistent=path not in transient)
        self._prepare()

    def _prepare(self):
        """Find out what a run needs to know: once, and in a copy or a pickle anew."""
        graph = self.graph
        self._form, self._expected = form_of((graph.args, graph.kwargs)), leaves((graph.args, graph.kwargs))
        self._held = [(value, *self._holder(path)) for value, path in graph.states.items()]
        unsafe = graph.unsafe()
        self._fresh = [v for v in graph.constants if v.kind == "constant" and v.memory in unsafe]
        self._fixed = {v: x for v, x in graph.constants.items() if v not in self._fresh}
        self._steps = list(plan(graph))

    def __getstate__(self):
        return {key: part for key, part in vars(self).items() if key not in DERIVED}

    def __setstate__(self, state):
        super().__setstate__(state)
        self._prepare()

    def _place(self, path):
        """The module that holds a parameter or buffer, and its name there: "features.0.weight" is weight, of features.0."""
        *folders, last = path.split(".")
        place = self
        for folder in folders:
            if folder not in place._modules:
                place._modules[folder] = Module().train(self.training)
            place = place._modules[folder]
        return place, last

    def _holder(self, path):
        """The dictionary that holds a parameter or buffer, and its key there."""
        place, last = self._place(path)
        return (place._parameters if last in place._parameters else place._buffers), last

    def forward(self, *args, **kwargs):
        """Run the graph. Errors: RuntimeError for other shapes, dtypes or arguments, and for a branch that goes the other way."""
        tensors = self._take(args, kwargs)
        for step, home, name, over in self._steps:
            with no_grad() if step.no_grad else nullcontext():
                made = home[name](*filled(step.args, tensors), **filled(step.kwargs, tensors))
            self._keep(tensors, step, made)
            for value in over:
                del tensors[value]
        return filled(self.graph.outputs, tensors)

    def _take(self, args, kwargs):
        """The tensors by value that are there before the first step: checked inputs, parameters, buffers, constants."""
        tensors = {}
        form = form_of((args, kwargs))
        if form != self._form:
            raise RuntimeError(f"{self.name} was traced with {described(self._form)}, not with {described(form)}")
        for expected, given in zip(self._expected, leaves((args, kwargs)), strict=True):
            is_input = type(expected) is Value
            known = expected.described() if is_input else repr(expected)
            now = f"{given.dtype.name}{list(given.shape)}" if isinstance(given, Tensor) else repr(given)
            if now != known:
                what = f"the input '{expected.name}'" if is_input else "an argument"
                raise RuntimeError(f"{self.name}: {what} was {known} when the trace was taken, but is {now} now")
            tensors[expected] = given
        for value, holder, key in self._held:
            tensors[value] = holder[key]
        for value in self._fresh:
            tensors[value] = copied(self.graph.constants[value])
        return tensors | self._fixed

    def _keep(self, tensors, step, made):
        """Keep the tensors of a result; raise if a shape, or what Python saw of it, is not what it was."""
        expected, found = leaves(step.out), leaves(made.tolist() if step.reads and hasattr(made, "tolist") else made)
        for part, one in zip(expected, found, strict=False):
            if type(part) is Value:
                tensors[part] = one
        told = [part.shape if type(part) is Value else repr(part) for part in expected]
        seen = [one._array.shape if isinstance(one, Tensor) else repr(one) for one in found]
        if told != seen:
            raise BranchError(
                f"{self.name}: a branch went the other way: in the line '{step}' of the graph there is {made!r} now, and the code "
                "may have gone by it. Trace anew, or write it without reading numbers of a tensor (where, masked_fill)"
            )

    def extra_repr(self):
        return f"{self.name}, {len(self.graph.steps)} steps"


def plan(graph):
    """For each step itself, where its function is found (a dictionary and a key), and the values not needed afterwards."""
    needed, found = set(leaves(graph.outputs, Value)), []
    for step in reversed(graph.steps):
        over = dict.fromkeys([value for value in step.operands() + step.results() if value not in needed])
        needed |= set(over)
        file, _, name = step.place.partition(":")
        ours = file.startswith("minitorch.")
        home = (vars(importlib.import_module(file)), name) if ours else ({"function": step.function}, "function")
        found.append((step, *home, list(over)))
    return found[::-1]


def form_of(structure):
    """A structure with "..." in the place of each leaf."""
    return replace(structure, lambda leaf: ...)


def described(form):
    """The form of arguments in words."""
    return f"{len(form[0])} arguments {form[0]} and by name {form[1]}".replace("Ellipsis", "...")


def trace(func, example_inputs=None, *, example_kwarg_inputs=None, check_trace=True, strict=True):
    """Record one call of a module or function as a graph, and return a module that runs the graph.

    example_inputs        the arguments of that call: a tensor, or a tuple
    example_kwarg_inputs  those by name, a dictionary
    check_trace, strict   make no difference: what could not be repeated is an error in any case

    The graph holds what was done with tensors, no `if` and no loop. A replay checks the shapes and dtypes of its inputs, and
    that whatever Python read of a tensor (`if x.sum() > 0`, `x.item()`) is still the same. Gradients flow through a replay as
    through the call itself, random numbers are drawn anew, and the mode, train() or eval(), is that of the trace.

    >>> import minitorch as mt
    >>> traced = mt.jit.trace(lambda x: (x * 2 + mt.ones(3).exp()).relu(), mt.zeros(3))
    >>> traced.graph
    graph(%x: float32[3]):
        %exp = constant: float32[3]
        %mul = mul(%x, 2): float32[3]
        %add = add(%mul, %exp): float32[3]
        %relu = relu(%add): float32[3]
        return %relu
    >>> traced(mt.tensor([1.0, -9.0, 0.0]))
    tensor([4.7183, 0.0000, 2.7183])

    Errors: RuntimeError for what a graph could not repeat. Source: PyTorch, torch.jit.trace.
    """
    args = (example_inputs,) if isinstance(example_inputs, (Tensor, dict)) else tuple(example_inputs or ())
    return trace_call(func, args, dict(example_kwarg_inputs or {}))


def trace_call(func, args, kwargs):
    """The traced module of one call. It is made with copies: a call that changes its inputs in place leaves these alone."""
    args, kwargs = replace((args, kwargs), lambda x: cut_off(x) if isinstance(x, Tensor) else x)
    if not isinstance(func, Module):
        return Traced(improve(record(func, args, kwargs)), {}, {}, name=getattr(func, "__name__", "traced"))
    graph = improve(record(func, args, kwargs, func))
    parameters = dict(func.named_parameters(remove_duplicate=False))
    buffers = dict(func.named_buffers(remove_duplicate=False))
    transient = buffers.keys() - func.state_dict().keys()
    return Traced(graph, parameters, buffers, transient, func.training, type(func).__name__)


def cut_off(x):
    """A copy of a tensor, a leaf that requires a gradient if the tensor does."""
    return x.detach().clone().requires_grad_(x.requires_grad)
