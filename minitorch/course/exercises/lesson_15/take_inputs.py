"""The two steps around one call."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where
from .watched import SETUP

GOOD = """
            def __init__(self, module, full, before):
                self.module, self.full, self.before = module, full, before
                self.inputs = self.outputs = 0
                self.input_places = self.output_places = self.outer = None

            def take_inputs(self, args):
                self.inputs = len(args)
                args, self.input_places = passed(args, self._on_inputs)
                return args

            def take_outputs(self, result):
                warn_unless_tensors(result)
                whole = result if isinstance(result, tuple) else (result,)
                self.outputs = len(whole)
                whole, self.output_places = passed(whole, self._on_outputs)
                return whole if isinstance(result, tuple) else whole[0]
"""


def but(old, new):
    """The solution with one place changed."""
    return edited(GOOD, (old, new))


CYCLE = (
    "The gradients are right, but a call is never freed: a step holds the watch's method, the watch holds the tensors that came "
    "out of the step, and they hold the step. Keep numbers and places in the watch, no tensors."
)

exercise = Exercise(
    "take_inputs",
    title="Around one call",
    difficulty=3,
    minutes=9,
    target="minitorch.nn.module.backward_hooks:Watch.take_outputs",
    covers=(
        "minitorch.nn.module.backward_hooks:Watch.take_inputs",
        "minitorch.nn.module.backward_hooks:Watch.__init__",
    ),
    installed=True,
    setup=SETUP,
    stub='''
        def __init__(self, module, full, before):
            """A new watch keeps the three. Its inputs and outputs are 0; its input_places, output_places and outer are None so far.

            (outer is grad_output, from its arrival until grad_input is there.)
            """
            ...


        def take_inputs(self, args):
            """Let the arguments pass a step whose hook is self._on_inputs, and return what came out.

            Note in self.inputs how many arguments there are, and in self.input_places where the tensors stand.
            """
            ...


        def take_outputs(self, result):
            """Let the result pass a step whose hook is self._on_outputs, and return what came out: one value for one, a tuple for
            a tuple.

            Note in self.outputs how many results there are, and in self.output_places where the tensors stand. Before all,
            warn_unless_tensors(result). Keep neither arguments nor results in self: that would be a cycle.
            """
            ...
    ''',
    solution='''
        def __init__(self, module, full, before):
            """A new watch keeps the three. Its inputs and outputs are 0; its input_places, output_places and outer are None so far.

            (outer is grad_output, from its arrival until grad_input is there.)
            """
            self.module, self.full, self.before = module, full, before
            self.inputs = self.outputs = 0
            self.input_places = self.output_places = self.outer = None


        def take_inputs(self, args):
            """The arguments, their tensors passed through one step that calls _on_inputs."""
            self.inputs = len(args)
            args, self.input_places = passed(args, self._on_inputs)
            return args


        def take_outputs(self, result):
            """The result, its tensors passed through one step that calls _on_outputs."""
            warn_unless_tensors(result)
            whole = result if isinstance(result, tuple) else (result,)
            self.outputs = len(whole)
            whole, self.output_places = passed(whole, self._on_outputs)
            return whole if isinstance(result, tuple) else whole[0]
    ''',
    why="All that the hooks will need of the call are two numbers and two lists of places. So no hook holds a tensor, and a call is "
    "freed as soon as its result is.",
    facts=[
        Case(
            """
            triple = Triple()
            watch = Watch(triple, [silent], [print])
            kept = watch.module is triple, watch.full == [silent], watch.before == [print]
            (kept, watch.inputs, watch.outputs, watch.input_places, watch.output_places, watch.outer)
            """,
            ((True, True, True), 0, 0, None, None, None),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0, 2.0)
            triple.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
            y = triple(x)
            (2 * y).sum().backward()
            (y.tolist(), seen, x.grad)
            """,
            ([3.0, 6.0], [([[6.0, 6.0]], [[2.0, 2.0]])], T([6.0, 6.0])),
        ),
        Case(
            """
            gate, seen, x, y = Gate(), [], leaf(1.0), leaf(3.0)
            gate.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
            product, power = gate(x, 2, y)
            (product + 10 * power).sum().backward()
            (product.grad_fn is power.grad_fn, seen)
            """,
            (True, [([[3.0], None, [61.0]], [[1.0], [10.0]])]),
        ),
        Case(
            """
            gate, seen, x = Gate(), [], leaf(1.0)
            gate.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner[:2]), lists(outer))))
            gate(x, 2, mt.tensor([3.0]))[0].sum().backward()
            seen
            """,
            [([[3.0], None], [[1.0], None])],
        ),
        Case(
            """
            watch, x = Watch(Triple(), [silent], []), leaf(1.0)
            args = watch.take_inputs((x, "text", mt.ones(1)))
            (watch.inputs, watch.input_places, args[1], args[0] is x, args[0].grad_fn is not None)
            """,
            (3, [0, 2], "text", False, True),
        ),
        Case(
            """
            watch, x = Watch(Triple(), [silent], []), leaf(1.0)
            y = watch.take_outputs(x * 2)
            one = watch.outputs, watch.output_places
            pair = watch.take_outputs((5, x * 2))
            (y.tolist(), one, len(pair), watch.outputs, watch.output_places)
            """,
            ([2.0], (1, [0]), 2, 2, [1]),
        ),
        Case(
            """
            watch, x = Watch(Triple(), [silent], []), leaf(1.0)
            Point = namedtuple("Point", "x y")
            single, point = watch.take_outputs((x * 2,)), watch.take_outputs(Point(x * 2, x * 3))
            (type(single).__name__, len(single), type(point).__name__)
            """,
            ("tuple", 1, "Point"),
        ),
        Case(
            """
            watch = Watch(Triple(), [silent], [])
            args = watch.take_inputs((mt.ones(1), 2))
            (watch.inputs, watch.input_places, args[0].tolist(), args[1])
            """,
            (2, None, [1.0], 2),
        ),
        Case(
            """
            watch, x = Watch(Triple(), [silent], []), leaf(1.0)
            result = {"y": x * 2}
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                same = watch.take_outputs(result) is result
                watch.take_outputs(x * 2)
            (same, len(said), "should be a Tensor or a tuple of Tensors" in str(said[0].message))
            """,
            (True, 1, True),
        ),
        Case(
            """
            triple = Triple()
            triple.register_full_backward_hook(silent)
            (gone(triple, leaf(1.0)), gone(triple, leaf(1.0), backward=True))
            """,
            (True, True),
        ),
        Case(
            """
            gate = Gate()
            gate.register_full_backward_hook(silent)
            gate.register_full_backward_pre_hook(lambda module, outer: None)
            x, y = leaf(1.0), leaf(2.0)
            (gone(gate, x, 2, y), gone(gate, x, 2, y, backward=True))
            """,
            (True, True),
        ),
        Case(
            """
            watch, x = Watch(Triple(), [silent], []), leaf(1.0)
            result = [x * 2, x * 3]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                same = watch.take_outputs(result) is result
            same
            """,
            True,
        ),
    ],
    wrong=[
        Wrong(
            but("self.full, self.before = module, full, before", "self.before, self.full = module, full, before"),
            "full and before change places: the hooks that wait for both gradients are kept as those that want grad_output alone.",
        ),
        Wrong(
            but("self.output_places = self.outer = None", "self.output_places = None"),
            "self.outer is missing. _on_inputs asks it whether a grad_output has come: None until then.",
        ),
        Wrong(
            but(
                "self.input_places = self.output_places = self.outer = None",
                "self.input_places = self.output_places = []",
            ).replace("self.output_places = []", "self.output_places = []\n                self.outer = None"),
            "An empty list says that a gradient flows to none of the places. As long as nobody knows, and where no step was recorded, "
            "it is None.",
        ),
        Wrong(
            but(
                "                self.outputs = len(whole)\n",
                "                self.outputs, self.result = len(whole), result\n",
            ).replace(
                "return whole if isinstance(result, tuple) else whole[0]",
                "self.result = whole\n                return whole if isinstance(result, tuple) else whole[0]",
            ),
            CYCLE,
        ),
        Wrong(
            but(
                "whole, self.output_places = passed(whole, self._on_outputs)",
                "whole, self.output_places = passed(whole, self._on_inputs)",
            ),
            "No hook runs: a step calls the wrong method. At the arguments it is _on_inputs, at the result _on_outputs.",
        ),
        Wrong(
            but("return whole if isinstance(result, tuple) else whole[0]", "return whole"),
            "A module that gives one tensor gives a tuple as soon as somebody watches it. One value comes back as one value.",
        ),
        Wrong(
            but(
                "return whole if isinstance(result, tuple) else whole[0]",
                "return whole if len(whole) > 1 else whole[0]",
            ),
            "A result that is a tuple of one comes back without its tuple. Ask what came in: isinstance(result, tuple).",
        ),
        Wrong(
            but("return whole if isinstance(result, tuple) else whole[0]", "return result"),
            "You return what forward gave. What passed the step is `whole`, and only that leads back through it.",
        ),
        Wrong(
            but("                return args\n", "                return None\n"),
            "take_inputs returns nothing. forward is called with what it gives: the arguments that passed the step.",
        ),
        Wrong(
            but(
                "args, self.input_places = passed(args, self._on_inputs)\n                return args",
                "_, self.input_places = passed(args, self._on_inputs)\n                return args",
            ),
            "You return the arguments that came in. What passed the step is what forward has to get, or no gradient comes by it.",
        ),
        Wrong(
            but("                warn_unless_tensors(result)\n", ""),
            "What stands in a dictionary or a list passes no step, and its hooks will not run. warn_unless_tensors(result) says so.",
        ),
        Wrong(
            but("                self.inputs = len(args)\n", ""),
            "self.inputs stays 0: note how many arguments there are.",
        ),
        Wrong(
            but("                self.outputs = len(whole)\n", ""),
            "self.outputs stays 0: note how many results there are.",
        ),
        Wrong(
            but("whole = result if isinstance(result, tuple) else (result,)", "whole = tuple(result)").replace(
                "isinstance(result, tuple) else whole[0]", "isinstance(result, tuple) else whole[0]"
            ),
            "tuple(result) takes one tensor apart into its rows. Put it into a tuple of one: (result,).",
        ),
        Wrong(
            but("self.outputs = len(whole)", "self.outputs = len(result)"),
            "len(result) of one tensor is the number of its rows. One result is one: count `whole`.",
        ),
        Wrong(
            but("else (result,)", "else [result]"),
            "One result is put into a list, and then comes out as its first element in a list's way. Make a tuple of one: "
            "(result,).",
        ),
        Wrong(
            but("isinstance(result, tuple)", "isinstance(result, (tuple, list))"),
            "What stands in a list passes no step, here as in PyTorch: only a tuple is taken apart.",
        ),
    ],
    hints=[
        "`passed(values, hook)` from the last exercise does both: it gives the new values and the places. The hook is self's method.",
        "`args, self.input_places = passed(args, self._on_inputs)`. For the result, first make a tuple where there is none.",
        "`whole = result if isinstance(result, tuple) else (result,)`, then as for the arguments; at the end `return whole if "
        "isinstance(result, tuple) else whole[0]`.",
    ],
    mistakes=[
        stops(
            "takes 2 positional arguments but 3 were given",
            "passed gives two things: the values, which are returned, and the places, which are noted in self.",
        ),
        stops("no attribute 'inputs'", "A new watch has no inputs yet: self.inputs = 0 in __init__."),
        stops(
            "no attribute 'module'",
            "What was handed to __init__ is not kept. It is stored in self: self.module = module, and so on.",
        ),
        stops(
            "'Watch' object has no attribute",
            "A new watch lacks it. __init__ sets module, full, before, inputs, outputs, input_places, output_places and outer, each "
            "under its own name.",
        ),
        stops(
            "list assignment index out of range",
            "self.inputs and self.outputs count all the arguments and all the results, those that are no tensors, too.",
        ),
        stops(
            "zip() argument 2 is shorter",
            "A step has fewer gradients than there are places. All the arguments pass one step, in one call of passed.",
        ),
        where(
            ((True, True, True), 0, 0, None, None, None),
            "A new watch keeps the three, has 0 inputs and 0 outputs, and None for both places and for outer.",
        ),
        stops("can't multiply sequence", "self.inputs is how many arguments there are: a number."),
        Mistake(
            lambda expected, got, error: (
                expected[0] is True is not got[0] and len(got) == 2 and isinstance(got[1], list)
            ),
            "Each result has passed a step of its own. All of them pass one together, so that its hook finds all the gradients.",
        ),
        stops("'int' object has no attribute", "passed gives the new values first, and then the places."),
        stops(
            "sizes must be ints",
            "passed takes one tuple of values: no star before it, and a tuple of one has a comma, (result,).",
        ),
        stops(
            "'NoneType' object is not iterable",
            "The places are not where they are looked for: self.input_places for the arguments, self.output_places for the result.",
        ),
        stops(
            "'int' and 'NoneType'",
            "take_outputs returns nothing, so the module's result is None. Return what came out of the step.",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and expected == (True, True) and isinstance(got, tuple) and False in got
            ),
            "The gradients are right, but a call is never freed: a hook holds a tensor, and its step holds the hook. Let the "
            "hooks know numbers and places alone, no arguments and no results.",
        ),
        Mistake(
            lambda expected, got, error: "argument after * must be an iterable, not NoneType" in str(error),
            "take_inputs returns nothing. forward is called with what it gives: the arguments that passed the step.",
        ),
    ],
)
