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
    """(class of the nodes, [(number of an operand, its formula, the number of the value that it saves or None)], short).

    short  of one or two operands, the numbers of what their formulas save if each saves one array, [] if they save nothing
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
    short = [index for _, _, index in found if index is not None]
    alike = len(short) == len(found) or not any([formula.takes for formula in kind.formulas])
    if not alike or len(found) > 2 or len(found) != len(op.parameters):
        short = None
    plan = kind, found, short
    op.quick = plan if type(op.derivative) is str else (op.quick or {}) | {kind.derivative: plan}
    return plan


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
    kind, places, short = plan
    if short is not None:
        x, y = inputs[0], inputs[-1]
        quick = isinstance(y, Tensor) and isinstance(x, Tensor) and x._base is y._base is None
        if quick and x._requires_grad and y._requires_grad and None not in (x._counter, y._counter, out._counter):
            node = kind()  # tuples are smaller than lists, and a long chain does not fit into the cache
            if len(inputs) == 1:
                node.edges = (x._edge or (x, 0),)
                if short:
                    count, value = (out._counter, result) if short[0] else (x._counter, values[0])
                    node.saved, node.versions = (value,), ((count, count[0]),)
                else:
                    node.saved, node.versions = ((),), ()
            else:
                node.edges = x._edge or (x, 0), y._edge or (y, 0)
                if short:
                    first, second = short
                    counts, arrays = (x._counter, y._counter, out._counter), (*values, result)
                    count, other = counts[first], counts[second]
                    node.saved, node.versions = (arrays[first], arrays[second]), ((count, count[0]), (other, other[0]))
                else:
                    node.saved, node.versions = ((), ()), ()
            node.number, node.hooks, node.several = next(clock), None, 0
            node.shape, node.dtype = result.shape, dtype
            out._edge, out._requires_grad = (node, 0), True
            return
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
                versions += [version(x) for i in formula.tracked for x in core.tensors_in(frame[i])]
            continue
        kept, value = (inputs[index], values[index]) if index < len(values) else (out, result)
        saved.append(value)  # nearly always it saves one operand, or the result
        if isinstance(kept, Tensor):
            count = kept._counter
            versions.append((count, count[0]) if count is not None else version(kept))
    if needed:
        node = kind()
        node.edges, node.saved, node.versions = edges, saved, versions
        node.number, node.hooks, node.several = next(clock), None, 0
        node.shape, node.dtype = result.shape, dtype
        out._edge, out._requires_grad = (node, 0), True


def put():
    """Let all calls record this way; returns what undoes it."""
    override(Op, record=record)
    return lambda: override(Op, record=core.record)
