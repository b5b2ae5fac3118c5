"""CrossEntropyLoss: A loss as a module (difficulty 2, 5 minutes)

The weight is a buffer and not a parameter: it moves with the module to another dtype or device, and nobody trains it.
All computing is the function's.

1. Each __init__ hands its arguments on to the class above, in that class's order, and keeps what is its own.
2. reduction_of in _Loss, self.register_buffer("weight", weight) in _WeightedLoss, the other two options in
   CrossEntropyLoss.
3. `super().__init__(weight, size_average, reduce, reduction)`; forward hands on four options: self.weight,
   self.ignore_index, self.reduction, self.label_smoothing.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.loss:CrossEntropyLoss",
    covers="_Loss _WeightedLoss MSELoss",
    keeps=True,
    setup="""
        scores = mt.tensor([[0.0, 0.0], [0.0, 0.0]])
        none = mt.tensor([0, -100])
    """,
    solution="""
        class _Loss(mt.nn.Module):
            def __init__(self, size_average=None, reduce=None, reduction="mean"):
                super().__init__()
                self.reduction = reduction_of(size_average, reduce, reduction)
    """,
    facts="""
        >>> mt.nn.MSELoss(reduction='sum')(mt.tensor([1.0, 2.0]), mt.tensor([1.0, 5.0])).item()
        9.0
        else: With reduction='sum' the squared differences are added: hand self.reduction on.
        >>> [round(v, 4) for v in CrossEntropyLoss(weight=mt.tensor([1.0, 3.0]), reduction='none')(scores, mt.tensor([0, 1])).tolist()]
        [0.6931, 2.0794]
        else: A weight says how much each class counts: hand self.weight on.
        >>> round(CrossEntropyLoss(reduction='sum')(scores, none).item(), 3)
        0.693
        else: ignore_index is -100 unless another is given; a target of that number counts for nothing.
        >>> round(CrossEntropyLoss(ignore_index=1, reduction='sum')(mt.tensor([[0.0, 1.0], [0.0, 1.0]]), mt.tensor([0, 1])).item(), 4)
        1.3133
        else: Targets equal to ignore_index count for nothing: hand self.ignore_index on.
        >>> round(CrossEntropyLoss(label_smoothing=0.2)(mt.tensor([[0.0, 1.0]]), mt.tensor([1])).item(), 4)
        0.4133
        else: label_smoothing spreads a part of each target over all classes: hand self.label_smoothing on.
        >>> l = CrossEntropyLoss(mt.tensor([1.0, 3.0]))
        >>> (list(l.state_dict()), list(l.parameters()))
        (['weight'], [])
        else: The weight is a buffer: in the state_dict, and no parameter.
        >>> import warnings
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter('ignore')
        ...     l = CrossEntropyLoss(size_average=False)
        ...     m = mt.nn.MSELoss(reduce=False)
        >>> (l.reduction, m.reduction)
        ('sum', 'none')
        else: The old flags are turned into a reduction by reduction_of, which _Loss calls.
    """,
)
