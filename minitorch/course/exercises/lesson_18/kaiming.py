"""kaiming: The first weights (difficulty 2, 6 minutes)

gain / sqrt(fan) keeps the spread from layer to layer. Numbers drawn evenly from [-b, b) have the standard deviation b
/ sqrt(3), so b is sqrt(3) times what is wanted.

1. Each of the three is a line or two: the gain from the formula or the table, the gain by the root of the fan, and
   uniform_ between -b and b.
2. `calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))` is the standard deviation.
3. `uniform_(tensor, -math.sqrt(3.0) * std, math.sqrt(3.0) * std, generator)`; before it, return the tensor if std is
   None.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.init:kaiming_uniform_",
    covers="he calculate_gain",
    changes=True,
    setup="""
        from minitorch.nn import init

        def gain(*args):
            return round(init.calculate_gain(*args), 6)

        def spread(tensor):
            return round(float(tensor.double().std()), 2), round(float(tensor.abs().max()), 1)
    """,
    solution="""
        def calculate_gain(nonlinearity, param=None):
            if nonlinearity == "leaky_relu":
                slope = 0.01 if param is None else param
                if isinstance(slope, bool) or not isinstance(slope, (int, float)):
                    raise ValueError(f"negative_slope {param} not a valid number")
                return math.sqrt(2.0 / (1 + slope**2))
            if nonlinearity not in GAINS:
                raise ValueError(f"Unsupported nonlinearity {nonlinearity}; known are {', '.join([*GAINS, 'leaky_relu'])}")
            return GAINS[nonlinearity]
    """,
    facts="""
        >>> (gain('leaky_relu', 0), gain('leaky_relu', 1), gain('leaky_relu', 3.0))
        (1.414214, 1.0, 0.447214)
        else: `or` takes a slope of 0 for none, and 0 is a slope: a plain relu's. Ask `param is None`.
        >>> (gain('leaky_relu'), gain('leaky_relu', None))
        (1.414143, 1.414143)
        else: A gain is another. For leaky_relu it is the root of 2 / (1 + slope**2), and all others stand in GAINS.
        >>> gain('gelu')
        raises ValueError
        else: A name that nobody knows gets a gain of 1 without a word, a misspelt one as well. Raise ValueError.
        >>> gain('leaky_relu', 'steep')
        raises ValueError: not a valid number
        >>> init.he(mt.empty(2, 25), 1, 'fan_in', 'leaky_relu')
        0.2
        else: he() does not come out right: calculate_gain(nonlinearity, a), divided by the root of the fan that `mode`
            names.
        >>> spread(kaiming_uniform_(mt.empty(24, 500), mode='fan_out'))
        (0.29, 0.5)
        else: The spread of the numbers (the first of the pair) or the largest of them (the second) is another. They are
            drawn evenly from [-b, b) with b = sqrt(3) * he(...), and he() gets the slope, the mode and the
            nonlinearity.
        >>> x = mt.empty(2, 6)
        >>> kaiming_uniform_(x) is x
        True
        else: The tensor that was given is to be filled and returned, with numbers from both sides of 0, and drawn from
            the generator that was given.
        >>> one = kaiming_uniform_(mt.empty(2, 6), generator=mt.Generator().manual_seed(5))
        >>> two = kaiming_uniform_(mt.empty(2, 6), generator=mt.Generator().manual_seed(5))
        >>> one.tolist() == two.tolist()
        True
        >>> with warnings.catch_warnings(record=True) as said:
        ...     warnings.simplefilter("always")
        ...     shape = list(kaiming_uniform_(mt.empty(0, 3)).shape)
        >>> (shape, len(said))
        ([0, 3], 1)
        else: A tensor without elements has no fan, and he() gives None for it: return the tensor as it is.
    """,
)
