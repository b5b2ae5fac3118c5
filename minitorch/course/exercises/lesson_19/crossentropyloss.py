"""CrossEntropyLoss: A loss as a module (difficulty 2, 7 minutes)

The weight of the classes is a buffer: it moves with the module to another dtype or device, and no optimizer trains it. The
function computes, the module keeps its options.

1. `super().__init__` keeps two of the options, and you keep the other two. forward passes all four on.
2. `super().__init__(weight, reduction)`, then ignore_index and label_smoothing.
3. `F.cross_entropy(input, target, weight=self.weight, ...)`, with all four options by name, each from self.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.loss:CrossEntropyLoss",
    keeps=True,
    given="scores = mt.tensor([[2.0, 0.0], [2.0, 0.0]])",
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
        if "not supported between instances of 'str' and 'int'": Pass the options by name: after `weight` comes another one.
        >>> round(CrossEntropyLoss()(scores, mt.tensor([0, 1])).item(), 4)
        1.1269
        if 2.2539: The reduction is "mean" unless another is given.
        if 0.764: F.cross_entropy takes scores, and does the softmax itself.
        else: forward gives F.cross_entropy(input, target, ...).
        >>> [round(v, 4) for v in CrossEntropyLoss(weight=mt.tensor([1.0, 3.0]), reduction='none')(scores, mt.tensor([0, 1])).tolist()]
        [0.1269, 6.3808]
        if "not iterable": Here is one number for both rows. Pass reduction on, by name: after `weight` comes `size_average`.
        if [0.1269, 2.1269]: The weight does not reach F.cross_entropy: super().__init__ registers it, and forward passes
            self.weight on.
        else: weight and reduction are kept, and passed on by forward.
        >>> l = CrossEntropyLoss(mt.tensor([1.0, 3.0]))
        >>> (list(l.state_dict()), list(l.parameters()), l.double().weight.dtype is mt.float64)
        (['weight'], [], True)
        else: The weight is a buffer: in the state_dict, not a parameter, and converted with the module.
        >>> round(CrossEntropyLoss(reduction='sum')(scores, mt.tensor([0, -100])).item(), 3)
        0.127
        else: ignore_index is -100 unless another is given.
        >>> l = CrossEntropyLoss(ignore_index=1, label_smoothing=0.2)
        >>> round(l(mt.tensor([[0.0, 1.0], [0.0, 1.0]]), mt.tensor([0, 1])).item(), 4)
        1.2133
        else: Pass self.ignore_index and self.label_smoothing on: the second target does not count, and the first is smoothed.
    """,
)
