"""sine_cosine: Near 0, and back again (difficulty 3, 8 minutes)

A polynomial is good near one place. Every number is first brought there, in steps that can be undone without an
error: powers of two, and turns that only exchange sine and cosine and change signs.

1. Horner: (4x + 3)x + 2. In the other two, np.where chooses for each number of the array.
2. log32: `small = m < np.float32(math.sqrt(0.5))`; there m is 2 * m, and the exponent one less. sine_cosine32:
   exchange where quarters % 2 == 1, change both signs where quarters % 4 >= 2.
3. `sine, cosine = np.where(odd, cosine, sine), np.where(odd, -sine, cosine)`, and then the signs.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.random.float32:sine_cosine32",
    covers="polynomial log32",
    forbids={
        "polyval": "It differs in the last bit now and then. Use the pieces that are given: multiply_add, "
        "log_of_parts, after_quarters.",
        "np.log": "It differs in the last bit now and then. Use the pieces that are given: multiply_add, "
        "log_of_parts, after_quarters.",
        "math.log": "It differs in the last bit now and then. Use the pieces that are given: multiply_add, "
        "log_of_parts, after_quarters.",
        "np.sin": "It differs in the last bit now and then. Use the pieces that are given: multiply_add, "
        "log_of_parts, after_quarters.",
        "np.cos": "It differs in the last bit now and then. Use the pieces that are given: multiply_add, "
        "log_of_parts, after_quarters.",
        "math.sin": "It differs in the last bit now and then. Use the pieces that are given: multiply_add, "
        "log_of_parts, after_quarters.",
        "math.cos": "It differs in the last bit now and then. Use the pieces that are given: multiply_add, "
        "log_of_parts, after_quarters.",
    },
    setup="""
        from minitorch.random import float32

        def numbers(*values):
            return np.array(values, "float32")

        def value(x, *coefficients):
            return float32.polynomial(numbers(x), numbers(*coefficients)).tolist()[0]

        def sines(*angles):
            return float32.sine_cosine32(numbers(*angles))[0].tolist()

        def cosines(*angles):
            return float32.sine_cosine32(numbers(*angles))[1].tolist()
    """,
    stub="""
        def sine_cosine32(x):
            quarters, sine, cosine = after_quarters(x)
            ...
    """,
    facts="""
        >>> sines(6.0) + cosines(6.0)
        [-0.2794155, 0.9601703]
        if [0.9601703, -0.2794155]: The sine is returned first, and then the cosine.
        else: Four quarter turns change nothing: look at quarters % 4, which is then 0.
        >>> mt.randn(16, generator=mt.Generator().manual_seed(0)).numpy()[:4]
        A([-1.1258398294448853, -1.152360200881958, -0.2505785822868347, -0.4338788092136383], 'float32')  # within 0
        if A([-1.12584, -1.263335, 0.3499832, -0.4338788], 'float32'): An odd number of quarter turns exchanges the sine
            and the cosine.
        if A([-1.125819, -1.15236, -0.2505786, -0.4338788], 'float32'): Where m is below the root of 0.5, it is still
            far from 1, and the polynomial far off. Double it there, and take one from the exponent.
        else: Two or three quarter turns change both signs.
    """,
)
