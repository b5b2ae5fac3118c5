"""save: What a node saves (difficulty 3, 7 minutes)

A formula that will never run saves nothing. A formula that runs saves the values that it names. For each saved tensor the node also
keeps its counter and the version at this moment, so that a later change can be detected.

1. One loop over `pairs` can fill both lists.
2. Saved values come from `arrays`, and versions from `tensors`. What does each list get where the edge is None?
3. In the loop: `saved.append(formula.fetch(arrays) if edge else None)`. Then, if there is an edge:
   `versions += [version(x) for x in tensors_in(formula.fetch(tensors))]`.
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
        if "cannot unpack non-iterable NoneType": Return both lists: `return saved, versions`.
        if "has no attribute '_counter'": Only tensors have a version: tensors_in(formula.fetch(tensors)) lists them.
        >>> node = (x * 10).grad_fn
        >>> node.saved, node.versions
        ([(10,), None], [])
        if ([(10,), None], [([0], 0), ([0], 0)]): The versions are those of what is saved: take the tensors that the formula fetches.
        if ([], [(10,), None]): The order is `saved, versions`.
        if (((10,), None), ()): Return two lists, and not two tuples.
        if ([(10,), None], [[]]): `versions` is one list of pairs for the whole node, and not a list for each formula.
        else: For x * 10, `saved` is [(10,), None]: the edge of the 10 is None, so the formula that needs x saves nothing, and `versions` is empty.
        >>> c = mt.ones(2, dtype=mt.int64).add_(1)
        >>> node = (x * c).grad_fn
        >>> node.saved[0][0].dtype.name, [(counter is c._counter, seen) for counter, seen in node.versions]
        ('float32', [(True, 1)])
        if ('float32', [(True, 0)]): c was changed once before it was saved, so its version at this moment is 1: version(c) says it.
        if ('int64', [(True, 1)]): The forward pass used c as float32. Saved values come from the frame `arrays`.
        if "unpack": version(x) is one pair, (counter, number). Enter it as a whole.
        if ('float32', []): No version was noted for c. It requires no gradient, but the formula for x needs it, and it can change in place. Versions come from the frame `tensors`: an array has none.
        else: One tensor is saved, c. It requires no gradient, but the formula for x needs it.
        >>> v = w * 1
        >>> node = (x / v).grad_fn
        >>> len(node.versions) == 3 and [counter is t._counter for (counter, _), t in zip(node.versions, (v, x, v))], node.versions
        ([True, True, True], [([0], 0), ([0], 0), ([0], 0)])
        else: The first formula saves v, and the second saves x and v, so `versions` has three pairs: [version(v), version(x), version(v)].
        >>> y, node = x.exp(), (x * w).grad_fn
        >>> y.grad_fn.saved[0][0] is y._array, node.saved[0][0] is w._array, [one is y._counter for one, _ in y.grad_fn.versions]
        (True, True, [True])
        if (True, True, []): exp saves its result. Its version is kept like any other, although it does not require a gradient yet.
        else: `saved` holds arrays, and no copies: fetch from the frame `arrays`. Each call makes new lists.
        >>> values, vectors = mt.linalg.eigh(mt.eye(2, requires_grad=True))
        >>> len(values.grad_fn.versions)
        2
        else: Two results are saved, as one tuple in the frame: tensors_in finds the tensors in it, too.
    """,
)
