"""sharing: Which tensors share memory? (difficulty 3, 9 minutes)

Different tensors can share memory, and equal numbers need not. What counts is the array that owns the memory.

1. Find one thing that is the same for all tensors with the same memory, and collect the names under it.
2. The owner of an array's memory is `array.base`, or the array itself if that is None. `id(owner)` is a number that can
   be a dictionary's key; comparing arrays with == compares their numbers.
3. `groups = {}`; for each name and tensor `owner = x._array if x._array.base is None else x._array.base`, then
   `groups.setdefault(id(owner), []).append(name)`; at the end `return list(groups.values())`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution="""
        def sharing(tensors):
            groups = {}
            for name, x in tensors.items():
                owner = x._array if x._array.base is None else x._array.base
                groups.setdefault(id(owner), []).append(name)
            return list(groups.values())
    """,
    given='a, numbers = mt.zeros(4), np.zeros(4, dtype="float32")',
    facts="""
        >>> sharing({"a": a, "same": a.data, "b": mt.zeros(4)})
        [['a', 'same'], ['b']]
        if [['a', 'same', 'b']]: Equal numbers are not the same memory: each owns its memory itself. (The id of x.data is used again when that object is gone.)
        if [['a'], ['same'], ['b']]: `a.data` is a new tensor around the same array. Compare arrays, and not tensors.
        else: A list of groups, in the order of their first names. In each group the names whose memory is the same.
        >>> sharing({"left": mt.from_numpy(numbers[:2]), "right": mt.from_numpy(numbers[2:]), "whole": mt.from_numpy(numbers)})
        [['left', 'right', 'whole']]
        if [['left', 'whole'], ['right']]: The two halves have no number in common, but one array owns the memory of both.
        if [['left'], ['right'], ['whole']]: A slice is a new array object. The array that owns its memory is in `array.base`.
        else: All three use parts of the memory of `numbers`.
        >>> sharing({"row": mt.from_numpy(numbers), "other": a, "matrix": mt.from_numpy(numbers.reshape(2, 2))})
        [['row', 'matrix'], ['other']]
        if [['other'], ['row', 'matrix']]: The groups come in the order of the dictionary, not of the alphabet.
        else: Names of one group need not follow each other, and they keep the order of the dictionary. The shape does not matter.
    """,
)
