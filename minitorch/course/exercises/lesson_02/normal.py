"""normal: Normal numbers, sixteen at a time (difficulty 3, 9 minutes)

The cloud of normal points is round, so every direction is equally likely. How far out a point lies is the inverse of
the chance 1 - exp(-r² / 2) to lie within r. The row of sixteen does the same eight times at once.

1. box_muller: the first fraction chooses an angle between 0 and a full turn, the second a distance. by_sixteen does
   the same with arrays: rows[:, :8] are the chances, rows[:, 8:] the directions.
2. A point lies within r with chance 1 - exp(-r**2 / 2). Set this equal to `chance` and solve for r. Then x is radius
   * cosine, and y radius * sine: eight of the one and eight of the other in each row. normal: n < 16, or not.
3. `radius = np.sqrt(-2 * log(1 - rows[:, :8]))`, `sine, cosine = sine_cosine(2 * math.pi * rows[:, 8:])`,
   `np.concatenate([radius * cosine, radius * sine], axis=1).reshape(-1)`, `np.append(numbers[: n - 16],
   numbers[-16:])`; `values, real = np.array(one_by_one(n, generator)), np.float64`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.random.distributions:normal",
    covers="box_muller by_sixteen",
    forbids={
        "randn": "randn calls the very function that you write.",
        "np.random": "NumPy draws other numbers. Begin with the fractions.",
    },
    setup="""
        from minitorch.random import distributions

        FLOAT32, FLOAT64 = np.dtype("float32"), np.dtype("float64")
        QUARTERS = np.array([[0.5] * 8 + [0.0, 0.25, 0.5, 0.75, 0.0, 0.25, 0.5, 0.75]])

        def seeded(seed):
            return mt.Generator().manual_seed(seed)
    """,
    stub="""
        def normal(shape, np_dtype, mean=0.0, std=1.0, generator=None):
            if np_dtype.kind == 'c':
                return in_parts(normal, shape, np_dtype, mean, std / math.sqrt(2), generator)
            real, n, generator = (working_type(np_dtype, 'normal_kernel_cpu'), math.prod(shape), chosen(generator))
            if n < 16:
                ...
            else:
                ...
            return rounded(multiply_add(values, real(std), real(mean)), np_dtype).reshape(shape)
    """,
    facts="""
        >>> distributions.by_sixteen(QUARTERS, 16).tolist()
        [1.17741, 0.0, -1.17741, 0.0, 1.17741, 0.0, -1.17741, 0.0, 0.0, 1.17741, 0.0, -1.17741, 0.0, 1.17741, 0.0,
         -1.17741]
        >>> normal((17,), FLOAT32, generator=seeded(0)).tolist()[:3]
        [-1.12584, -1.695931, 0.5666506]
        if [1.540996, -0.2934289, -2.178789]: From 16 numbers on, PyTorch makes them by rows of sixteen, and they are
            other numbers.
        if [-1.138066, -0.631454, 1.827463]: The fraction may be 0, and log(0) does not exist. It is never 1, so take
            the logarithm of 1 minus the fraction.
        if [-1.12584, -1.15236, -0.2505786]: The end is cut off here. PyTorch writes the last row over the last sixteen
            places: numbers[:n - 16], and then all of that row.
        >>> normal((4, 4), FLOAT32, 5.0, 2.0, seeded(0)).tolist()[0]
        [2.74832, 2.69528, 4.498843, 4.132242]
        else: Sixteen numbers fill a row: only fewer than 16 are made one by one.
        >>> normal((3,), FLOAT32, 5.0, 2.0, seeded(0)).tolist()
        [8.081992, 4.413142, 0.6424212]
        if 'ValueError: cannot reshape array of size 19 into shape (3,)': Fewer than 16 numbers do not fill a row:
            one_by_one makes those.
        if [9.834672, 4.079405, -4.812042]: -2 log(1 - chance) is the squared distance. Take its square root.
        if [1.876507, 5.294732, 5.573091]: A full turn is 2 pi. With half a turn, y would never be negative.
    """,
)
