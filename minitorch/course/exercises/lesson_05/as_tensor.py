"""as_tensor: What comes out of a node again (difficulty 3, 8 minutes)

The edge was left out when the value was saved, so that the node holds arrays only; from the name it can be found
again. With it, what a formula computes can be differentiated once more.

1. First as_tensor alone: what is no array goes back at once; what is one is wrapped, and gets the edge if there is
   one.
2. edge_for goes two steps: from the name to a place in self.op.parameters, from the place to its index in
   self.op.positions. What is found in neither has no edge. restored then only asks which edge: (self, 0), one behind
   the star, or edge_for(name).
3. `index = parameters.index(name) if name in parameters else None`; `self.edges[positions.index(index)] if index in
   positions else None`. `tensor = wrap(value)`; `tensor._edge, tensor._requires_grad = edge, True`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.node:as_tensor",
    covers="Node.edge_for Node.restored",
    solution="""
        def edge_for(self, name):
            parameters, positions = self.op.parameters, self.op.positions
            index = parameters.index(name) if name in parameters else None
            return self.edges[positions.index(index)] if index in positions else None
    """,
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
        a = x + w
        node = (a * w).grad_fn
    """,
    facts="""
        >>> node.restored('other', node.saved_values()['other'])._array is w._array
        True
        if False: The tensor is given a copy of the numbers. The saved array itself is wrapped: nothing is copied on the
            way back.
        if "AttributeError: 'numpy.ndarray' object has no attribute '_array'": The restored value is the bare array:
            as_tensor makes a tensor of it.
        >>> x = mt.ones(2, requires_grad=True)
        >>> node = x.sum().grad_fn
        >>> node.restored('input_shape', (2,)) == (2,)
        True
        else: Not every name is among the parameters, and not every parameter has an edge: ask `in` before you ask for
            the index.
        >>> found = node.restored('other', np.ones(2))
        >>> as_tensor(np.ones(2), None).requires_grad
        False
        else: Nobody wants this operand's gradient: the edge is None, and the tensor asks for none.
        >>> c = mt.tensor([True, False])
        >>> x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)
        >>> node = mt.where(c, x, w).grad_fn
        >>> node.edge_for('input')[0] is x, node.edge_for('other')[0] is w, node.edge_for('mask')
        (True, True, None)
        else: The mask is the first argument and has no edge, so x, the second argument, has the first edge. Go by
            self.op.positions.
        >>> y = x.exp()
        >>> found = y.grad_fn.restored('out', y._array)
        >>> found._edge[0] is y.grad_fn
        True
        else: Under "out" the value is this node's own result: its edge is (self, 0).
        >>> t = mt.tensor([[1.0, 5.0], [7.0, 2.0]], requires_grad=True)
        >>> values, places = t.max(1)
        >>> found = as_tensor((values._array, places._array), (values.grad_fn, 0))
        >>> [type(found) is tuple, found[0].requires_grad, found[1].requires_grad, found[1].tolist()]
        [True, True, False, [1, 0]]
        else: A tuple whose edge leads to a node is several results: a tuple of tensors, each by the rule for one.
        >>> parts = mt.ones(4, requires_grad=True).split(2)
        >>> node = parts[0].grad_fn
        >>> [one._edge[1] for one in as_tensor(tuple([part._array for part in parts]), (node, 0))]
        [0, 1]
        else: Result number k of a node has the edge (node, k).
        >>> from minitorch.ops.op import op
        ...
        >>> @op
        ... def total(k, *parts):
        ...     return k * parts[0] + parts[1]
        ...
        >>> total.grad(joint=lambda g, needs, k, parts: (None, g * k, g))
        >>> y = total(2.0, x, w)
        >>> found = y.grad_fn.restored('parts', (x._array, w._array))
        >>> [one._edge[0] is leaf for one, leaf in zip(found, (x, w), strict=True)]
        [True, True]
        else: Operand k behind the star has the edge self.edges[len(self.op.parameters) + k].
    """,
)
