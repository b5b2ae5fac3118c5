"""receptive_field: What one number sees (difficulty 2, 6 minutes)

Without strides, each layer adds a little. After a pooling, each further step counts twice.

1. Keep two numbers: how many pixels one output sees, and how far apart neighboring outputs are. Both begin at 1.
2. A layer sees `kernel` neighboring numbers of the one before. The first and the last of them are (kernel - 1) * step pixels apart.
3. In the loop over the layers: `pixels += (kernel - 1) * step`, and then `step *= stride`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        def receptive_field(layers):
            """(pixels, step) for the last layer, in one dimension.

            One number of the last layer's output depends on `pixels` pixels. The fields of neighboring numbers begin `step` pixels apart.

            layers  a pair (kernel, stride) for each layer, the first layer first

            receptive_field([(3, 2)]) is (3, 2), and receptive_field([(3, 1), (3, 1)]) is (5, 1).
            """
            pixels, step = 1, 1
            for kernel, stride in layers:
                pixels += (kernel - 1) * step
                step *= stride
            return pixels, step
    ''',
    facts="""
        >>> receptive_field([(3, 2)]), receptive_field([(5, 1)])
        ((3, 2), (5, 1))
        if ((5, 2), (5, 1)): The stride of a layer says how far apart its own outputs are. One output still sees 3 pixels.
        else: One output of a layer sees `kernel` pixels. The field of the next output begins `stride` pixels further on.
        >>> receptive_field([(3, 1), (3, 1), (3, 1)])
        (7, 1)
        else: Fields overlap: three neighboring fields of 3 pixels span 5. Each further kernel of 3 adds 2 pixels: 3, 5, 7.
        >>> receptive_field([(3, 1), (2, 2), (3, 1)])
        (8, 2)
        if (6, 2): After the pooling, neighboring numbers are 2 pixels apart: the last kernel adds (3 - 1) * 2 pixels.
        else: 3 pixels, then 4 after the pooling. Its numbers are 2 pixels apart, so the last kernel adds 2 * 2.
        >>> receptive_field([(5, 2), (3, 3), (2, 2), (3, 1)])
        (39, 12)
        else: Strides multiply: the numbers are 2, 6 and 12 pixels apart. The fields are 5, 9, 15 and 39 pixels.
        >>> layers = [(1, 3), (1, 1)]
        >>> receptive_field(layers), receptive_field([]), layers
        ((1, 3), (1, 1), [(1, 3), (1, 1)])
        else: A kernel of 1 adds nothing. Without layers, a pixel sees itself: (1, 1). The list stays as it is.
    """,
)
