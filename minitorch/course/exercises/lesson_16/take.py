"""One tensor takes the numbers of another, or says why not."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from .save_own import SETUP

GIVEN = """
    from minitorch import Tensor
    from minitorch.graph.grad_mode import no_grad
    from minitorch.nn.module.loading import NO_TENSOR, NOT_COPIED, WRONG_SHAPE, put_in_place_of

    def taken(take, module, name, given, assign=False, key="net.key"):
        tensor = getattr(module, name)
        said = take(module, name, tensor, key, given, assign)
        return said, getattr(module, name).tolist()
"""

SOLUTION = '''
def take(module, name, tensor, key, given, assign):
    """Let a parameter or buffer of the module take the numbers of `given`. What is wrong, as a text, or ""."""
    if not isinstance(given, Tensor):
        return NO_TENSOR.format(key, type(given))
    if tensor.ndim == 0 and given.shape == (1,):
        given = given[0]  # as PyTorch 0.3 stored single numbers
    if given.shape != tensor.shape:
        return WRONG_SHAPE.format(key, given.shape, tensor.shape)
    try:
        with no_grad():
            if assign:
                put_in_place_of(module, name, tensor, given)
            else:
                tensor.copy_(given)
    except Exception as error:
        return NOT_COPIED.format(key, tensor.size(), given.size(), error.args)
    return ""
'''

exercise = Exercise(
    "take",
    title="Taken, or what is wrong",
    difficulty=2,
    minutes=5,
    target="minitorch.nn.module.loading:take",
    setup=(SETUP + GIVEN).replace("\n    ", "\n"),
    stub='''
        def take(module, name, tensor, key, given, assign):
            """Let a parameter or buffer of the module take the numbers of `given`. What is wrong, as a text, or ""."""
            if not isinstance(given, Tensor):
                return NO_TENSOR.format(key, type(given))
            if tensor.ndim == 0 and given.shape == (1,):
                given = given[0]  # as PyTorch 0.3 stored single numbers
            ...
    ''',
    solution=SOLUTION,
    why="It never raises. Whatever goes wrong becomes a text with the key in it, and the load goes on to the next tensor.",
    facts=[
        Case("taken(take, Scale(1.0, 2.0), 'factor', mt.tensor([5.0, 6.0]))", ("", [5.0, 6.0]), changes=True),
        Case("taken(take, Norm(1), 'mean', mt.tensor([5.0]))", ("", [5.0]), changes=True),
        Case(
            "scale = Scale(1.0)\nheld = scale.factor\ntaken(take, scale, 'factor', mt.tensor([5.0]))\n"
            "(scale.factor is held, held.requires_grad, held.is_leaf)",
            (True, True, True),
            changes=True,
        ),
        Case(
            "taken(take, Scale(1.0, 2.0), 'factor', mt.ones(3))",
            (
                "size mismatch for net.key: copying a param with shape minitorch.Size([3]) from checkpoint, the shape in current "
                "model is minitorch.Size([2]).",
                [1.0, 2.0],
            ),
            changes=True,
        ),
        Case("taken(take, Scale(1.0, 2.0), 'factor', mt.ones(1))[0][:17]", "size mismatch for", changes=True),
        Case("taken(take, Scale(1.0, 2.0), 'factor', mt.tensor(3.0))[0][:17]", "size mismatch for", changes=True),
        Case("taken(take, Scale(1.0, 2.0), 'factor', mt.ones(1, 2))[0][:17]", "size mismatch for", changes=True),
        Case("taken(take, Scale(1.0, 2.0), 'factor', mt.ones(3), True)[0][:17]", "size mismatch for", changes=True),
        Case(
            "taken(take, Scale(1.0), 'factor', [5.0])[0][:50]",
            'While copying the parameter named "net.key", expec',
            changes=True,
        ),
        Case(
            "n = mt.nn.Module()\nn.register_buffer('count', mt.tensor(1))\ntaken(take, n, 'count', mt.tensor([7]))",
            ("", 7),
            changes=True,
        ),
        Case(
            "scale, given = Scale(1.0), mt.tensor([5.0], dtype=mt.float64)\nsaid, now = taken(take, scale, 'factor', given)\n"
            "(said, now, scale.factor.dtype == mt.float32)",
            ("", [5.0], True),
            changes=True,
        ),
        Case(
            "scale, given = Scale(1.0), mt.nn.Parameter(mt.tensor([5.0]))\n"
            "said = take(scale, 'factor', scale.factor, 'k', given, True)\n"
            "(said, scale.factor is given)",
            ("", True),
            changes=True,
        ),
        Case(
            "scale, given = Scale(1.0), mt.tensor([5.0])\nsaid = take(scale, 'factor', scale.factor, 'a.factor', given, True)\n"
            "(said, list(scale._parameters), scale.factor.tolist(), scale.factor.requires_grad)",
            ("", ["factor"], [5.0], True),
            changes=True,
        ),
        Case(
            """
            class Stubborn(mt.nn.Module):
                def __setattr__(self, name, value):
                    if name == "w" and hasattr(self, "w"):
                        raise ValueError("no")
                    super().__setattr__(name, value)

            one = Stubborn()
            one.w = mt.nn.Parameter(mt.ones(2))
            take(one, "w", one.w, "net.w", mt.zeros(2), True)
            """,
            'While copying the parameter named "net.w", whose dimensions in the model are minitorch.Size([2]) and whose '
            "dimensions in the checkpoint are minitorch.Size([2]), an exception occurred : ('no',).",
            changes=True,
        ),
        Case(
            "row = mt.nn.Module()\nrow.register_buffer('r', mt.zeros(1).expand(3))\n"
            "take(row, 'r', row.r, 'net.r', mt.ones(3), False)[:50]",
            'While copying the parameter named "net.r", whose d',
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    "    if given.shape != tensor.shape:\n        return WRONG_SHAPE.format(key, given.shape, tensor.shape)\n",
                    "",
                ),
            ),
            "copy_ broadcasts: one number would be taken for two. Compare the shapes first, and return WRONG_SHAPE.",
        ),
        Wrong(
            edited(SOLUTION, ("given.shape != tensor.shape", "given.numel() != tensor.numel()")),
            "As many numbers are not the same shape: [1, 2] and [2] would both be taken. Compare the shapes.",
        ),
        Wrong(
            edited(SOLUTION, ("given.shape != tensor.shape", "given.ndim != tensor.ndim")),
            "As many dimensions are not the same shape. Compare the shapes themselves.",
        ),
        Wrong(
            edited(SOLUTION, ("format(key, given.shape, tensor.shape)", "format(key, tensor.shape, given.shape)")),
            "The two shapes have changed places: first the one in the checkpoint, then the one in the model.",
        ),
        Wrong(
            edited(
                SOLUTION, ("        return WRONG_SHAPE.format(", "        raise RuntimeError(WRONG_SHAPE.format(")
            ).replace("given.shape, tensor.shape)", "given.shape, tensor.shape))"),
            "It raises at the first problem. Return the text: the load says all of them at the end.",
        ),
        Wrong(
            edited(SOLUTION, ("        with no_grad():\n", "        if True:\n")),
            "A parameter is a leaf that wants a gradient, and refuses to be changed while steps are recorded: copy under no_grad().",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "            if assign:\n                put_in_place_of(module, name, tensor, given)\n            else:\n"
                    "                tensor.copy_(given)",
                    "            tensor.copy_(given)",
                ),
            ),
            "`assign` is not looked at. With it, the given tensor itself becomes the parameter: put_in_place_of.",
        ),
        Wrong(
            edited(SOLUTION, ("            if assign:", "            if not assign:")),
            "The other way round: put_in_place_of is for assign, copy_ for the rest.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("put_in_place_of(module, name, tensor, given)", "put_in_place_of(module, key, tensor, given)"),
            ),
            "`key` is the name in the whole state, `name` the one in this module: the module's own is needed here.",
        ),
        Wrong(
            edited(SOLUTION, ("put_in_place_of(module, name, tensor, given)", "setattr(module, name, given)")),
            "A plain tensor cannot take a parameter's place. put_in_place_of makes a Parameter of it where that is needed.",
        ),
        Wrong(
            edited(SOLUTION, ("tensor.copy_(given)", "setattr(module, name, type(tensor)(given))")),
            "The module gets a new tensor, and whoever holds the old one, an optimizer say, no longer holds the module's. Copy "
            "the numbers into the one that is there.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    except Exception as error:\n"
                    "        return NOT_COPIED.format(key, tensor.size(), given.size(), error.args)",
                    "    finally:\n        pass",
                ),
            ),
            "A copy that raises stops the whole load. Catch the exception, and return NOT_COPIED with its args.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("        return NOT_COPIED.format(key, tensor.size(), given.size(), error.args)", "        pass"),
            ),
            "A copy that failed passes for one that went well. Return NOT_COPIED with what the exception says.",
        ),
        Wrong(
            edited(SOLUTION, ('    return ""\n', "")),
            'If nothing is wrong, the answer is the empty text, "", and not None.',
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple) and isinstance(got, tuple) and expected[0] == "" != got[0]
            ),
            'If nothing is wrong, the answer is the empty text, "", and nothing else.',
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple)
                and str(expected[0]).startswith("size mismatch")
                and isinstance(got, tuple)
                and isinstance(got[0], str)
                and got[0] != expected[0]
            ),
            "The text is another: WRONG_SHAPE takes the whole key, then the two shapes, of the checkpoint and of the model.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "leaf" in str(error),
            "A parameter is a leaf that wants a gradient, and refuses to be changed while steps are recorded: copy under no_grad().",
        ),
        Mistake(
            lambda expected, got, error: error is not None and isinstance(expected, str | tuple),
            "take never raises: what is wrong is returned as a text, an exception as NOT_COPIED.format(key, tensor.size(), "
            "given.size(), error.args).",
        ),
        Mistake(
            lambda expected, got, error: expected == "size mismatch for" != got,
            "Another shape passes. Nothing is broadcast here: any difference between given.shape and tensor.shape is WRONG_SHAPE.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, str) and got in ("", None),
            "Something that went wrong passes for something that went well: return the text that tells it.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, str) and isinstance(got, str) and got != expected,
            "The text is another. WRONG_SHAPE takes the key and the two shapes (checkpoint, model); NOT_COPIED the key, the two "
            "sizes (model, checkpoint) and error.args.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple) and expected[0] == "" and isinstance(got, tuple) and got[0] is None
            ),
            'If nothing is wrong, the answer is the empty text, "", and not None.',
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and error is None and got != expected,
            "The numbers are not where they should be. Without assign they are copied into the tensor that is there, "
            "tensor.copy_(given); with it, put_in_place_of(module, name, tensor, given).",
        ),
    ],
    hints=[
        "Three outcomes: another shape, an exception while copying, and all is well.",
        "`with no_grad():` inside a `try`; in it either put_in_place_of(module, name, tensor, given) or tensor.copy_(given).",
        "Return WRONG_SHAPE.format(key, given.shape, tensor.shape), or after `except Exception as error:` "
        'NOT_COPIED.format(key, tensor.size(), given.size(), error.args), or "".',
    ],
)
