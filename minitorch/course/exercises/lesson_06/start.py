"""start: Where the walk starts (difficulty 3, 8 minutes)

The end moves by as much as it moves: its gradient is 1. For several numbers only you can say how much each counts.

1. one_each makes a sequence of whatever it is given, and counts. check_start asks two questions. start does three
   things for each tensor: check, fill in what is missing, make the pair.
2. In start: `enumerate(zip(tensors, one_each(gradients, tensors)))`; `mt.ones_like(x)` is the gradient that was not
   given. In one_each: `(None,) * len(tensors)` for None, `(gradients,)` for one tensor.
3. In start call check_start(i, x, g) first, as long as g still says whether it was given. Then
   roots.append((edge_of(x), g)). check_start: edge_of(x) is None; then check_gradient where g is given, and x.numel()
   != 1 where it is not.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.backward:start",
    covers="one_each check_start",
    solution="""
        def check_start(i, x, g):
            if edge_of(x) is None:
                raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
            if g is not None:
                check_gradient(i, x, g)
            elif x.numel() != 1:
                raise with_note(
                    RuntimeError("grad can be implicitly created only for scalar outputs"),
                    f"This one has the shape {list(x.shape)}: sum it first, or pass gradient=.",
                )
            elif x.is_complex():
                raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {x.dtype}")


        def start(tensors, gradients):
            roots = []
            for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors), strict=True)):
                check_start(i, x, g)
                if g is None:
                    g = mt.ones_like(x)
                roots.append((edge_of(x), g))
            return roots
    """,
    given="""
        x = mt.tensor([1.0, 2.0], requires_grad=True)
        y = x * x
    """,
    facts="""
        >>> from minitorch.autograd.backward import one_each
        >>> one_each(mt.tensor(5.0), (1, 2))
        raises RuntimeError: got 2 tensors and 1 gradients
        if (T(5.0),): Nobody notices that there are two tensors and one gradient. one_each raises the RuntimeError for
            that.
        if 'TypeError: len() of a 0-d tensor': gradients may be one tensor, which belongs to the one tensor there is:
            one_each puts it into a tuple.
        if (T(5.0), T(5.0)): One gradient for two tensors: one_each gives it to both. Only None may stand for all; a
            tensor is the gradient of one.
        >>> roots = start((y, y.sum()), [mt.tensor([3.0, 4.0]), None])
        >>> [g for edge, g in roots]
        [T([3.0, 4.0]), T(1.0)]
        else: In `start`: a pair of edge_of(x) and the gradient for each tensor; where none was given, it is 1, in the
            shape and dtype of x: mt.ones_like(x).
        >>> x = mt.tensor([[2.0]], dtype=mt.float64, requires_grad=True)
        >>> [(edge, g)] = start((x,), None)
        >>> edge[0] is x, edge[1], list(g.shape), str(g.dtype)
        (True, 0, [1, 1], 'minitorch.float64')
        >>> x = mt.ones(0, requires_grad=True)
        >>> len(start((x * 1,), None))
        raises RuntimeError: only for scalar outputs
        if 1: check_start comes too late: it sees the ones that you have filled in, and can no longer tell that none
            were given.
        >>> len(start((y.sum(), mt.ones(1)), None))
        raises RuntimeError: element 1 of tensors
        else: The error should say which of the tensors it is about: check_start wants its number, which enumerate
            gives, and puts it into the message.
        >>> len(start((y,), mt.ones(3)))
        raises RuntimeError: Mismatch in shape
        else: A gradient that was given is not looked at; its shape may be wrong. check_start calls check_gradient(i, x,
            g) for it.
        >>> s = y.sum()
        >>> len(start((s, s), None))
        2
        else: A dictionary has each edge once. One tensor may stand twice among those that are given, and then counts
            twice: a list of pairs.
        >>> len(start((mt.ones(2),), mt.ones(2)))
        raises RuntimeError: element 0 of tensors
        else: Without a past there is nothing to walk, with or without a gradient: check_start asks edge_of(x) is None.
    """,
)
