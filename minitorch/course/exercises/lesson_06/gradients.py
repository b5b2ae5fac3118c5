"""gradients: The gradients of a node's operands (difficulty 2, 7 minutes)

This is the chain rule for one operation: each formula turns the gradient of the result into the gradient of one operand.
A formula whose edge is None does not run, because its values were not saved.

1. Handle the joint case first. Otherwise make a list with one entry for each edge.
2. Where the edge is None, the entry is None. Else call the formula with the same index: `self.functions[i]`.
3. In a loop over `enumerate(edges)`: `found[i] = self.functions[i](g, *self.tensors(i))` if the edge is not None. The star
   passes the values one by one.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.node:Node.gradients",
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
        g = mt.tensor([1.0, 10.0])
        node = (x * w).grad_fn
    """,
    facts="""
        if "only integer tensors of a single element": A formula takes its values one by one, and here it gets a list. A
            star passes them one by one: (g, *self.tensors(i)).
        >>> gradients(node, g, node.edges)
        [T([3.0, 40.0]), T([1.0, 20.0])]
        if (T([3.0, 40.0]), T([1.0, 20.0])): The gradients are right. Return them in a list.
        if [T([3.0, 40.0]), T([3.0, 40.0])]: Both formulas get the values saved for the first. The i-th formula has its
            own: self.tensors(i).
        if [T([3.0, 4.0]), T([1.0, 2.0])]: The gradient that arrives is missing: pass g as the first argument.
        else: Call the i-th formula with g and then the values that it saved: self.functions[i](g, *self.tensors(i)).
        >>> gradients(node, g, [None, node.edges[1]])
        [None, T([1.0, 20.0])]
        if [None, T([3.0, 40.0])]: Every formula gets the values saved for the first. The i-th has its own:
            self.tensors(i).
        if [T([3.0, 40.0]), T([1.0, 20.0])]: The first edge is None, so nothing needs that gradient: put None in its place
            and do not run the formula. Use the edges that are passed in.
        if [T([1.0, 20.0])]: The entry without an edge is left out, so the list no longer has one entry for each edge. Put
            None in its place.
        >>> node = (x * 10).grad_fn
        >>> gradients(node, g, node.edges)
        [T([10.0, 100.0]), None]
        else: The second edge is None. Its formula has no saved values, so it must not run.
        >>> node = mt.cat([x, w]).grad_fn
        >>> [g.tolist() for g in gradients(node, mt.arange(4.0), node.edges) if g is not None]
        [[0.0, 1.0], [2.0, 3.0]]
        if "index out of range": cat has one function for all operands: ask self.joint first.
        if []: A joint operation, such as cat, has one formula for all operands: return self.joint_gradients(g, edges) if
            self.joint is not None.
        >>> [g.requires_grad for g in gradients(node, g, node.edges)]
        [True, True]
        if [False, False]: Recording is switched off here. The caller decides that: backward(create_graph=True) needs the record.
    """,
)
