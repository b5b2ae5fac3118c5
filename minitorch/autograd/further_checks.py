"""further_checks: what gradcheck looks at beside the gradients: undefined ones, forward mode, many at once (shelf)."""

from heapq import heappush

import numpy as np

from .._holes import fill
from .._tensor import Tensor, wrap
from .._tower import load
from ..backend import to_device
from ..creation.zeros import zeros, zeros_like
from ..dtypes import from_numpy_dtype
from ..graph.node import Node
from ..ops.join.stack import stack
from ..random.sampling import randn_like
from .backward import differentiable
from .engine import Walk
from .grad import grad
from .gradcheck import GradcheckError, numerical_jacobian, results_of

BATCHED = "gradcheck or gradgradcheck failed while testing batched gradient computation."
BATCHED_FORWARD = "gradcheck failed while testing batched gradient computation with forward-mode AD."


def beside_gradients(func, inputs, places, wishes):
    """The checks that were asked for, in PyTorch's order; GradcheckError from the first that fails."""
    if wishes["check_forward_ad"]:
        for place in places:
            compare_forward(func, inputs, place, wishes)
            if wishes["check_undefined_grad"]:
                without_tangent(func, inputs, places, place)
    if wishes["check_batched_forward_grad"]:
        for place in places:
            batched_forward(func, inputs, place)
    if wishes["check_backward_ad"]:
        outs = [out for out in results_of(func, inputs) if out.requires_grad]
        for number, out in enumerate(outs) if wishes["check_batched_grad"] else ():
            batched(out, [inputs[i] for i in places], number)
        if wishes["check_undefined_grad"]:
            without_gradients(func, inputs, places)


fill("minitorch.autograd.gradcheck", beside_gradients=beside_gradients)


# --- gradients that are not there -------------------------------------------------------------------------------------


class Undefined(Walk):
    """A walk that comes by steps to which nothing was sent, too: PyTorch calls a Function's backward there as well.

    found  the edges of the inputs, and what arrived there
    """

    def __init__(self, roots, wanted):
        super().__init__(roots, keep=True)
        self.found = dict.fromkeys(wanted)

    def send(self, edge, g):
        if g is not None:
            if edge in self.found:
                self.found[edge] = g if self.found[edge] is None else self.found[edge] + g
            super().send(edge, g)
        elif edge[0] not in self.arrived and isinstance(edge[0], Node):
            heappush(self.queue, (edge[0].number, edge[0]))
            self.arrived[edge[0]] = None

    def visit(self, node, g):
        if g is None and node.op is not None:
            given = [None] * len(node.edges)
        else:
            given = self.differentiate(node, nothing(node) if g is None else g, node.edges)
        for edge, gx in zip(node.edges, given, strict=True):
            if edge is not None:
                self.send(edge, gx)

    def serve(self, leaf, g):
        """Nothing is accumulated."""


def nothing(node):
    """The gradients that a Function's backward is given where none came: zeros, or None if it said so."""
    if not node.fills:
        return [None] * node.several if node.several else None
    given = [zeros(shape, dtype=from_numpy_dtype(dtype)) for shape, dtype in node.outputs]
    return given if node.several else given[0]


def without_gradients(func, inputs, places):
    """GradcheckError if a backward pass cannot do without the gradient of all results, or of one of several."""
    count = len([out for out in results_of(func, inputs) if out.requires_grad])
    for missing in [set(range(count)), *([{i} for i in range(count)] if count > 1 else [])]:
        outs = [out for out in results_of(func, inputs) if out.requires_grad]
        roots = [(differentiable(x), None if i in missing else zeros_like(x)) for i, x in enumerate(outs)]
        walk = Undefined(roots, [differentiable(inputs[i]) for i in places])
        try:
            walk.run()
        except RuntimeError as error:
            raise GradcheckError(
                'Expected backward function to handle undefined output grads. Please look at "Notes about undefined output '
                'gradients" in "tools/autograd/derivatives.yaml"'
            ) from error
        if any(g is not None and g._array.any() for g in walk.found.values()):
            raise GradcheckError(
                "Expected all input grads to be undefined or zero when all output grads are undefined or zero. Please look at "
                '"Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'
            )


# --- forward mode -----------------------------------------------------------------------------------------------------


def pushed(func, inputs, tangents):
    """The results, and the tangent of each, None where none is, if the inputs move along `tangents` (place -> tensor)."""
    forward = load("minitorch.autograd.forward_ad")
    args = [x.detach() if isinstance(x, Tensor) else x for x in inputs]
    with forward.dual_level():
        for i, tangent in tangents.items():
            args[i] = forward.make_dual(args[i], tangent)
        outs = results_of(func, args)
        return outs, [forward.unpack_dual(out).tangent for out in outs]


def compare_forward(func, inputs, place, wishes):
    """Compare the tangents with what small steps measure, for one input; GradcheckError if they differ."""
    x = inputs[place]
    if x.numel() == 0:
        return
    still = [wrap(a._array.copy()) if isinstance(a, Tensor) and a.requires_grad else a for a in inputs]
    numerical, columns = numerical_jacobian(func, still, place, wishes["eps"]), []
    for i in range(x.numel()):
        unit = np.zeros(x.numel(), x._array.dtype)
        unit[i] = 1
        outs, moved = pushed(func, inputs, {place: wrap(to_device(unit.reshape(x._array.shape), x.device))})
        columns.append([zeros_like(out) if t is None else t for out, t in zip(outs, moved, strict=True)])
    for number, (n, a) in enumerate(zip(numerical, zip(*columns, strict=True), strict=True)):
        a = np.array([to_device(t._array, "cpu").reshape(-1) for t in a])
        if not np.allclose(a, n, rtol=wishes["rtol"], atol=wishes["atol"], equal_nan=True):
            raise GradcheckError(
                f"Jacobian computed with forward mode mismatch for output {number} with respect to input {place},\n"
                f"numerical:{wrap(n)}\nanalytical:{wrap(a)}\n"
            )


def without_tangent(func, inputs, places, place):
    """GradcheckError if an input that has no tangent is not the same as one whose tangent is zeros."""
    tangents = {i: randn_like(inputs[i]) for i in places}
    first = pushed(func, inputs, {**tangents, place: zeros_like(inputs[place])})[1]
    second = pushed(func, inputs, {i: t for i, t in tangents.items() if i != place})[1]
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        if one is not None and other is not None and not one.allclose(other):
            raise GradcheckError(
                "Mismatch in tangent values for output with index: ", number, " when input: ", inputs[place],
                " has an undefined tangent value. ", " Got: ", one, " but expected: ", other,
            )  # fmt: skip


# --- many at once -----------------------------------------------------------------------------------------------------


def in_one_call(one, starts, words, number):
    """GradcheckError if vmap of `one`, for all the starts, gives something else than a call for each."""
    expected = [stack(rows) for rows in zip(*[one(start) for start in starts], strict=True)]
    try:
        found = load("minitorch.func.vmap").vmap(one)(stack(starts))
    except RuntimeError as error:
        raise GradcheckError(f"While computing batched gradients, got: {error}\n\n{words}") from error
    for place, (got, exp) in enumerate(zip(found, expected, strict=True)):
        if not got.allclose(exp):
            raise GradcheckError(
                f"For output {place if number is None else number} and input {place}:\n\n{words}\n\n"
                f"Got:\n{got}\n\nExpected:\n{exp}"
            )


def batched(out, wanted, number):
    """The gradients of one result, for two gradients of it, in one call and one after the other."""

    def back(start):
        found = grad(out, wanted, start, retain_graph=True, allow_unused=True)
        return tuple([zeros_like(x) if g is None else g for x, g in zip(wanted, found, strict=True)])

    in_one_call(back, [randn_like(out) for _ in range(2)], BATCHED, number)


def batched_forward(func, inputs, place):
    """The same with tangents of one input."""

    def push(tangent):
        return tuple(
            [zeros_like(o) if t is None else t for o, t in zip(*pushed(func, inputs, {place: tangent}), strict=True)]
        )

    in_one_call(push, [randn_like(inputs[place]) for _ in range(2)], BATCHED_FORWARD, None)
