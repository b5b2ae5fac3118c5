"""record: the twin of graph/record.py's `record`, for one real result and a formula for each operand (short cuts).

It makes the same node and falls back on `record` for everything else, and where somebody listens. A recorded addition of 8
numbers takes two thirds of the time.
"""

import numpy as np

from .._extension import override
from .._tensor import Tensor, clock
from ..graph import record as core
from ..graph.grad_mode import state
from ..graph.node import node_type
from ..graph.record import listeners, version
from ..ops.op import Op
from ..ops.promotion import FLOAT_DTYPES

FLOAT32 = np.dtype("float32")


def plan_of(op, values):
    """(class of the nodes, [(number of an operand, its formula, the number of the value that it saves or None)], saves).

    saves  of one or two operands: "nothing" if their formulas save nothing, "other" if each of two saves the other, the number
           of the value that the formula of one operand saves; else None
    False for an operation whose nodes are made the core's way. It is kept in op.quick, by their name if that may change.
    """
    if op.joint is not None or op.star is not None:
        op.quick = False
        return False
    kind, found = node_type(op, values), []
    for place, formula in zip(op.positions, kind.formulas, strict=True):
        index = formula.tracked[0] if len(formula.takes) == len(formula.tracked) == 1 else None
        one_array = index in op.positions or index == len(op.parameters)  # and no plain argument, which may be a tuple
        found.append((place, formula, index if one_array else None))
    plan = kind, found, saves(op, found)
    op.quick = plan if type(op.derivative) is str else (op.quick or {}) | {kind.derivative: plan}
    return plan


def saves(op, found):
    """What the formulas of one or two operands save: see plan_of."""
    count, indices = len(op.parameters), [index for _, _, index in found]
    if len(found) != count or count > 2:
        return None
    if not any([formula.takes for _, formula, _ in found]):
        return "nothing"
    return "other" if indices == [1, 0] else indices[0] if count == 1 else None


def record_one(op, x, a, out):
    """record, while it is on, for an operation on one tensor, which requires a gradient or is a view."""
    plan, result = op.quick, out._array
    if type(plan) is tuple and x._base is None and not listeners:
        (kind, _, saved), dtype = plan, result.dtype
        count = x._counter if saved == 0 else out._counter
        if saved is not None and count is not None and (dtype is FLOAT32 or dtype in FLOAT_DTYPES):
            node = kind()  # tuples are smaller than lists, and a long chain does not fit into the cache
            node.edges = (x._edge or (x, 0),)
            if saved == "nothing":
                node.saved, node.versions = ((),), ()
            else:
                node.saved, node.versions = (a if saved == 0 else result,), ((count, count[0]),)
            finish(node, out, result, dtype)
            return
    record(op, (x,), (a,), out)


def record_two(op, x, y, a, b, out):
    """record, while it is on, for an operation on two tensors, one of which requires a gradient or is a view."""
    plan, result = op.quick, out._array
    if type(plan) is tuple and x._requires_grad and y._requires_grad and x._base is y._base is None:
        (kind, _, saved), dtype, first, second = plan, result.dtype, x._counter, y._counter
        usual = saved is not None and (dtype is FLOAT32 or dtype in FLOAT_DTYPES) and not listeners
        if usual and first is not None and second is not None:
            node = kind()
            node.edges = x._edge or (x, 0), y._edge or (y, 0)
            if saved == "nothing":
                node.saved, node.versions = ((), ()), ()
            else:
                node.saved, node.versions = (b, a), ((second, second[0]), (first, first[0]))
            finish(node, out, result, dtype)
            return
    record(op, (x, y), (a, b), out)


def finish(node, out, result, dtype):
    """Complete a node, and make it the origin of its one result."""
    node.number, node.hooks, node.several = next(clock), None, 0
    node.shape, node.dtype = result.shape, dtype
    out._edge, out._requires_grad = (node, 0), True


def record(op, inputs, values, out):
    """Make the node of one operation and let its result point to it."""
    if not state.enabled:
        return
    plan = op.quick
    if plan is None:
        plan = plan_of(op, values)
    elif type(plan) is dict:
        plan = plan.get(op.derivative(*values)) or plan_of(op, values)
    if not plan or listeners or type(out) is tuple:
        core.record(op, inputs, values, out)
        return
    result = out._array
    dtype = result.dtype
    if dtype is not FLOAT32 and dtype not in FLOAT_DTYPES:
        core.record(op, inputs, values, out)
        return
    kind, places, _ = plan
    edges, saved, versions, needed = [], [], [], False
    for place, formula, index in places:
        x = inputs[place]
        if not isinstance(x, Tensor) or not (x._requires_grad if x._base is None else x.requires_grad):
            edges.append(None)
            saved.append(None)
            continue
        needed = True
        edges.append(x._edge or (x, 0))
        if index is None:
            saved.append(formula.fetch((*values, result)) if formula.takes else ())
            if formula.tracked:
                frame = (*inputs, out)
                versions += [version(x) for i in formula.tracked for x in core.tensors_in((frame[i],))]
            continue
        kept, value = (inputs[index], values[index]) if index < len(values) else (out, result)
        saved.append(value)  # nearly always it saves one operand, or the result
        if isinstance(kept, Tensor):
            count = kept._counter
            versions.append((count, count[0]) if count is not None else version(kept))
    if needed:
        node = kind()
        node.edges, node.saved, node.versions = edges, saved, versions
        finish(node, out, result, dtype)


def put():
    """Let all calls record this way; returns what undoes it."""
    override(Op, record=record)
    return lambda: override(Op, record=core.record)
