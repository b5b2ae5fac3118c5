"""fractions: From words to fractions (difficulty 2, 4 minutes)

As many low bits as the type has places for digits: 24 or 53. Every fraction is then exact, and 1 is never reached.

1. generator.words(n) gives n words of 32 bits, generator.long_words(n) n of 64. How many of their bits fit?
2. The low 24 bits are the remainder after division by 2**24. Then divide by 2**24. For float64 the number is 53.
3. `return (generator.words(n) % 2**24 / 2**24).astype(real)`, and the same with long_words and 53.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.random.distributions:fractions",
    alone=True,
    forbids={
        "uniform": "uniform calls this very function. Begin with the generator's words.",
        "np.random": "NumPy draws other numbers. Begin with the generator's words.",
    },
    solution="""
        def fractions(n, real, generator):
            if real is np.float64:
                return (generator.long_words(n) % 2**53 / 2**53).astype(real)
            return (generator.words(n) % 2**24 / 2**24).astype(real)
    """,
    facts="""
        >>> fractions(3, np.float32, mt.Generator().manual_seed(0)).tolist()
        [0.49625658988952637, 0.7682217955589294, 0.08847743272781372]  # within 0
        if [8325804.0, 12888623.0, 1484405.0]: These are whole numbers still. Divide by 2**24, or 2**53, to come below
            1.
        if [0.4962566, 0.7682219, 0.08847744]: Divided by 2**24 - 1, the largest would be 1, which is not in [0, 1).
            Divide by 2**24, or 2**53.
        if [0.9925132, 0.5364436, 0.1769549]: One bit too few: 24 for float32, 53 for float64.
        if [140.4963, 151.7682, 183.0885]: The upper bits are still there, and the result is larger than 1. Take the
            remainder by 2**24, or 2**53, first.
        if [0.5488135, 0.5928446, 0.7151893]: The upper bits of the word are used here, or all of it. A float32 has 24
            places for digits, a float64 has 53. PyTorch takes so many of the low bits: the remainder after division by
            2**24, or 2**53.
        >>> fractions(2, np.float64, mt.Generator().manual_seed(0)).tolist()
        [0.9700530018065531, 0.707819864399788]  # within 0
        else: These are the fractions of a float32. A float64 has 53 bits, and a word only 32: long_words(n) joins two
            words. If your code has a branch for it, that one does not run: `real` is np.float64 itself, a type and not
            a name.
        >>> fractions(2, np.float32, mt.Generator()).dtype.name, fractions(2, np.float64, mt.Generator()).dtype.name
        ('float32', 'float64')
        else: The division gives float64 in both cases. `astype(real)` makes it the type that was asked for.
        >>> g = mt.Generator().manual_seed(1)
        >>> fractions(2, np.float32, g)
        >>> fractions(1, np.float64, g)
        >>> g.words(1).tolist()
        [491263]
        else: A generator of your own starts anew each time. Draw from the one that was given, which stands where it
            stands.
    """,
)
