"""gradients: The gradients of a node's operands (difficulty 2, 7 minutes)

This is the chain rule for one operation: each formula turns the gradient of the result into the gradient of one operand.
A formula whose edge is None does not run, because its values were not saved.

1. What must the list hold for an edge that is None, and what must not happen there?
2. Begin with a list of None, one for each edge. A formula has the same index as its edge.
3. For i, edge in `enumerate(edges)`, if the edge is not None: `found[i] = self.functions[i](g, *self.tensors(i))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.node:Node.gradients",
    shows=("if self.joint",),
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
        g = mt.tensor([1.0, 10.0])
        node = (x * w).grad_fn
    """,
    facts="""
        if "only integer tensors of a single element": Here a formula gets a list. A star passes the values one by one: (g, *self.tensors(i)).
        if "'Formula' object is not callable": self.functions[i] is the function of the i-th formula. Call that.
        >>> gradients(node, g, node.edges)
        [T([3.0, 40.0]), T([1.0, 20.0])]
        if (T([3.0, 40.0]), T([1.0, 20.0])): The gradients are right. Return them in a list.
        if [T([3.0, 40.0]), T([3.0, 40.0])]: Both get the values of the first formula. The i-th has its own: self.tensors(i).
        else: Call the i-th formula with g and then the values that it saved: self.functions[i](g, *self.tensors(i)).
        >>> gradients(node, g, [None, node.edges[1]]), gradients((x / 4).grad_fn, g, [(x, 0), None])
        ([None, T([1.0, 20.0])], [T([0.25, 2.5]), None])
        if "zip()": A formula whose edge is None must not run: nothing was saved for it.
        if ([None, T([1.0, 20.0])], [T([4.0, 0.4]), None]): g comes first, and then the values that the formula saved.
        if ([T([3.0, 40.0]), T([1.0, 20.0])], [T([0.25, 2.5]), None]): The first edge passed in is None. Use these edges, and not those of the node.
        else: The list has one entry for each edge: None where the edge is None, and there no formula runs.
        >>> node, edges = mt.nn.functional.layer_norm(x, (2,), x, w).grad_fn, [None, None, (w, 0), *[None] * 5]
        >>> [gx.tolist() for gx in gradients(node, g, edges) if gx is not None]
        [[1.0, 10.0]]
        if "required positional": Call self.joint_gradients(g, edges), which passes the saved values on.
        else: A joint operation, such as cat, has one formula for all operands: self.joint_gradients(g, edges).
        >>> [g.requires_grad for g in gradients(x.exp().grad_fn, g, [(x, 0)])]
        [True]
        if [False]: The record is lost. self.saved has bare arrays, self.tensors(i) has tensors with their edges; and leave recording on.
    """,
)
