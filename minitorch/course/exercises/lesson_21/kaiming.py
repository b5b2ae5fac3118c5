"""kaiming: Initial values that fit the layer (difficulty 3, 9 minutes)

The rule is a formula for a standard deviation. Any distribution with that standard deviation follows the rule.

1. Write the standard deviation first. The gain and the fan come from the two functions that you wrote before.
2. Numbers drawn evenly from [-b, b) have the standard deviation b / sqrt(3). So b is sqrt(3) times as large.
3. `calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))`, then `uniform_(tensor, -b, b, generator)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.init:kaiming_uniform_",
    covers="uniform_ kaiming_std",
    changes=True,
    setup="""
        parameter = lambda *shape: mt.nn.Parameter(mt.zeros(*shape, dtype=mt.float64))
        stds = lambda *args: [round(kaiming_uniform_(parameter(*s), *args).std().item(), 2) for s in [(400, 25), (25, 400)]]
        def drawn(**options):
            mt.manual_seed(0)
            kaiming_uniform_(w := mt.nn.Parameter(mt.zeros(2, 3)), **options)
            return w.flatten()[:3].detach()
    """,
    facts="""
        if "'NoneType' object has no attribute": Each function returns the tensor that it has filled.
        if "a leaf Variable that requires grad": A parameter requires grad, and may not change inside the graph. Work under no_grad().
        >>> w = parameter(3, 2)
        >>> uniform_(w, 2.0, 3.0) is w, w.is_leaf, w.min().item() >= 2
        (True, True, True)
        if (True, True, False): In `uniform_`: draw from [a, b), and not always from the same interval.
        else: `uniform_` fills the tensor that it gets, in place, and returns it.
        >>> slopes = [(0, "fan_in", "tanh"), (2, "fan_out", "leaky_relu"), (0, "fan_in", "leaky_relu")]
        >>> [round(kaiming_std(parameter(400, 25), *rest), 5) for rest in slopes]
        [0.33333, 0.03162, 0.28284]
        if [0.33333, 0.12649, 0.28284]: `mode` is not used: _calculate_correct_fan(tensor, mode).
        if [0.33333, 0.07071, 0.28283]: `a` is not used. It is the slope that calculate_gain takes.
        if [0.33333, 0.03162, 0.28283]: A slope of 0 is a number. Pass `a` on as it is.
        if [0.06667, 0.00158, 0.05657]: That divides by the fan. A standard deviation is divided by its square root.
        else: kaiming_std is calculate_gain(nonlinearity, a) / math.sqrt(fan).
        >>> stds(2), stds(0, "fan_out", "linear")
        ([0.13, 0.03], [0.05, 0.2])  # within 0.008
        if ([0.07, 0.02], [0.03, 0.12]): Numbers from [-b, b) have the standard deviation b / sqrt(3), and not b.
        else: Numbers are drawn from -bound to bound. The bound is sqrt(3) * kaiming_std(tensor, a, mode, nonlinearity).
        >>> drawn()
        T([-0.0106, 0.7584, -1.1641])  # within 0.0002
        if T([0.0, 0.0, 0.0]): kaiming_uniform_ fills the tensor itself, in place, and returns it.
        else: After a seed, the numbers are PyTorch's. Draw once, from -bound to bound.
        >>> drawn(generator=mt.Generator()).equal(drawn())
        False
        else: Pass `generator` on to uniform_.
        >>> with warnings.catch_warnings(record=True, action="always") as said:
        ...     same = kaiming_uniform_(none := mt.empty(3, 0)) is none
        >>> (same, len(said), none.requires_grad)
        (True, 1, False)
        else: If has_no_elements(tensor), kaiming_std is 0.0. Ask once: it warns. The tensor is returned, with requires_grad as it was.
    """,
)
