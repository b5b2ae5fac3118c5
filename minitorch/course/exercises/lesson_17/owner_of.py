"""owner_of: Whose memory is it? (difficulty 2, 6 minutes)

A view of a view is possible, so one step is not enough. Two arrays with the same owner share its memory.

1. Go from an array to its base, from there to its base, and so on.
2. A loop that ends when base_of gives None. The last array is the owner.
3. `while base_of(array) is not None: array = base_of(array)`, then `return array`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.memory:owner_of",
    setup="""
        import io
        import numpy as np
        from numpy.lib.stride_tricks import as_strided
    """,
    stub='''
        def owner_of(array):
            """The array at the end of the chain of bases: it owns the memory that `array` looks at.

            base_of(array) is the array that an array is a view of, or None if it is not a view.
            For x = np.zeros(6), both owner_of(x) and owner_of(x[2:]) are x itself.
            """
            ...
    ''',
    given="""
        x = np.arange(6.0)
    """,
    facts="""
        >>> owner_of(x) is x, owner_of(x[2:]) is x
        (True, True)
        if (False, True): An array that is not a view owns its memory: return the array itself.
        if (True, False): For a view, go on to base_of(array).
        if "truth value of an array": Ask whether there is a base: `is not None`.
        else: Stop at the array whose base_of is None, one step before the None. The owner is that array, and not a copy.
        >>> owner_of(as_strided(x[2:], (2,), (8,))) is x
        True
        if "truth value of an array": Ask whether there is a base: `is not None`.
        else: This is a view of a view: go on until there is no base any more.
        >>> read = np.frombuffer(b"12345678")
        >>> owner_of(read) is read
        True
        else: The base of this array is not an array, but bytes. base_of gives None for it, and array.base does not.
        >>> t = mt.zeros(2000)
        >>> mt.save([t, t[1:], t.reshape(20, 100)], file := io.BytesIO())
        >>> len(file.getvalue()) < 12_000
        True
        else: mt.save uses the owner to write each storage once.
    """,
)
