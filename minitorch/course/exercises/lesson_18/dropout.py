"""dropout: Dropout (difficulty 3, 10 minutes)

Each number that stays is divided by 1 - p, so the expected value is the same in both modes.

1. In which cases is the input returned as it is? Handle those first. Then make a mask with the shape of the input.
2. The mask is 0 where a number is dropped and 1 / (1 - p) where it stays. The result is a product. Treat p = 1 separately.
3. `mask = empty_like(input).bernoulli_(1 - p).div_(1 - p)`; `input.mul_(mask) if inplace else input * mask`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.dropout:dropout",
    covers="forward=minitorch.nn.modules.dropout:Dropout.forward",
    alone=True,
    changes=True,
    forbids={
        "alpha_dropout": "alpha_dropout() is another way to have the work done. Draw the mask yourself.",
        "dropped": "dropped() of the package does the whole exercise. Draw the mask yourself.",
    },
    facts="""
        if "ZeroDivisionError": With p = 1 you divide by 0. All numbers are dropped then, so the result is 0.
        >>> len(set(tuple(row) for _ in range(2) for row in (dropout(mt.ones(10, 12)) != 0).tolist())) > 15
        True
        else: Whole rows are dropped, or the same numbers in each row or call. Draw each number separately.
        >>> y = dropout(mt.ones(4000), 0.75)
        >>> sorted(set(y.tolist())), 0.7 < (y == 0).float().mean().item() < 0.8
        ([0.0, 4.0], True)
        if ([0.0, 1.3333333730697632], True): The right share is dropped. Divide the numbers that stay by 1 - p, and not by p.
        if ([0.0, 1.0], True): The numbers that stay are not divided by 1 - p. Evaluation returns `input` itself, so training must keep the mean.
        else: p is the probability that a number is dropped: draw with q = 1 - p, and divide by 1 - p.
        >>> x, z = mt.ones(40), mt.ones(40)
        >>> y = dropout(x, 0.5, inplace=True)
        >>> (y is x, sorted(set(x.tolist())), dropout(z, 0.5) is z, sorted(set(z.tolist())))
        (True, [0.0, 2.0], False, [1.0])
        if (False, [1.0], False, [1.0]): With inplace=True the input itself is changed: input.mul_(mask).
        if (True, [0.0, 2.0], True, [0.0, 2.0]): Without inplace=True the input must not change: input * mask makes a new tensor.
        else: With inplace=True the input gets the same numbers, also divided by 1 - p, and is returned itself. Otherwise it stays as it is.
        >>> _, x = mt.manual_seed(0), mt.ones(6, dtype=mt.float16, requires_grad=True)
        >>> y, _ = dropout(x, 0.5), mt.manual_seed(0)
        >>> (y + dropout(x * 3, 0.5, inplace=True)).sum().backward()
        >>> y.detach(), x.grad
        (T([0.0, 0.0, 2.0, 0.0, 0.0, 0.0], 'float16'), T([0.0, 0.0, 8.0, 0.0, 0.0, 0.0], 'float16'))
        if (T([0.0, 0.0, 2.0, 0.0, 0.0, 0.0], 'float16'), T([3.0, 3.0, 5.0, 3.0, 3.0, 3.0], 'float16')): A change of .data, of detach() or under no_grad() is not recorded: input.mul_(mask).
        if (T([2.0, 2.0, 0.0, 2.0, 2.0, 2.0], 'float16'), T([8.0, 8.0, 0.0, 8.0, 8.0, 8.0], 'float16')): The mask is turned around: draw a 1 with probability 1 - p, for each number that stays.
        if (T([0.0, 0.0, 2.0, 0.0, 0.0, 0.0], 'float16'), T([0.0, 0.0, 6.0, 0.0, 0.0, 0.0], 'float16')): A result is cut off from the input. Use the input itself, without detach().
        else: The same seed must drop the same numbers as in PyTorch, and keep the dtype: draw the mask with empty_like(input).bernoulli_(1 - p). Gradients flow, so do not detach.
        >>> dropout(mt.ones(2), 1.5, training=False)
        raises ValueError: dropout probability has to be between 0 and 1
        else: A wrong p is an error in both modes: call check_chance(p) before anything else.
        >>> [dropout(one, p, training) is one for one, p, training in ((mt.ones(3), 0.5, False), (mt.ones(3), 0.0, True))]
        [True, True]
        else: Without training, or with p = 0, nothing is dropped: the result is `input` itself, the same object and not a copy.
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> y = x * 1
        >>> zeros = dropout(x, 1.0)
        >>> (zeros + dropout(y, 1.0, inplace=True)).sum().backward()
        >>> x.grad.tolist(), y.tolist(), zeros.requires_grad
        ([0.0, 0.0], [0.0, 0.0], True)
        if ([0.0, 0.0], [1.0, 2.0], True): With inplace=True the input is changed and returned, with p = 1 too.
        if ([nan, nan], [nan, nan], True): With p = 1 you divide 0 by 0, which gives nan. All numbers are dropped then, so the result is 0.
        else: With p = 1 the result is 0, but it still depends on the input: multiply it by 0.
        >>> x, layer = mt.ones(400), mt.nn.Dropout(0.75)
        >>> sorted(set(forward(layer, x).tolist())), set(forward(layer.eval(), x).tolist()), forward(mt.nn.Dropout(inplace=True), x) is x
        ([0.0, 4.0], {1.0}, True)
        if ([0.0, 4.0], {0.0, 4.0}, True): The mode of the layer is self.training. Pass it on to dropout.
        if ([0.0, 2.0], {1.0}, True): The layer has a p of its own: self.p.
        if ([0.0, 4.0], {1.0}, False): The layer keeps the option `inplace` too. Pass it on to dropout.
        else: The layer returns the result of dropout, called with its own p, mode and inplace.
    """,
)
