"""owner_of: Whose memory is it? (difficulty 2, 6 minutes)

A view of a view is possible, so one step is not enough. Two arrays with the same owner share its memory.

1. Go from the array to its base, from this base to its own base, and so on.
2. Loop until base_of gives None. The last array is the owner.
3. `while base_of(array) is not None: array = base_of(array)`, then `return array`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.memory:owner_of",
    setup="""
        import numpy as np
        from numpy.lib.stride_tricks import as_strided
    """,
    facts="""
        if "AttributeError": base_of gives None where the base is not an array, and array.base does not.
        >>> x = np.zeros(6)
        >>> part, wide = as_strided(as_strided(x[2:], (2,), (8,)), (0,), (8,)), np.broadcast_to(x.view("i4"), (3, 12))
        >>> owner_of(x) is x, owner_of(wide) is x, owner_of(part) is x
        (True, True, True)
        if (True, True, False): The last array is a view of a view, and empty: go on until there is no base any more.
        if (True, False, False): For a view, of any size and dtype, go on to base_of(array), and return the owner.
        if "truth value of an array": Ask whether there is a base: `is not None`.
        else: Stop at the array whose base_of is None, one step before the None. The owner is that array, and not a copy.
        >>> read = np.frombuffer(b"12345678")
        >>> owner_of(read) is read
        True
        if False: The base of `read` is no array, but bytes. base_of gives None there, and array.base does not.
    """,
)
