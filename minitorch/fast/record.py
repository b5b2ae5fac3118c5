"""record: the recorder, written out for the commonest steps: one operand, two operands, a view, any number (short cuts).

Each gives what graph/record.py's `record` gives and falls back on it for everything unusual. They save 0.5 of the 2.4
microseconds that a recorded addition of 8 numbers takes.
"""

from operator import itemgetter

import numpy as np

from .._tensor import Tensor, clock
from ..graph import node as nodes
from ..graph.grad_mode import state
from ..graph.node import Node, node_type
from ..graph.record import listeners, record, version
from ..ops.promotion import FLOAT_DTYPES
from . import formulas

FLOAT32 = np.dtype("float32")


class Fetch:
    """What a formula saves of a step, found quickly.

    index  of the one array that is saved, in the commonest case; else None, and `fetch(frame)` gives the values
    held   of the first operand and the result, the indices of those that are saved; `last` is that of the result
    """

    def __init__(self, formula, last):
        self.formula, self.tracked, takes = formula, formula.tracked, formula.takes
        self.index = takes[0][0] if len(takes) == 1 and not takes[0][1] else None
        if not takes:
            self.fetch = lambda frame: ()
        elif len(takes) > 1 and len(self.tracked) == len(takes):
            self.fetch = itemgetter(*self.tracked)
        else:
            self.fetch = formula.fetch
        self.held = tuple([index for index in self.tracked if index in (0, last)])


def quick_type(op):
    """The class of the quick steps of an op: real, one result, a formula for each operand. False if it has none such."""
    named = type(op.derivative) is str and op.joint is None and op.positions
    op.quick = made_quick(op, op.derivative) if named else False
    return op.quick


def quick_named(op, values):
    """The same where the name of a step depends on the values; it is kept beside the plain classes."""
    derivative = op.derivative if type(op.derivative) is str else op.derivative(*values)
    found = op.node_types.get((derivative, "quick"))
    if found is None:
        found = op.node_types[derivative, "quick"] = made_quick(op, derivative)
    return found


def made_quick(op, derivative):
    """Make the class of quick steps of this name."""
    plain = op.node_types.get(derivative) or nodes.new_type(op, derivative)
    fetches = tuple([Fetch(formula, len(op.parameters)) for formula in plain.steps])
    # made anew, not derived from `plain`: with every class between, letting a node go takes longer
    body = dict(vars(plain)) | {"__slots__": ("exact",), "quick": True, "fetches": fetches, "first": fetches[0]}
    body["keeps"] = any(plain.keeping)
    names = [op.parameters[index] for index in op.positions]
    body["formulas"] = formulas.of(op, names, plain.formulas)
    body["rest"] = (None,) * (len(fetches) - 1)
    body["tracked"] = tuple(dict.fromkeys([index for fetch in fetches for index in fetch.tracked]))
    kind = type(derivative, (Node,), body)
    kind.light_quick = type(derivative, (Node,), body | {"keeps": False})
    kind.of_one = kind if kind.keeping[0] or not kind.keeps else kind.light_quick
    if op.positions[0] != 0:
        kind.of_one = None
    return kind


def record_one(op, x, frame, out):
    """A step that one tensor enters, alone or with a number, and whose result has that tensor's shape."""
    if not state.enabled:
        return
    kind = op.quick
    if kind is None:
        kind = quick_type(op)
    result = frame[-1]
    dtype = result.dtype
    if not kind or x._base is not None or not x._requires_grad or listeners or kind.of_one is None:
        return record(op, (x, *frame[1:-1]), frame[:-1], out)
    if dtype is not FLOAT32 and dtype not in FLOAT_DTYPES:
        return record(op, (x, *frame[1:-1]), frame[:-1], out)
    fetch, rest, edge = kind.first, kind.rest, x._edge or (x, 0)
    node = kind.of_one()
    index = fetch.index
    saved = fetch.fetch(frame) if index is None else frame[index]
    node.edges, node.saved = ((edge, *rest), (saved, *rest)) if rest else ((edge,), (saved,))
    held = fetch.held
    if len(held) == 1:
        one = out if held[0] else x
        count = one._counter
        if count is None:
            version(one)  # which says what is wrong
        node.versions = (count, count[0])
    else:
        node.versions = (*version(x), *version(out)) if held else ()
    node.number, node.hooks, node.several = next(clock), None, 0
    node.shape, node.dtype = result.shape, dtype
    node.exact = dtype is x._array.dtype
    out._edge, out._requires_grad = (node, 0), True


def record_two(op, x, y, a, b, out):
    """A step with two operands of one dtype."""
    if not state.enabled:
        return
    kind = op.quick
    if kind is None:
        kind = quick_type(op)
    result = out._array
    dtype = result.dtype
    if not kind or x._base is not None or y._base is not None or listeners or len(kind.fetches) != 2:
        return record(op, (x, y), (a, b), out)
    if dtype is not FLOAT32 and dtype not in FLOAT_DTYPES:
        return record(op, (x, y), (a, b), out)
    wants_x, wants_y = x._requires_grad, y._requires_grad
    first, second = kind.fetches
    edges = (x._edge or (x, 0)) if wants_x else None, (y._edge or (y, 0)) if wants_y else None
    if kind.keeps:
        both = wants_x and wants_y
        node = kind() if both or kind.keeping[0 if wants_x else 1] else kind.light_quick()
        frame = (a, b, result)
        p, q = first.index, second.index
        node.saved = (
            None if not wants_x else first.fetch(frame) if p is None else frame[p],
            None if not wants_y else second.fetch(frame) if q is None else frame[q],
        )
        if both and kind.tracked == (1, 0) and y._counter is not None and x._counter is not None:
            count, other = y._counter, x._counter
            node.versions = (count, count[0], other, other[0])
        else:
            node.versions = ()
            for index in kind.tracked if both else first.tracked if wants_x else second.tracked:
                node.versions += version((x, y, out)[index])
    else:
        node = kind()
        node.saved, node.versions = ((), ()), ()
    node.edges = edges
    node.number, node.hooks, node.several = next(clock), None, 0
    shape = a.shape
    node.exact = same = shape == b.shape
    node.shape, node.dtype = shape if same else result.shape, dtype
    out._edge, out._requires_grad = (node, 0), True


def record_view(op, inputs, values, out):
    """A step of which shapes and plain arguments are kept: a view, a sum."""
    if not state.enabled:
        return
    x = inputs[0]
    kind = op.quick
    if kind is None:
        kind = quick_type(op)
    if not kind:
        if op.joint is not None:
            return record_joint(op, inputs, values, out)
        if op.positions != (0,) or op.star is not None or listeners or type(out) is tuple or not values:
            return record(op, inputs, values, out)
        kind = quick_named(op, values)
    elif kind.tracked or op.positions != (0,) or listeners or type(out) is tuple:
        return record_several(op, kind, inputs, values, out)
    if x._base is not None:
        x._renew()
    result = out._array
    dtype = result.dtype
    if not x._requires_grad or (dtype is not FLOAT32 and dtype not in FLOAT_DTYPES):
        return record(op, inputs, values, out)
    edges = (x._edge or (x, 0),)
    node = kind()
    node.edges = edges
    formula = node.steps[0]
    node.saved = (formula.fetch((*values, result)),)
    node.versions = versions_in(formula, inputs, out)
    node.number, node.hooks, node.several = next(clock), None, 0
    node.shape, node.dtype, node.exact = result.shape, dtype, False
    out._edge, out._requires_grad = (node, 0), True


def record_several(op, kind, inputs, values, out):
    """A step with any number of operands and plain arguments, and one result."""
    dtype = None if type(out) is tuple else out._array.dtype
    if listeners or op.star is not None or dtype is None or (dtype is not FLOAT32 and dtype not in FLOAT_DTYPES):
        return record(op, inputs, values, out)
    frame, edges, saved, versions, kept = (*values, out._array), [], [], (), False
    for place, formula, keeps in zip(op.positions, kind.steps, kind.keeping, strict=True):
        x = inputs[place]
        if not isinstance(x, Tensor) or not x.requires_grad:
            edges.append(None)
            saved.append(None)
            continue
        edges.append(x._edge or (x, 0))
        saved.append(formula.fetch(frame))
        kept = kept or keeps
        versions += versions_in(formula, inputs, out)
    if not any(edges):
        return
    node = kind() if kept or not kind.keeps else kind.light_quick()
    node.edges, node.saved, node.versions = edges, saved, versions
    node.number, node.hooks, node.several = next(clock), None, 0
    node.shape, node.dtype, node.exact = out._array.shape, dtype, False
    out._edge, out._requires_grad = (node, 0), True


def record_sum(op, x, out):
    """x.sum(), of all: which saves the shape of x."""
    kind = op.node_types.get(("SumBackward0", "quick"))
    if kind is None or listeners:
        return record_view(op, (x, None, False, None), (x._array, None, False, None), out)
    node = kind()
    node.edges, node.saved, node.versions = ((x._edge or (x, 0)),), ((x._array.shape, None, False),), ()
    node.number, node.hooks, node.several = next(clock), None, 0
    node.shape, node.dtype, node.exact = (), FLOAT32, False
    out._edge, out._requires_grad = (node, 0), True


def record_joint(op, inputs, values, out, name=None, saved=None):
    """A fused step, whose one formula gives the gradients of all operands; a caller may know its name and what it saves."""
    if not state.enabled:
        return
    dtype = None if type(out) is tuple else out._array.dtype
    if listeners or op.star is not None or dtype is None or (dtype is not FLOAT32 and dtype not in FLOAT_DTYPES):
        return record(op, inputs, values, out)
    edges = []
    for x in inputs:
        wanted = isinstance(x, Tensor) and (x._requires_grad if x._base is None else x.requires_grad)
        edges.append((x._edge or (x, 0)) if wanted else None)
    if not any(edges):
        return
    node = (op.node_types.get(name) or node_type(op, values))()
    formula = node.steps[0]
    node.edges, node.saved = edges, [saved or formula.fetch((*values, out._array))]
    node.versions = versions_in(formula, inputs, out)
    node.number, node.hooks, node.several = next(clock), None, 0
    node.shape, node.dtype = out._array.shape, dtype
    out._edge, out._requires_grad = (node, 0), True


def versions_in(formula, inputs, out):
    """versions_of one formula, without an operation that has a star; written out, as large arrays leave no call cheap."""
    found = ()
    for index in formula.tracked:
        value = out if index == len(inputs) else inputs[index]
        for x in value if type(value) is tuple else (value,):
            if isinstance(x, Tensor):
                count = x._counter
                if count is None:
                    version(x)  # which says what is wrong
                found += (count, count[0])
    return found
