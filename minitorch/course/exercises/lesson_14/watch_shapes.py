"""A hook that notes shapes."""

from ...define import Case, Exercise, Mistake, Wrong
from ..fact_words import stops

SETUP = """
        class Scale(mt.nn.Module):
            def __init__(self, factor):
                super().__init__()
                self.factor = factor

            def forward(self, x):
                return x * self.factor

        class Sum(mt.nn.Module):
            def forward(self, x):
                return x.sum(dim=-1)

        class Pair(mt.nn.Module):
            def __init__(self, first, second):
                super().__init__()
                self.first, self.second = first, second

            def forward(self, x):
                return self.second(self.first(x))
    """

exercise = Exercise(
    "watch_shapes",
    title="A hook that notes shapes",
    difficulty=2,
    minutes=7,
    stub='''
        def watch_shapes(model):
            """Note (name, shape of the result) at each call of each module inside `model`, at any depth; not of model itself.

            Returns (seen, handles): the list that the hooks fill, with shapes as plain tuples, and the list of handles.
            """
            ...
    ''',
    solution='''
        def watch_shapes(model):
            """Note (name, shape of the result) at each call of each module inside `model`, at any depth; not of model itself.

            Returns (seen, handles): the list that the hooks fill, with shapes as plain tuples, and the list of handles.
            """
            seen, handles = [], []

            def noting(name):
                def note(module, args, result):
                    seen.append((name, tuple(result.shape)))

                return note

            for name, module in model.named_modules():
                if module is not model:
                    handles.append(module.register_forward_hook(noting(name)))
            return seen, handles
    ''',
    why="A function makes each hook, so that each has a name of its own. The hook returns nothing, so the model computes what it "
    "always did; and a shape keeps no array and no graph alive.",
    setup=SETUP,
    facts=[
        Case(
            """
            model = Pair(Scale(2.0), Sum())
            seen, handles = watch_shapes(model)
            model(mt.ones(4, 3))
            seen
            """,
            [("first", (4, 3)), ("second", (4,))],
        ),
        Case(
            """
            model = Pair(Pair(Sum(), Scale(2.0)), Sum())
            seen, handles = watch_shapes(model)
            model(mt.ones(5, 4, 3))
            seen
            """,
            [("first.first", (5, 4)), ("first.second", (5, 4)), ("first", (5, 4)), ("second", (5,))],
        ),
        Case(
            """
            model = Pair(Scale(2.0), Sum())
            seen, handles = watch_shapes(model)
            model(mt.ones(2, 3)).tolist()
            """,
            [6.0, 6.0],
        ),
        Case(
            """
            model = Pair(Scale(2.0), Sum())
            seen, handles = watch_shapes(model)
            model(mt.ones(2, 3))
            for handle in handles:
                handle.remove()
            model(mt.ones(7, 3))
            (len(handles), seen, len(model.first._forward_hooks))
            """,
            (2, [("first", (2, 3)), ("second", (2,))], 0),
        ),
        Case(
            """
            model = Pair(Scale(2.0), Scale(3.0))
            seen, handles = watch_shapes(model)
            model(mt.ones(2)), model(mt.ones(3))
            seen
            """,
            [("first", (2,)), ("second", (2,)), ("first", (3,)), ("second", (3,))],
        ),
        Case(
            """
            shared = Scale(2.0)
            model = Pair(shared, shared)
            seen, handles = watch_shapes(model)
            model(mt.ones(2))
            seen
            """,
            [("first", (2,)), ("first", (2,))],
        ),
        Case("watch_shapes(Scale(2.0))", ([], [])),
    ],
    wrong=[
        Wrong(
            """
            def watch_shapes(model):
                seen, handles = [], []
                for name, module in model.named_modules():
                    if module is not model:
                        def note(module, args, result):
                            seen.append((name, tuple(result.shape)))
                        handles.append(module.register_forward_hook(note))
                return seen, handles
            """,
            "All your hooks write the last name. A function looks a name up when it runs, and by then the loop is over. Let a "
            "function make each hook.",
        ),
        Wrong(
            """
            def watch_shapes(model):
                seen, handles = [], []
                for name, module in model.named_children():
                    def note(module, args, result, name=name):
                        seen.append((name, tuple(result.shape)))
                    handles.append(module.register_forward_hook(note))
                return seen, handles
            """,
            "named_children gives only the modules right inside. named_modules goes to any depth.",
        ),
        Wrong(
            """
            def watch_shapes(model):
                seen, handles = [], []
                for name, module in model.named_modules():
                    def note(module, args, result, name=name):
                        seen.append((name, tuple(result.shape)))
                    handles.append(module.register_forward_hook(note))
                return seen, handles
            """,
            "named_modules begins with the model itself, under the empty name. Leave it out.",
        ),
        Wrong(
            """
            def watch_shapes(model):
                seen, handles = [], []
                for name, module in model.named_modules():
                    if module is not model:
                        def note(module, args, result, name=name):
                            seen.append((name, tuple(args[0].shape)))
                        handles.append(module.register_forward_hook(note))
                return seen, handles
            """,
            "These are the shapes of what goes in. The hook's third argument is what comes out.",
        ),
        Wrong(
            """
            def watch_shapes(model):
                seen, handles = [], []
                for name, module in model.named_modules():
                    if module is not model:
                        def note(module, args, result, name=name):
                            seen.append((name, tuple(result.shape)))
                            return result.shape
                        handles.append(module.register_forward_hook(note))
                return seen, handles
            """,
            "What a hook returns takes the place of the result, so the next module is given a shape. To watch only, return "
            "nothing.",
        ),
        Wrong(
            """
            def watch_shapes(model):
                seen = []
                for name, module in model.named_modules():
                    if module is not model:
                        def note(module, args, result, name=name):
                            seen.append((name, tuple(result.shape)))
                        module.register_forward_hook(note)
                return seen, []
            """,
            "The hooks are there, but nobody can take them away: return what register_forward_hook gives you, the "
            "handles.",
        ),
        Wrong(
            """
            def watch_shapes(model):
                seen, handles = [], []
                for name, module in model.named_modules():
                    if module is not model:
                        def note(module, args, result, name=name):
                            seen.append((name, list(result.shape)))
                        handles.append(module.register_forward_hook(note))
                return seen, handles
            """,
            "The shapes should be plain tuples: `tuple(result.shape)`.",
        ),
        Wrong(
            """
            def watch_shapes(model):
                seen, handles = [], []
                for name, module in model.named_modules():
                    if name:
                        def note(module, args, result, name=name):
                            seen.append((type(module).__name__, tuple(result.shape)))
                        handles.append(module.register_forward_hook(note))
                return seen, handles
            """,
            "You note the name of the class. Two layers of one class could not be told apart: named_modules() gives "
            "each its own name.",
        ),
        Wrong(
            """
            def watch_shapes(model):
                seen, handles = [], []
                for name, module in model.named_modules(remove_duplicate=False):
                    if name:
                        def note(module, args, result, name=name):
                            seen.append((name, tuple(result.shape)))
                        handles.append(module.register_forward_hook(note))
                return seen, handles
            """,
            "A module that stands in two places gets two hooks, and each of its calls is noted twice. "
            "named_modules() as it is gives each module once.",
        ),
        Wrong(
            """
            def watch_shapes(model):
                seen, handles = [], []
                for name, module in model.named_modules():
                    if name and not list(module.children()):
                        def note(module, args, result, name=name):
                            seen.append((name, tuple(result.shape)))
                        handles.append(module.register_forward_hook(note))
                return seen, handles
            """,
            "You leave out the modules that have others inside them. They are called too, and have a result.",
        ),
    ],
    hints=[
        "`model.named_modules()` gives (name, module) for model itself, under the empty name, and for all inside it.",
        "A helper `def noting(name): ...` returns the hook, so that each hook keeps its own name.",
        "In the hook: `seen.append((name, tuple(result.shape)))`, and no return. In the loop: "
        "`handles.append(module.register_forward_hook(noting(name)))`.",
    ],
    mistakes=[
        stops(
            "'NoneType' object is not callable",
            "What makes the hooks returns nothing, so None is registered. Return the inner function.",
        ),
        stops(
            "'NoneType' object has no attribute 'shape'",
            "The hook is called while it is registered. Hand over the function, and each call of the module will call it.",
        ),
        stops(
            "append() takes exactly one",
            "A list takes one thing at a time. A pair has parentheses of its own: append((name, shape)).",
        ),
        Mistake(
            lambda expected, got, error: error is None and got == [],
            "Nothing is noted. Is each hook registered at once (a generator does nothing until it is looped over), still there "
            "when the model is called, and does it append to the very list that is returned?",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and isinstance(got, list) and any("tensor(" in str(one) for one in got)
            ),
            "The whole results are noted, and with them all that stands behind them. Only the shape is asked for: "
            "tuple(result.shape).",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None
                and isinstance(got, list)
                and all(isinstance(one, tuple) and all(isinstance(n, int) for n in one) for one in got)
            ),
            "The shapes are there, and not the names: each note is a pair, (name, shape).",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None
                and isinstance(got, list)
                and any(isinstance(one, tuple) and one and one[0] == "" for one in got)
            ),
            "named_modules begins with the model itself, under the empty name. Leave it out.",
        ),
        Mistake(
            lambda expected, got, error: "RemovableHandle" in str(got),
            "Two things come back, in this order: the list that the hooks fill, and the list of handles.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, (AttributeError, TypeError))
                and any(f"'{name}' object" in str(error) for name in ("list", "tuple", "str"))
            ),
            "What a hook returns takes the place of the result, so the next module is given that, and no tensor. To watch "
            "only, return nothing.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, dict),
            "A dictionary keeps one shape for each name, and a module may be called many times. Append a pair (name, "
            "shape) to a list.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, BaseException) and "unpack" in str(error),
            "Return two things: the list that the hooks fill, and the list of handles.",
        ),
        Mistake(
            lambda expected, got, error: got and got == expected[: len(got)] and len(got) < len(expected),
            "The first notes are there, and later ones are not. Each hook stays where it is, for every call, until whoever has the "
            "handles removes it.",
        ),
        Mistake(
            lambda expected, got, error: got == [("first", (4, 3)), ("second", (4, 3))],
            "The shape for `second` is that of what goes in. What comes out is the third argument of a forward hook, which a "
            "pre-hook is not given.",
        ),
        Mistake(
            lambda expected, got, error: [shape for _, shape in got] == [shape for _, shape in expected],
            "The shapes are right, and a name is not. A module further in has its whole path, `first.second`: "
            "model.named_modules() gives it.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and len(got) == len(expected),
            "A note is (name, shape): the whole shape, as a plain tuple, of what that very module gives. The hook is "
            "registered on `module`.",
        ),
    ],
)
