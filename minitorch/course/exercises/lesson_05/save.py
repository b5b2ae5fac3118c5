"""save: What a node saves (difficulty 3, 11 minutes)

A formula that will never run saves nothing, and one that runs saves what it names. For each saved tensor the node also
keeps its counter and the version at this moment, so that a later change can be detected.

1. Make the two frames first. Then one loop over the formulas and their edges fills both lists.
2. Which formulas are used? Those whose edge is not None; of a joint operation its only one. `[True] if node.joint else
   node.edges` has one entry for each formula in both cases.
3. In the loop: `node.saved.append(formula.fetch(arrays) if edge else None)`. Then, if there is an edge, for each index
   in formula.tracked: `node.versions += [version(x) for x in tensors_in(tensors[index])]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.record:save",
    changes=True,
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
    """,
    facts="""
        if "has no attribute 'versions'": node.versions is never set.
        if "has no attribute 'saved'": node.saved is never set.
        >>> y = x.exp()
        >>> y.grad_fn.saved_values()['out'] is y._array
        True
        if False: node.saved holds arrays: fetch from the frame of arrays. The tensors are only needed for their versions.
        else: The formula of exp names `out`, the result, and saves its array: arrays_in(out) is the last entry of the
            frame of arrays.
        >>> (x * 10).grad_fn.saved, (x * 10).grad_fn.versions
        ([(10,), None], [])
        if ([(10,), None], [[]]): node.versions is one list of pairs for the whole node, and not a list for each formula.
        if ([(10,), None], [([0], 0)]): node.versions has the version of a tensor that no formula uses. Only saved tensors
            have one.
        if "strict": node.saved has an entry for each of node.formulas: None where the edge is None.
        if ([(10,)], []): node.saved has an entry for each formula: None where the edge is None.
        else: The 10 requires no gradient: its edge is None, so None stands in node.saved for its formula. And a plain
            number has no version.
        >>> node = (x * w).grad_fn
        >>> [[counter is t._counter for (counter, _), t in zip(node.versions, (w, x), strict=True)], node.versions]
        [[True, True], [([0], 0), ([0], 0)]]
        if "ValueError: zip()": node.versions has one pair for each saved tensor, in the order of the formulas. Here two are
            saved, w and then x.
        if "AttributeError: 'numpy.ndarray'": An array has no version. The tensors are in the frame of `inputs`.
        else: Two tensors are saved, w for the first formula and x for the second, so node.versions is a list of two
            pairs: [version(w), version(x)].
        >>> y = x.exp()
        >>> [counter is y._counter for counter, _ in y.grad_fn.versions]
        [True]
        else: exp saves its result, and a result can be changed in place too: the frame of tensors ends with `out`, so its
            version is noted like any other.
        >>> a = mt.tensor([[2.0, 0.0], [0.0, 1.0]], requires_grad=True)
        >>> values, vectors = mt.linalg.eigh(a)
        >>> len(values.grad_fn.versions)
        2
        if 0: An entry of the frame may be a tuple of tensors, as here the two results: tensors_in(entry) is the list of them.
        else: Two results are saved, as one tuple in the frame: tensors_in(entry) is the list of the tensors in it.
        >>> c = mt.ones(2)
        >>> [counter is c._counter for counter, _ in (x * c).grad_fn.versions]
        [True]
        else: c requires no gradient, so its formula never runs. Note only the versions for formulas whose edge is not
            None.
        >>> v = mt.ones(1)
        >>> v.add_(1)
        >>> [seen for _, seen in (x * v).grad_fn.versions]
        [1]
        else: v was changed once before it was saved, so its version at this moment is 1: version(x) says it.
        >>> node = mt.cat([x, mt.ones(1), w]).grad_fn
        >>> len(node.saved), node.saved[0] is None
        (1, False)
        else: In a joint operation (node.joint is set) one formula serves all operands. It is always used, whatever the
            edges are.
        >>> y = x * w
        >>> with mt.no_grad():
        ...     w.add_(1)
        >>> y.grad_fn.check()
        raises RuntimeError: modified by an inplace operation
        else: The versions are not noted: only the tensors in `inputs` have a version. The arrays in `values` have none.
    """,
)
