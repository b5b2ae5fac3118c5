"""gradients: What a node makes of a gradient (difficulty 3, 8 minutes)

One formula for every operand, each with what it named when the operation was declared. Where nobody waits for a
gradient, nothing is computed.

1. tensors: names and values side by side. gradients: edges and formulas side by side; the place i says which saved
   values belong to the formula.
2. For each: None where the edge is None, else `formula(g, *self.tensors(i))`.
3. First the fused case. Then a list over `enumerate(zip(edges, self.functions))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.node:Node.gradients",
    covers="Node.tensors",
    solution="""
        def tensors(self, i):
            formula = self.formulas[i]
            return [self.restored(name, value) for name, value in zip(formula.names, self.kept(i), strict=True)]


        def gradients(self, g, edges):
            if self.joint is not None:
                return self.joint_gradients(g, edges)
            pairs = enumerate(zip(edges, self.functions, strict=True))
            return [None if edge is None else formula(g, *self.tensors(i)) for i, (edge, formula) in pairs]
    """,
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
    """,
    facts="""
        >>> g = mt.tensor([1.0, 10.0])
        >>> node = (x * w).grad_fn
        >>> gradients(node, g, [None, node.edges[1]])
        [None, T([1.0, 20.0])]
        if [None, T([3.0, 40.0])]: Every formula gets the values saved for the first. The i-th has its own:
            self.tensors(i).
        if [None, T([1.0, 200.0])]: g comes in twice. The formula has it already: it gives the gradient of the operand,
            and not only the derivative.
        if [None, T([3.0, 40.0])]: The names are those of the i-th formula and the values those of the first:
            self.kept(i).
        if 'TypeError: only integer tensors of a single element can be': A formula takes its values one by one, and gets
            a list. A star takes the list apart: formula(g, *self.tensors(i)).
        if [T([1.0, 20.0])]: The entries without an edge are left out, so the others no longer stand beside their edges.
            Put None in their place.
        >>> node = mt.cat([x, w]).grad_fn
        >>> [g.tolist() for g in gradients(node, mt.arange(4.0), node.edges) if g is not None]
        [[0.0, 1.0], [2.0, 3.0]]
        if []: A fused operation, such as cat, has no formula for each operand: hand those on to self.joint_gradients(g,
            edges).
        >>> node = (x.reshape(1, 2) @ w.reshape(2, 1)).grad_fn
        >>> gradients(node, mt.ones(1, 1), node.edges)
        [T([[3.0, 4.0]]), T([[1.0], [2.0]])]
        if [T([[3.0], [4.0]]), T([[1.0, 2.0]])]: A formula takes g first, and then the values that it names: formula(g,
            *self.tensors(i)).
        >>> g = mt.tensor([1.0, 10.0])
        >>> node = (x * w).grad_fn
        >>> [g.requires_grad for g in gradients(node, g, node.edges)]
        [True, True]
        else: Recording is switched off here. Whether gradients are recorded is up to whoever calls:
            backward(create_graph=True) wants it.
    """,
)
