"""watch_silent: Counting silent units (difficulty 2, 6 minutes)

An int holds no array and no graph, so the list may grow during a long training.

1. `all(dim=...)` of a tensor of bools says whether all of them are True along one dimension. Which dimension has the points?
2. `(result == 0).all(dim=0)` is a tensor of bools, one for each unit. Its sum is the number of silent units.
3. `counts.append((result == 0).all(dim=0).sum().item())` in the hook, and `return counts, module.register_forward_hook(hook)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution="""
        def watch_silent(module):
            counts = []

            def hook(module, args, result):
                counts.append((result == 0).all(dim=0).sum().item())

            return counts, module.register_forward_hook(hook)
    """,
    given="""
        module = mt.nn.Identity()
        counts, handle = watch_silent(module)
    """,
    facts="""
        >>> module(mt.tensor([[1.0, 0, 1], [-1, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]))
        >>> counts
        [1]
        if [2]: 1, -1 and four times 0 have the sum 0, and this unit is not silent.
        if [3]: The unit must give 0 for every point, and not only for some.
        if [14]: You count zeros, not units: `.all(dim=0)` first.
        if [T(1)]: A tensor is kept, and an int is expected: `.item()`.
        if [4]: dim=1 asks for each point. A unit is a column: dim=0.
        if []: The hook is gone before the module is called. `with handle:` removes it.
        else: Count the columns that are 0 in every row. A mean is not a count.
        >>> module(mt.tensor([[-1.0, 0.0], [0.0, 0.0]]))
        >>> counts
        [1]
        if [2]: Only 0 is silent, and not a negative number. And the unit must give 0 for every point.
        else: Each call of watch_silent makes a list of its own, with one int for each call of the module.
        >>> relu = mt.nn.ReLU()
        >>> counts, handle = watch_silent(relu)
        >>> relu(mt.tensor([[-3.0, -1.0, 0.0], [-1.0, 2.0, 0.0]]))
        >>> counts
        [2]
        >>> first, second = mt.ones(1, 2), mt.tensor([[0.0, -1e-30]])
        >>> all([module(x) is x for x in (first, second, first)]), counts, bool(second.sum() < 0)
        (True, [0, 1, 0], True)
        if (True, [0, 2, 0], True): A number that is nearly 0 is not silent: compare with == 0.
        else: The hook must return None, so that the result stays as it is, and append one int in each call.
        >>> handle.remove()
        >>> module(mt.ones(1, 2))
        >>> type(watch_silent(module)).__name__, counts, len(module._forward_hooks)
        ('tuple', [], 1)
        else: Return a pair: the list, and the handle that `register_forward_hook` returns.
    """,
)
