"""A loss as a module."""

from ...define import Case, Exercise, Wrong
from ..edited import edited
from ..fact_words import stops
from .words import NO_INIT, asked

STUB = '''
class _Loss(mt.nn.Module):
    """What all losses have: self.reduction. reduction_of(size_average, reduce, reduction) tells it, from the old flags too."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"): ...


class _WeightedLoss(_Loss):
    """With `weight` besides: a buffer of this name, None if there is none."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"): ...


class MSELoss(_Loss):
    def forward(self, input, target): ...


class CrossEntropyLoss(_WeightedLoss):
    def __init__(
        self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
    ): ...

    def forward(self, input, target):
        """F.cross_entropy(input, target, weight=..., ignore_index=..., reduction=..., label_smoothing=...)."""
        ...
'''

SOLUTION = '''
class _Loss(mt.nn.Module):
    """What all losses have: self.reduction. reduction_of(size_average, reduce, reduction) tells it, from the old flags too."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.reduction = reduction_of(size_average, reduce, reduction)


class _WeightedLoss(_Loss):
    """With `weight` besides: a buffer of this name, None if there is none."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)


class MSELoss(_Loss):
    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)


class CrossEntropyLoss(_WeightedLoss):
    def __init__(
        self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
    ):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index, self.label_smoothing = ignore_index, label_smoothing

    def forward(self, input, target):
        """F.cross_entropy(input, target, weight=..., ignore_index=..., reduction=..., label_smoothing=...)."""
        options = {"ignore_index": self.ignore_index, "reduction": self.reduction}
        return F.cross_entropy(input, target, weight=self.weight, label_smoothing=self.label_smoothing, **options)
'''

exercise = Exercise(
    "CrossEntropyLoss",
    title="A loss as a module",
    difficulty=2,
    minutes=5,
    target="minitorch.nn.modules.loss:CrossEntropyLoss",
    covers={
        "_Loss": "minitorch.nn.modules.loss:_Loss",
        "_WeightedLoss": "minitorch.nn.modules.loss:_WeightedLoss",
        "MSELoss": "minitorch.nn.modules.loss:MSELoss",
    },
    keeps=True,
    installed=True,
    setup="from minitorch.nn import functional as F\nfrom minitorch.nn.modules.loss import reduction_of\n"
    "scores = mt.tensor([[0.0, 0.0], [0.0, 0.0]])\nnone = mt.tensor([0, -100])\n",
    stub=STUB,
    solution=SOLUTION,
    why="The weight is a buffer and not a parameter: it moves with the module to another dtype or device, and "
    "nobody trains it. All "
    "computing is the function's.",
    facts=[
        Case("mt.nn.MSELoss()(mt.tensor([1.0, 2.0]), mt.tensor([1.0, 4.0])).item()", 2.0),
        Case("mt.nn.MSELoss(reduction='sum')(mt.tensor([1.0, 2.0]), mt.tensor([1.0, 5.0])).item()", 9.0),
        Case("mt.nn.L1Loss(reduction='none')(mt.tensor([1.0, 2.0]), mt.tensor([4.0, 2.0])).tolist()", [3.0, 0.0]),
        Case("round(CrossEntropyLoss()(scores, mt.tensor([0, 1])).item(), 4)", 0.6931),
        Case("round(CrossEntropyLoss(reduction='sum')(scores, mt.tensor([0, 1])).item(), 4)", 1.3863),
        Case(
            "[round(v, 4) for v in CrossEntropyLoss(weight=mt.tensor([1.0, 3.0]), reduction='none')"
            "(scores, mt.tensor([0, 1])).tolist()]",
            [0.6931, 2.0794],
        ),
        Case("round(CrossEntropyLoss(reduction='sum')(scores, none).item(), 3)", 0.693),
        Case("round(CrossEntropyLoss()(mt.tensor([[0.0, 2.0]]), mt.tensor([1])).item(), 4)", 0.1269),
        Case(
            "round(CrossEntropyLoss(ignore_index=1, reduction='sum')(mt.tensor([[0.0, 1.0], [0.0, 1.0]]), "
            "mt.tensor([0, 1])).item(), 4)",
            1.3133,
        ),
        Case(
            "round(CrossEntropyLoss(label_smoothing=0.2)(mt.tensor([[0.0, 1.0]]), mt.tensor([1])).item(), 4)",
            0.4133,
        ),
        Case(
            "l = CrossEntropyLoss(mt.tensor([1.0, 3.0]))\n(list(l.state_dict()), list(l.parameters()))",
            (["weight"], []),
        ),
        Case("l = CrossEntropyLoss()\n(l.weight, list(l.state_dict()), 'weight' in l._buffers)", (None, [], True)),
        Case(
            "import warnings\nwith warnings.catch_warnings():\n    warnings.simplefilter('ignore')\n"
            "    l = CrossEntropyLoss(size_average=False)\n    m = mt.nn.MSELoss(reduce=False)\n(l.reduction, m.reduction)",
            ("sum", "none"),
        ),
        Case("repr(CrossEntropyLoss())", "CrossEntropyLoss()"),
        Case("mt.nn.MSELoss(reduction='none')(mt.tensor([1.0, 2.0]), mt.tensor([1.0, 4.0])).tolist()", [0.0, 4.0]),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("F.mse_loss(input, target, reduction=self.reduction)", "F.mse_loss(input, target)")),
            "MSELoss does not hand on the reduction that it was made with.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '{"ignore_index": self.ignore_index, "reduction": self.reduction}',
                    '{"ignore_index": self.ignore_index}',
                ),
            ),
            "CrossEntropyLoss does not hand on the reduction that it was made with.",
        ),
        Wrong(
            edited(SOLUTION, ("weight=self.weight, label", "label")),
            "The weight is kept and not handed on to F.cross_entropy.",
        ),
        Wrong(
            edited(SOLUTION, ('self.register_buffer("weight", weight)', "self.weight = weight")),
            "weight is a plain attribute: it would not be saved, and not move to another device. Register it as a buffer.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    'self.register_buffer("weight", weight)',
                    'self.register_parameter("weight", weight if weight is None else mt.nn.Parameter(weight))',
                ),
            ),
            "The weight of a loss is chosen, and not learned: as a parameter, an optimizer would change it. Register a buffer.",
        ),
        Wrong(
            edited(SOLUTION, ("reduction_of(size_average, reduce, reduction)", "reduction")),
            "The two old flags are not looked at: reduction_of(size_average, reduce, reduction) knows what they mean.",
        ),
        Wrong(
            edited(SOLUTION, (", label_smoothing=self.label_smoothing, **options", ", **options")),
            "label_smoothing is kept and not handed on.",
        ),
        Wrong(
            edited(SOLUTION, ('{"ignore_index": self.ignore_index, "reduction"', '{"reduction"')),
            "ignore_index is kept and not handed on.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "super().__init__(weight, size_average, reduce, reduction)",
                    "super().__init__(weight, reduction=reduction)",
                ),
            ),
            "CrossEntropyLoss does not hand the two old flags on to the class above.",
        ),
    ],
    mistakes=[
        stops(
            "'<' not supported",
            "What comes after the weight is handed over by its name, `ignore_index=...`: F.cross_entropy has the two old flags "
            "in between.",
        ),
        asked(
            [0.0, 4.0],
            "With reduction='none' each squared difference stays. F.mse_loss knows all three: reduction=self.reduction.",
        ),
        *NO_INIT,
        stops("has no attribute 'reduction'", "_Loss has to keep the reduction: self.reduction = reduction_of(...)."),
        stops(
            "has no attribute 'weight'",
            'Without a weight, None is registered: self.register_buffer("weight", None) makes the attribute.',
        ),
        asked(0.6931, "The mean of both losses is F.cross_entropy(input, target, ...), and forward returns it."),
        stops(
            "before Module.__init__() call",
            "Call super().__init__(...) first: it makes the dictionaries of the module.",
        ),
        asked(2.0, "The mean of the squared differences is F.mse_loss(input, target, reduction=self.reduction)."),
        asked(9.0, "With reduction='sum' the squared differences are added: hand self.reduction on."),
        asked([3.0, 0.0], "L1Loss looks at self.reduction: _Loss has to keep it under that name."),
        asked(
            1.3863,
            "With reduction='sum' the losses of the two rows are added. Does `reduction` come through? It is handed up by its name "
            "(the first parameter of _Loss is size_average), kept, and handed to F.cross_entropy.",
        ),
        asked(
            0.1269,
            "The scores go to F.cross_entropy as they are: it takes the softmax and its logarithm itself.",
        ),
        asked([0.6931, 2.0794], "A weight says how much each class counts: hand self.weight on."),
        asked(0.693, "ignore_index is -100 unless another is given; a target of that number counts for nothing."),
        asked(1.3133, "Targets equal to ignore_index count for nothing: hand self.ignore_index on."),
        asked(0.4133, "label_smoothing spreads a part of each target over all classes: hand self.label_smoothing on."),
        asked((["weight"], []), "The weight is a buffer: in the state_dict, and no parameter."),
        asked((None, [], True), 'Without a weight, None is registered: self.register_buffer("weight", None).'),
        asked(("sum", "none"), "The old flags are turned into a reduction by reduction_of, which _Loss calls."),
    ],
    hints=[
        "Each __init__ hands its arguments on to the class above, in that class's order, and keeps what is its own.",
        'reduction_of in _Loss, self.register_buffer("weight", weight) in _WeightedLoss, the other two options '
        "in CrossEntropyLoss.",
        "`super().__init__(weight, size_average, reduce, reduction)`; forward hands on four options: self.weight, "
        "self.ignore_index, self.reduction, self.label_smoothing.",
    ],
)
