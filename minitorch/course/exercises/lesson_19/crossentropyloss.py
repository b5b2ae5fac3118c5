"""CrossEntropyLoss: A loss as a module (difficulty 2, 7 minutes)

The weight of the classes is a buffer: it moves with the module to another dtype or device, and no optimizer trains it. The
function computes, the module keeps its options.

1. `super().__init__` keeps two of the options, and you keep the other two. forward passes all four on.
2. `super().__init__(weight, reduction)`, then ignore_index and label_smoothing.
3. `F.cross_entropy(input, target, weight=self.weight, ignore_index=self.ignore_index, reduction=self.reduction,
   label_smoothing=self.label_smoothing)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.loss:CrossEntropyLoss",
    keeps=True,
    setup="""
        scores = mt.tensor([[0.0, 0.0], [0.0, 0.0]])
    """,
    stub='''
        class CrossEntropyLoss(_WeightedLoss):
            """Stores four options and passes them to F.cross_entropy, under the same names.

            weight           [C], how much each class counts; a buffer, which _WeightedLoss registers
            ignore_index     targets with this number do not count
            reduction        "mean", "sum", or "none" for one loss for each row
            label_smoothing  this part of each target is spread over all classes
            """

            def __init__(self, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0): ...

            def forward(self, input, target): ...
    ''',
    solution="""
        class CrossEntropyLoss(_WeightedLoss):
            def __init__(self, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
                super().__init__(weight, reduction)
                self.ignore_index = ignore_index
                self.label_smoothing = label_smoothing

            def forward(self, input, target):
                options = {"weight": self.weight, "ignore_index": self.ignore_index, "reduction": self.reduction}
                return F.cross_entropy(input, target, label_smoothing=self.label_smoothing, **options)
    """,
    facts="""
        if "before Module.__init__() call": Call super().__init__(weight, reduction) first.
        if "not supported between instances of 'str' and 'int'": By position, the second option of F.cross_entropy is another
            one. Pass the options by name: `ignore_index=self.ignore_index`.
        if "has no attribute 'weight'": Call super().__init__(weight, reduction): it registers the weight.
        >>> round(CrossEntropyLoss()(scores, mt.tensor([0, 1])).item(), 4)
        0.6931
        if 1.3863: The reduction is "mean" unless another is given.
        else: forward gives F.cross_entropy(input, target, ...).
        >>> [round(v, 4) for v in CrossEntropyLoss(weight=mt.tensor([1.0, 3.0]), reduction='none')(scores, mt.tensor([0, 1])).tolist()]
        [0.6931, 2.0794]
        if [0.6931, 0.6931]: The weight does not reach F.cross_entropy: super().__init__ registers it, and forward passes
            self.weight on.
        else: weight and reduction are kept, and passed on by forward.
        >>> l = CrossEntropyLoss(mt.tensor([1.0, 3.0]))
        >>> (list(l.state_dict()), list(l.parameters()), l.double().weight.dtype is mt.float64)
        (['weight'], [], True)
        else: The weight is a buffer: in the state_dict, not a parameter, and converted with the module.
        >>> round(CrossEntropyLoss(reduction='sum')(scores, mt.tensor([0, -100])).item(), 3)
        0.693
        else: ignore_index is -100 unless another is given.
        >>> l = CrossEntropyLoss(ignore_index=1, label_smoothing=0.2)
        >>> round(l(mt.tensor([[0.0, 1.0], [0.0, 1.0]]), mt.tensor([0, 1])).item(), 4)
        1.2133
        else: Pass self.ignore_index and self.label_smoothing on: the second target does not count, and the first is smoothed.
    """,
)
