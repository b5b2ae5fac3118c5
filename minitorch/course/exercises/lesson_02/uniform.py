"""uniform: Fractions stretched, and compared (difficulty 2, 6 minutes)

One multiplication and one addition take [0, 1) to [low, high); rounding may take a number to the end that is
excluded, and that is put right. And a fraction is below p with probability p.

1. What do you multiply [0, 1) by to make it as wide as [low, high), and what do you add? And how often is a fraction
   below 0.3?
2. stretched: multiply_add(values, high - low, low), rounded by astype; then what is not below high becomes low.
   bernoulli and uniform draw math.prod(shape) fractions of type `real` from chosen(generator).
3. `values = multiply_add(values, high - low, low).astype(np_dtype)`, `values[values >= high.astype(np_dtype)] = low`;
   `(values < p).astype(np_dtype)`; `stretched(values, real(low), real(high), np_dtype).reshape(shape)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.random.distributions:uniform",
    covers="stretched bernoulli",
    changes=True,
    forbids={
        "np.random": "NumPy draws other numbers. Begin with `fractions`.",
        "mt.rand": "rand calls the very function that you write.",
    },
    setup="""
        from minitorch.random import distributions

        FLOAT16, FLOAT32, FLOAT64 = np.dtype("float16"), np.dtype("float32"), np.dtype("float64")

        def seeded(seed):
            return mt.Generator().manual_seed(seed)
    """,
    stub="""
        def uniform(shape, np_dtype, low=0.0, high=1.0, generator=None):
            if np_dtype.kind == 'c':
                return in_parts(uniform, shape, np_dtype, low, high, generator)
            real = working_type(np_dtype, 'check_uniform_bounds')
            ...
            return stretched(values, real(low), real(high), np_dtype).reshape(shape)
    """,
    solution="""
        def stretched(values, low, high, np_dtype):
            values = multiply_add(values, high - low, low).astype(np_dtype)
            values[values >= high.astype(np_dtype)] = low
            return values
    """,
    facts="""
        >>> uniform((2, 2), FLOAT32, 1.0, 2.0, seeded(0))
        A([[1.496257, 1.768222], [1.088477, 1.13203]], 'float32')
        else: These are other numbers. A fraction times high - low, plus low: so it goes to stretched, from real(low) to
            real(high).
        >>> uniform((), FLOAT32).shape, uniform((0, 3), FLOAT32).shape
        ((), (0, 3))
        else: It returns None, or the default generator is missing: chosen(generator) is the one to draw from, and all
            three functions return an array.
        >>> distributions.stretched(np.array([0.5, 0.9999], 'float32'), np.float32(0), np.float32(1), FLOAT16).tolist()
        [0.5, 0.0]
        else: A number that rounding has taken to the upper end, or beyond, becomes `low`, and all others stay. Round to
            the dtype first, and then compare with high.astype(np_dtype).
        >>> uniform((2,), np.dtype('complex64'), generator=seeded(0)).tolist()
        [(0.49625658988952637+0.7682217955589294j), (0.08847743272781372+0.13203048706054688j)]
        else: np_dtype is the dtype of the answer, which may be an integer one. The fractions are drawn in the type
            `real`.
        >>> distributions.bernoulli(1, (2, 2), np.dtype('int64')).tolist()
        [[1, 1], [1, 1]]
        else: The other way round: a fraction is *below* p with probability p.
    """,
)
