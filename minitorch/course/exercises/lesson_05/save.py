"""save: What a node keeps (difficulty 3, 8 minutes)

A formula that will never run keeps nothing, and one that runs keeps what it names and no more. Beside each tensor
stands the count of its changes as it was: two entries, so that check can compare the count with itself, later.

1. Two frames: arrays to fetch from, tensors to ask for their versions. And two lists over the same formulas.
2. Which formulas count? Those with an edge; of a fused step its only one. Pair node.steps with node.edges, or with
   [True] where node.joint is set.
3. `node.saved = [formula.fetch(arrays) if edge else None for formula, edge in pairs]`, and versions_of of the
   formulas with an edge: three loops, over formulas, over formula.tracked, over tensors_in(frame[index]), with `found
   += version(x)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.record:save",
    covers="versions_of",
    changes=True,
    solution="""
        def save(node, inputs, values, out):
            arrays = frame_of(node.op, values, arrays_in(out))
            tensors = frame_of(node.op, inputs, out)
            used = [True] if node.joint else node.edges
            pairs = list(zip(node.steps, used, strict=True))
            node.saved = [formula.fetch(arrays) if edge else None for formula, edge in pairs]
            node.versions = versions_of([formula for formula, edge in pairs if edge], tensors)
    """,
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
    """,
    facts="""
        >>> y = x.exp()
        >>> y.grad_fn.saved_values()['out'] is y._array
        True
        else: The formula of exp names `out`, the result, and keeps its array: arrays_in(out) is the last entry of the
            frame of arrays.
        >>> (x * 10).grad_fn.saved_values()
        {'other': 10}
        else: For an edge that is None, nothing is fetched: None stands in its place.
        >>> (x * w).grad_fn.versions
        ([0], 0, [0], 0)
        if "AttributeError: 'MulBackward0' object has no attribute 'versions'": node.versions is never set.
        else: Two tensors are kept, so node.versions has four entries: count, version, count, version.
        >>> c = mt.ones(2)
        >>> len((x * c).grad_fn.versions)
        2
        else: The operand w wants no gradient, and its formula never runs: only what x's formula keeps is noted.
        >>> len(mt.cat([x, mt.ones(1), w]).grad_fn.saved), mt.cat([x, w]).grad_fn.saved[0] is None
        (1, False)
        else: A fused step, node.joint, has one formula for all operands. It is used whatever the single edges are.
    """,
)
