"""loss_weight: A tensor that a loss keeps (difficulty 2, 4 minutes)

The weight of the classes is a buffer: it moves with the module to another dtype or device, and no optimizer trains it. The
function computes, the module keeps its options.

1. A module can keep a tensor in three ways: as an attribute, a parameter or a buffer. Only one of them meets the contract.
2. A name that is registered with the value None stays registered. So a tensor that is assigned later is kept as well.
3. `super().__init__(reduction)` and `self.register_buffer("weight", weight)`, which also takes None.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.loss:_WeightedLoss",
    setup="""
        def kept(loss):
            return list(loss.state_dict()), [name for name, _ in loss.named_parameters()]
    """,
    facts="""
        if "has no attribute 'weight'": Keep the weight under this name. Register it also where it is None.
        >>> l = _WeightedLoss(mt.tensor([1.0, 3.0]), "sum").double()
        >>> kept(l), l.weight.tolist(), l.weight.dtype is mt.float64, l.reduction
        ((['weight'], []), [1.0, 3.0], True, 'sum')
        if ((['weight'], []), [1.0, 3.0], True, 'mean'): The reduction does not reach `_Loss`: super().__init__(reduction).
        if (([], []), [1.0, 3.0], True, 'sum'): The weight is converted, but is not in the state_dict: the buffer should be persistent.
        if (([], []), [1.0, 3.0], False, 'sum'): An ordinary attribute is neither saved nor converted.
        if ((['weight'], ['weight']), [1.0, 3.0], True, 'sum'): A Parameter would be given to the optimizer, and this is an option.
        else: weight and reduction are kept under these names, and the weight as a buffer.
        >>> _WeightedLoss().weight, kept(_WeightedLoss()), _WeightedLoss().reduction
        (None, ([], []), 'mean')
        else: Without a weight, `loss.weight` is None: the number of classes is not known.
        >>> l = _WeightedLoss()
        >>> l.weight = mt.ones(2)
        >>> kept(l), l.double().weight.dtype is mt.float64
        ((['weight'], []), True)
        else: `self.weight = None` makes an ordinary attribute, and a tensor that is assigned to it later is one, too. Register the
            name in both cases: register_buffer takes None.
        >>> scores, classes = mt.tensor([[2.0, 0.0], [2.0, 0.0]]), mt.tensor([0, 1])
        >>> round(mt.nn.CrossEntropyLoss(mt.tensor([1.0, 3.0]))(scores, classes).item(), 4)
        1.6269
    """,
)
