"""kaiming: Initial values that fit the layer (difficulty 4, 15 minutes)

Everything is one formula for a standard deviation, and two ways to draw numbers that have it.

1. Write the two standard deviations first. They are gain / sqrt(fan), with different fans.
2. Numbers drawn evenly from [-b, b) have the standard deviation b / sqrt(3). So b is sqrt(3) times as large.
3. `calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))`; the mean is `sum(fans) / 2`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.init:kaiming_uniform_",
    covers="uniform_ kaiming_std xavier_std xavier_uniform_ xavier_normal_ kaiming_normal_",
    changes=True,
    setup="""
        none = mt.empty(3, 0)
        fills = (kaiming_uniform_, kaiming_normal_, xavier_uniform_, xavier_normal_)

        def parameter(*shape):
            return mt.nn.Parameter(mt.zeros(*shape, dtype=mt.float64))

        def stds(fill, *args, **options):
            return [round(fill(parameter(*s), *args, **options).std().item(), 2) for s in [(400, 25), (25, 400)]]

        def drawn(fill, **options):
            mt.manual_seed(0)
            return fill(mt.nn.Parameter(mt.zeros(2, 3)), **options).flatten()[:3].detach()
    """,
    facts="""
        if "a leaf Variable that requires grad": A parameter requires grad, and may not change inside the graph. Work under no_grad().
        >>> w = parameter(3, 2)
        >>> uniform_(w, 2.0, 3.0) is w, w.is_leaf, w.min().item() >= 2
        (True, True, True)
        else: `uniform_` fills the tensor that it gets, in place, and returns it.
        >>> [round(kaiming_std(parameter(400, 25), *rest), 4) for rest in [(0, "fan_in", "tanh"), (2, "fan_out", "leaky_relu")]]
        [0.3333, 0.0316]
        if [0.3333, 0.1265]: `mode` is not used: _calculate_correct_fan(tensor, mode).
        if [0.3333, 0.0707]: `a` is not used. It is the slope that calculate_gain takes.
        if [0.0667, 0.0016]: That divides by the fan. A standard deviation is divided by its square root.
        else: kaiming_std is calculate_gain(nonlinearity, a) / math.sqrt(fan).
        >>> [round(xavier_std(parameter(*s), 2.0), 4) for s in [(400, 25), (6, 4, 5)]]
        [0.1372, 0.4]
        else: xavier_std is gain / sqrt(fan), where fan is the *mean* of fan_in and fan_out.
        >>> stds(kaiming_normal_, 2), stds(kaiming_normal_, 0, "fan_out", "tanh"), stds(xavier_normal_, gain=2.0)
        ([0.13, 0.03], [0.08, 0.33], [0.14, 0.14])  # within 0.012
        else: Both draw by normal_, with the mean 0: one with kaiming_std(tensor, a, mode, nonlinearity), one with xavier_std(tensor, gain).
        >>> stds(kaiming_uniform_, 2), stds(kaiming_uniform_, 0, "fan_out", "linear"), stds(xavier_uniform_, gain=2.0)
        ([0.13, 0.03], [0.05, 0.2], [0.14, 0.14])  # within 0.008
        else: They draw from -bound to bound. The bound is sqrt(3) * kaiming_std(tensor, a, mode, nonlinearity), or sqrt(3) * xavier_std(tensor, gain).
        >>> [drawn(one) for one in fills]
        [T([-0.0106, 0.7584, -1.1641]), T([1.2582, -0.2396, -1.7790]), T([-0.0082, 0.5875, -0.9017]), T([0.9746, -0.1856, -1.3780])]  # within 0.0002
        else: After a seed, the numbers are PyTorch's. Draw once, from -bound to bound.
        >>> [drawn(fill, generator=mt.Generator()).equal(drawn(fill)) for fill in fills]
        [False, False, False, False]
        else: Pass `generator` on to uniform_ and normal_.
        >>> with warnings.catch_warnings(record=True, action="always") as said:
        ...     same = [fill(none) is none for fill in fills[:2]]
        >>> (same, len(said), none.requires_grad)
        ([True, True], 2, False)
        else: If has_no_elements(tensor), kaiming_std is 0.0. Ask once: it warns. The tensor is returned, with requires_grad as it was.
    """,
)
