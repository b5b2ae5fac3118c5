"""What batch normalization holds, and what it does in which mode."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import where

GIVEN = """
    from minitorch import empty, ones, zeros
    from minitorch.nn import Module, Parameter
    from minitorch.nn import functional as F
    from minitorch.nn.modules.batchnorm import count

    BatchNorm1d = mt.nn.BatchNorm1d

    def batch():
        return mt.tensor([[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]])

    def kept(layer):
        return [layer.running_mean.tolist(), layer.running_var.tolist(), layer.num_batches_tracked.item()]

    def rounded(x):
        return [[round(n, 3) for n in row] for row in x.tolist()]

    def seen(layer, *batches):
        for one in batches:
            layer(one)
        return [round(n, 4) for n in layer.running_mean.tolist() + layer.running_var.tolist()]
"""

SOLUTION = '''
class _NormBase(Module):
    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *,
        bias=True,
    ):  # fmt: skip
        """Register two parameters and three buffers, each as a tensor or as None; then reset_parameters()."""
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        options = {"device": device, "dtype": dtype}
        self.register_parameter("weight", Parameter(empty(num_features, **options)) if affine else None)
        self.register_parameter("bias", Parameter(empty(num_features, **options)) if affine and bias else None)
        tracked = track_running_stats
        self.register_buffer("running_mean", zeros(num_features, **options) if tracked else None)
        self.register_buffer("running_var", ones(num_features, **options) if tracked else None)
        self.register_buffer("num_batches_tracked", count(device) if tracked else None)
        self.reset_parameters()


def forward(self, input):
    """Normalize, with the statistics that the mode asks for; in training, count the batch and let F.batch_norm remember it.

    momentum=None stands for the plain average of all batches: the newest counts 1 / (how many were seen, this one too).
    """
    self._check_input_dim(input)
    average = 0.0 if self.momentum is None else self.momentum
    if self.training and self.track_running_stats and self.num_batches_tracked is not None:
        self.num_batches_tracked.add_(1)
        if self.momentum is None:
            average = 1.0 / float(self.num_batches_tracked)
    of_the_batch = self.training or (self.running_mean is None and self.running_var is None)
    used = not self.training or self.track_running_stats
    mean, var = (self.running_mean, self.running_var) if used else (None, None)
    return F.batch_norm(input, mean, var, self.weight, self.bias, of_the_batch, average, self.eps)
'''

exercise = Exercise(
    "batch_norm",
    title="A layer that remembers",
    difficulty=3,
    minutes=9,
    target="minitorch.nn.modules.batchnorm:_BatchNorm.forward",
    covers={"_NormBase": "minitorch.nn.modules.batchnorm:_NormBase"},
    keeps=("reset_running_stats", "reset_parameters", "_check_input_dim", "extra_repr", "_load_from_state_dict"),
    installed=True,
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        class _NormBase(Module):
            def __init__(
                self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *,
                bias=True,
            ):  # fmt: skip
                """Register two parameters and three buffers, each as a tensor or as None; then reset_parameters()."""
                super().__init__()
                self.num_features, self.eps, self.momentum = num_features, eps, momentum
                self.affine, self.track_running_stats = affine, track_running_stats
                ...  # device and dtype go to empty, zeros and ones


        def forward(self, input):
            """Normalize, with the statistics that the mode asks for; in training, count the batch and let F.batch_norm remember it.

            momentum=None stands for the plain average of all batches: the newest counts 1 / (how many were seen, this one too).
            """
            self._check_input_dim(input)
            ...
            return F.batch_norm(input, mean, var, self.weight, self.bias, of_the_batch, average, self.eps)
    ''',
    solution=SOLUTION,
    why="What is learned from gradients is a parameter, what is measured is a buffer; both are saved and moved. The mode "
    "decides twice: which statistics are used, and whether they are remembered.",
    facts=[
        Case(
            "layer = BatchNorm1d(2)\n([n for n, _ in layer.named_parameters()], [n for n, _ in layer.named_buffers()])",
            (["weight", "bias"], ["running_mean", "running_var", "num_batches_tracked"]),
        ),
        Case("layer = BatchNorm1d(2)\n(layer.weight.tolist(), layer.bias.tolist())", ([1.0, 1.0], [0.0, 0.0])),
        Case(
            "list(BatchNorm1d(2).state_dict())",
            ["weight", "bias", "running_mean", "running_var", "num_batches_tracked"],
        ),
        Case("kept(BatchNorm1d(2))", [[0.0, 0.0], [1.0, 1.0], 0]),
        Case("BatchNorm1d(2).num_batches_tracked.dtype == mt.int64", True),
        Case(
            "layer = BatchNorm1d(2, affine=False)\n(layer.weight, layer.bias, list(layer._parameters), len(list(layer.buffers())))",
            (None, None, ["weight", "bias"], 3),
        ),
        Case("layer = BatchNorm1d(2, bias=False)\n(list(layer.weight.shape), layer.bias)", ([2], None)),
        Case("BatchNorm1d(2, affine=False, bias=True).bias is None", True),
        Case(
            "layer = BatchNorm1d(2, track_running_stats=False)\n"
            "(list(layer.state_dict()), list(layer._buffers), layer.running_mean)",
            (["weight", "bias"], ["running_mean", "running_var", "num_batches_tracked"], None),
        ),
        Case(
            "layer = BatchNorm1d(2, dtype=mt.float64)\n"
            "[x.dtype == mt.float64 for x in (layer.weight, layer.bias, layer.running_mean, layer.running_var)]",
            [True, True, True, True],
        ),
        Case("str(BatchNorm1d(2)).partition('bias')[0]", "BatchNorm1d(2, eps=1e-05, momentum=0.1, affine=True, "),
        Case("rounded(BatchNorm1d(2)(batch()))", [[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]], rtol=1e-3, atol=2e-3),
        Case("seen(BatchNorm1d(2, momentum=0.5), batch())", [1.5, 2.0, 2.5, 8.5], rtol=1e-3),
        Case("seen(BatchNorm1d(2, momentum=0.5), batch(), batch())", [2.25, 3.0, 3.25, 12.25], rtol=1e-3),
        Case("layer = BatchNorm1d(2)\nseen(layer, batch(), batch())\nlayer.num_batches_tracked.item()", 2),
        Case("seen(BatchNorm1d(2, momentum=None), batch(), batch() * 3)", [6.0, 8.0, 20.0, 80.0], rtol=1e-3),
        Case(
            "layer = BatchNorm1d(2).eval()\n(rounded(layer(batch())), kept(layer))",
            ([[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]], [[0.0, 0.0], [1.0, 1.0], 0]),
            rtol=1e-3,
        ),
        Case(
            "layer = BatchNorm1d(2, momentum=1.0)\nlayer(batch())\nrounded(layer.eval()(mt.tensor([[3.0, 4.0], [5.0, 8.0]])))",
            [[0.0, 0.0], [1.0, 1.0]],
            atol=2e-3,
        ),
        Case(
            "layer = BatchNorm1d(2, momentum=None).eval()\nlayer(batch())\nlayer.num_batches_tracked.item()",
            0,
        ),
        Case(
            "layer = BatchNorm1d(2, track_running_stats=False).eval()\nrounded(layer(batch()))",
            [[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]],
            rtol=1e-3,
            atol=2e-3,
        ),
        Case(
            "layer = BatchNorm1d(2, track_running_stats=False)\nrounded(layer(batch()))",
            [[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]],
            rtol=1e-3,
            atol=2e-3,
        ),
        Case(
            "layer = BatchNorm1d(2)\nlayer.track_running_stats = False\nlayer(batch())\nkept(layer)",
            [[0.0, 0.0], [1.0, 1.0], 0],
        ),
        Case(
            "layer = BatchNorm1d(2).eval()\nlayer.track_running_stats = False\nrounded(layer(batch()))",
            [[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]],
            rtol=1e-3,
        ),
        Case(
            "layer = BatchNorm1d(2)\nlayer.register_buffer('num_batches_tracked', None)\nseen(layer, batch())",
            [0.3, 0.4, 1.3, 2.5],
            rtol=1e-3,
        ),
        Case("BatchNorm1d(2)(mt.ones(2))", raises=ValueError, match="expected 2D or 3D"),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                ('register_buffer("running_mean", zeros', 'register_parameter("running_mean", Parameter(zeros'),
            ).replace("zeros(num_features, **options) if tracked", "zeros(num_features, **options)) if tracked"),
            "The running mean is measured, not learned: an optimizer would change it. Register it as a buffer.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    'self.register_buffer("running_mean", zeros(num_features, **options) if tracked else None)',
                    "self.running_mean = zeros(num_features, **options) if tracked else None",
                ),
            ),
            "A plain attribute is neither saved nor moved. What belongs to the module, and is no parameter, is a buffer: "
            "register_buffer.",
        ),
        Wrong(
            edited(SOLUTION, (" if affine and bias else None", " if bias else None")),
            "With affine=False there is no bias either, whatever `bias` says.",
        ),
        Wrong(
            edited(SOLUTION, (" if affine else None", "")),
            "With affine=False there is no weight: register it as None.",
        ),
        Wrong(
            edited(SOLUTION, ("        self.reset_parameters()\n", "")),
            "The weights hold whatever was in the memory: call self.reset_parameters() at the end.",
        ),
        Wrong(
            edited(SOLUTION, (" if tracked else None", "")),
            "With track_running_stats=False nothing is remembered: the three buffers are registered as None.",
        ),
        Wrong(
            edited(SOLUTION, ("        self.num_batches_tracked.add_(1)\n", "")),
            "The batches are not counted: num_batches_tracked grows by 1 with each batch that is seen in training.",
        ),
        Wrong(
            edited(SOLUTION, ("if self.training and self.track_running_stats and", "if self.track_running_stats and")),
            "Batches are counted in evaluation as well. Count in training only.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "of_the_batch = self.training or (self.running_mean is None and self.running_var is None)",
                    "of_the_batch = self.training",
                ),
            ),
            "In evaluation, a layer without running statistics has nothing but the batch to take them from: "
            "of_the_batch is true then as well.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "of_the_batch = self.training or (self.running_mean is None and self.running_var is None)",
                    "of_the_batch = True",
                ),
            ),
            "The statistics of the batch are used in evaluation, too, and even remembered. Then self.training decides nothing.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "of_the_batch = self.training or (self.running_mean is None and self.running_var is None)",
                    "of_the_batch = not self.training",
                ),
            ),
            "The other way round: the statistics of the batch are for training.",
        ),
        Wrong(
            edited(SOLUTION, ("used = not self.training or self.track_running_stats", "used = True")),
            "With track_running_stats=False training must not update what the layer holds: give F.batch_norm None for both.",
        ),
        Wrong(
            edited(SOLUTION, ("used = not self.training or self.track_running_stats", "used = not self.training")),
            "In training nothing is remembered: F.batch_norm has to be given the running statistics then, too.",
        ),
        Wrong(
            edited(SOLUTION, ("used = not self.training or self.track_running_stats", "used = self.training")),
            "In evaluation F.batch_norm is not given what was remembered. It needs the running statistics then most of all.",
        ),
        Wrong(
            edited(
                SOLUTION, ("            average = 1.0 / float(self.num_batches_tracked)", "            average = 0.1")
            ),
            "momentum=None stands for the plain average of all batches: the newest counts 1 / num_batches_tracked.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("        self.num_batches_tracked.add_(1)\n", ""),
                (
                    "            average = 1.0 / float(self.num_batches_tracked)",
                    "            average = 1.0 / (float(self.num_batches_tracked) + 1)\n        self.num_batches_tracked = None",
                ),
            ),
            "The count of the batches is thrown away. Count in place: self.num_batches_tracked.add_(1).",
        ),
        Wrong(
            edited(SOLUTION, ("    self._check_input_dim(input)\n", "")),
            "The line that checks the dimensions is gone: leave self._check_input_dim(input) where it stood.",
        ),
    ],
    mistakes=[
        where(
            ([2], None), "With bias=False there is a weight and no bias: it is there if affine and bias are both true."
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError)
                and "object has no attribute" in str(error)
                and "BatchNorm1d" in str(error)
            ),
            "reset_parameters() and forward look for weight, bias, running_mean, running_var and num_batches_tracked: each of the "
            "five is registered, as a tensor or as None, before reset_parameters() is called.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "parameter" in str(error).lower() and "assign" in str(error).lower()
            ),
            "register_parameter takes a Parameter or None: Parameter(empty(...)).",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "NoneType" in str(error) and "tolist" in str(error)
            ),
            "forward gives None: return what F.batch_norm gives. (Or one of the five is None that should be a tensor.)",
        ),
        Mistake(
            lambda expected, got, error: expected == [True, True, True, True] and error is None,
            "dtype and device go to all four: the two parameters, and the running mean and variance.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, list) and expected[:1] == ["weight"] and error is None,
            "The state is another: two parameters and three buffers, in this order, and all buffers are saved with it.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ZeroDivisionError),
            "The batch at hand counts as well: add 1 to num_batches_tracked before you divide by it.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "add_" in str(error),
            "num_batches_tracked may be None, where nothing is tracked: ask before you count.",
        ),
        Mistake(
            lambda expected, got, error: "must be defined in evaluation mode" in str(error),
            "F.batch_norm is asked to use running statistics that are not there. In evaluation, take the batch's own if "
            "nothing is remembered, and hand over what is remembered otherwise.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, NameError),
            "F.batch_norm needs four names that forward has to set: mean, var, of_the_batch and average.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple)
                and len(expected) == 2
                and expected[0] == ["weight", "bias"]
                and error is None
            ),
            "weight and bias are the parameters, running_mean, running_var and num_batches_tracked the buffers, in this order: "
            "register_parameter for the first two, register_buffer for the others.",
        ),
        Mistake(
            lambda expected, got, error: expected == ([1.0, 1.0], [0.0, 0.0]) and error is None,
            "The weight starts with ones and the bias with zeros: reset_parameters() sees to it, if it is called at the end.",
        ),
        Mistake(
            lambda expected, got, error: expected == [[0.0, 0.0], [1.0, 1.0], 0] and error is None and got[2] == 1,
            "This layer has its buffers, and track_running_stats was set to False afterwards: then nothing moves and no batch is "
            "counted. Ask self.track_running_stats, and not only whether there are buffers.",
        ),
        Mistake(
            lambda expected, got, error: expected == [[0.0, 0.0], [1.0, 1.0], 0] and error is None,
            "The buffers start with zeros, ones and the integer 0. Where track_running_stats is False, training neither moves them "
            "nor counts.",
        ),
        Mistake(
            lambda expected, got, error: expected == [6.0, 8.0, 20.0, 80.0] and len(got) == 4,
            "With momentum=None all batches count alike: the first is moved by 1, the second by 1/2. Count the batch first, and "
            "divide 1 by that number.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, list) and len(expected) == 4 and isinstance(expected[0], float)
            ),
            "What is remembered after these batches is another. F.batch_norm gets running_mean and running_var while training, "
            "and the part to move by: momentum, or 1 / (number of batches) if that is None.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple) and error is None and expected[0] == [[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]]
            ),
            "In evaluation the layer uses what it remembers (here still zeros and ones) and changes nothing: of_the_batch is "
            "false then, and no batch is counted.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, int) and isinstance(got, int) and got != expected,
            "The count of the batches is another. It grows by 1 for each batch in training, and only then.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and None in expected and error is None,
            "What is not wanted is registered as None, under its name: register_parameter(name, None) and "
            "register_buffer(name, None). affine decides on weight and bias, track_running_stats on the three buffers.",
        ),
    ],
    hints=[
        "Five registrations, each of a tensor or of None. In forward, four things to decide: average, whether the batch's "
        "own statistics are used, and the two running statistics or None.",
        "of_the_batch is true in training, and if both running statistics are None. mean and var are None in training "
        "without track_running_stats.",
        "In training and with track_running_stats: `self.num_batches_tracked.add_(1)`, if it is not None; and if momentum is "
        "None, `average = 1.0 / float(self.num_batches_tracked)`.",
    ],
)
