"""bracketed: Brackets in brackets (difficulty 3, 7 minutes)

The rule speaks of itself: a bracket holds smaller brackets, each one dimension less, until one dimension is left. So
two cases are enough for any number of dimensions.

1. Two cases: array.ndim is 1, or it is more. In both, make a list of texts, one for each of `places`.
2. In the second case the text of a part is bracketed(array[place], indent + 1, cut, write, width): the function calls
   itself.
3. ndim 1: items = [" ..." if place is None else write(array[place].item()) for place in places], in filled(items,
   indent + 1, width). Else: "..." or bracketed(...), joined by gap. Both between "[" and "]".
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.printing:bracketed",
    alone=True,
    facts=r"""
        >>> bracketed(np.array([1.5, 2.5]), 0, False, repr, 3)
        '[1.5, 2.5]'
        if '1.5, 2.5': A row has no brackets. They stand round what `filled` gives.
        else: `write` is given Python's number, array[place].item().
        >>> bracketed(np.arange(8).reshape(2, 2, 2), 0, False, str, 1)
        '[[[0, 1],\n  [2, 3]],\n\n [[4, 5],\n  [6, 7]]]'
        else: Each part is an array with one dimension less: bracketed(array[place], indent + 1, cut, write, width).
        >>> bracketed(np.arange(1, 8)[:, None], 0, True, str, 1)
        '[[1],\n [2],\n [3],\n ...,\n [5],\n [6],\n [7]]'
        else: Where `places` has None, "..." stands in the place of a bracket.
        >>> bracketed(np.arange(7)[None], 0, True, str, 1)
        '[[0, 1, 2,  ..., 4, 5, 6]]'
        else: The inner brackets are cut, too: hand `cut` on.
        >>> bracketed(np.arange(10, 60), 7, False, str, 2).split('\n')
        ['[10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,',
         '        28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45,',
         '        46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59]']
        else: filled(items, indent + 1, width) breaks a long row.
    """,
)
