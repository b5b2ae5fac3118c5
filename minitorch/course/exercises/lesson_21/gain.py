"""gain: What an activation takes away (difficulty 2, 6 minutes)

The identity is a leaky ReLU with slope 1, and ReLU is a leaky ReLU with slope 0.

1. Half of the z are positive, and z^2 is 1 on average. What is E[f(z)^2] if the other half is multiplied by a slope a?
2. E[f(z)^2] = 1/2 + a^2 / 2. The gain is 1 divided by its square root.
3. `math.sqrt(2 / (1 + slope**2))`; all other gains are `GAINS[nonlinearity]`, if the name is in GAINS.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.init:calculate_gain",
    facts="""
        if "'NoneType'": check_slope(slope) raises the error for a slope that is not a number. It returns nothing.
        >>> [round(calculate_gain("leaky_relu", slope), 4) for slope in (0, 1, 2, -2)]
        [1.4142, 1.0, 0.6325, 0.6325]
        if [1.4141, 1.0, 0.6325, 0.6325]: A slope of 0 is a number. Ask `param is None`.
        if [1.4141, 1.4141, 1.4141, 1.4141]: The slope is 0.01 only if `param` is None. Otherwise it is `param`.
        if [2.0, 1.0, 0.4, 0.4]: That is 1 / E[f(z)^2]. Take the square root.
        if [0.7071, 1.0, 1.5811, 1.5811]: The gain makes up for what is lost: it is 1 divided by the square root of E[f(z)^2].
        if [1.4142, 1.0, 0.8165, 0.8165]: The slope is squared: E[(a z)^2] is a^2.
        if [1.0, 0.7071, 0.4472, 0.4472]: Only half of the z are negative, and half positive: E[f(z)^2] is (1 + a^2) / 2.
        if [1.4142, 1.4142, 1.4142, 1.4142]: The slope is not used. Multiplied by a, the negative half still counts.
        else: For the slope a, E[f(z)^2] is 1/2 + a^2/2.
        >>> round(calculate_gain("leaky_relu"), 6), round(calculate_gain("leaky_relu", None), 6)
        (1.414143, 1.414143)
        else: Without a slope, it is 0.01.
        >>> [round(calculate_gain(*given), 4) for given in [("conv2d",), ("relu", 2), ("tanh", True)]]
        [1, 1.4142, 1.6667]
        else: The other gains stand in GAINS. `param` is the slope of leaky_relu, and counts for no other name.
        >>> calculate_gain("gelu")
        raises ValueError
        if "'gelu'": GAINS[...] raises a KeyError. Look first whether the name is in GAINS, and raise ValueError if not.
        else: A name that is not in GAINS raises ValueError.
        >>> calculate_gain("leaky_relu", True)
        raises ValueError: negative_slope
        else: check_slope(slope) raises the error for a slope that is not a number.
    """,
)
