"""save: What a node saves (difficulty 3, 9 minutes)

A formula that will never run saves nothing, and one that runs saves what it names. For each saved tensor the node also
keeps its counter and the version at this moment, so that a later change can be detected.

1. One loop over the formulas and their edges can fill both lists.
2. Go through `zip(node.formulas, used)`. What does each list get where the entry of `used` is None?
3. In the loop: `node.saved.append(formula.fetch(arrays) if edge else None)`. Then, if there is an edge:
   `node.versions += [version(x) for x in tensors_in(formula.fetch(tensors))]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.record:save",
    changes=True,
    shows=("arrays, tensors", "used ="),
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
    """,
    facts="""
        if "has no attribute 'versions'": node.versions is never set.
        if "has no attribute '_counter'": Only tensors have a version: tensors_in(formula.fetch(tensors)) lists them.
        >>> node = (x * 10).grad_fn
        >>> node.saved, node.versions
        ([(10,), None], [])
        if ([(10,), None], [([0], 0), ([0], 0)]): The versions are those of what is saved: take the tensors that the formula fetches.
        if ([(10,), None], [[]]): node.versions is one list of pairs for the whole node, and not a list for each formula.
        else: node.saved is [(10,), None]: the edge of the 10 is None, so the formula that needs x saves nothing, and node.versions is empty.
        >>> v = w * 1
        >>> node = (x / v).grad_fn
        >>> len(node.versions) == 3 and [counter is t._counter for (counter, _), t in zip(node.versions, (v, x, v))], node.versions
        ([True, True, True], [([0], 0), ([0], 0), ([0], 0)])
        if (False, []): An array has no version: fetch from `tensors`, and not from `arrays`.
        else: The first formula saves v, and the second saves x and v, so node.versions is a list of three pairs:
            [version(v), version(x), version(v)].
        >>> y, node = x.exp(), (x * w).grad_fn
        >>> y.grad_fn.saved[0][0] is y._array, node.saved[0][0] is w._array, [one is y._counter for one, _ in y.grad_fn.versions]
        (True, True, [True])
        if (True, True, []): exp saves its result, and a result can be changed in place, too. Its version is kept like any other:
            the frame `tensors` ends with `out`.
        else: node.saved holds arrays, and no copies: fetch from the frame `arrays`. Each node has lists of its own.
        >>> values, vectors = mt.linalg.eigh(mt.eye(2, requires_grad=True))
        >>> len(values.grad_fn.versions)
        2
        else: Two results are saved, as one tuple in the frame: tensors_in finds the tensors in it, too.
        >>> c = mt.ones(2, dtype=mt.int64).add_(1)
        >>> node = (x * c).grad_fn
        >>> node.saved[0][0].dtype.name, [(counter is c._counter, seen) for counter, seen in node.versions]
        ('float32', [(True, 1)])
        if ('float32', [(True, 0)]): c was changed once before it was saved, so its version at this moment is 1: version(c) says it.
        if ('int64', [(True, 1)]): The forward used c as float32. Fetch from the frame `arrays`, not from the arrays of `inputs`.
        else: One tensor is saved, c. It requires no gradient, but the formula for x needs it.
        >>> node, cat = mt.nn.functional.layer_norm(mt.eye(2), (2,), x, w).grad_fn, mt.cat([mt.ones(1), x]).grad_fn
        >>> len(node.saved), len(node.versions), len(cat.saved), cat.saved[0] is None
        (1, 2, 1, False)
        if (1, 0, 1, True): For a joint operation the edges are not one for each formula. Go through node.formulas and `used`.
        if "zip()": node.formulas and `used` have the same length. node.edges has not, for a joint operation.
        else: A joint operation (node.joint is set) has one formula, and `used` one entry. It has versions like any other.
    """,
)
