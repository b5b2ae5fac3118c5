"""Names and small modules for the exercises of this lesson, and mistakes that several of them know."""

from ...define import Mistake
from ..fact_words import stops, where

SETUP = """
        from minitorch.nn.module.call import (
            Call,
            Seen,
            _global_forward_hooks,
            _global_forward_hooks_with_kwargs,
            _global_forward_pre_hooks,
            pair,
            register,
            register_module_forward_hook,
            register_module_forward_pre_hook,
        )

        class Double(Call):
            def forward(self, x, plus=0):
                return 2 * x + plus

        class Told(Double):
            def _call_with_hooks(self, args, kwargs):
                self.__dict__.setdefault("told", []).append((args, kwargs))
                return super()._call_with_hooks(args, kwargs)

        def note(seen, name):
            def hook(module, *given):
                seen.append(name)
            return hook

        def tried(call, *args, **kwargs):
            try:
                return call(*args, **kwargs)
            except Exception as error:
                return f"{type(error).__name__}: {error}"
    """

MOVED = Mistake(
    lambda expected, got, error: "changed size during iteration" in str(error) or "mutated during" in str(error),
    "A hook may remove itself while it runs, and then the dictionary changes under your loop. Loop over a list made of it.",
)
STARS = Mistake(
    lambda expected, got, error: (
        "_call_with_hooks() takes 3 positional" in str(error)
        or "_call_with_hooks() missing" in str(error)
        or "_call_with_hooks() got an unexpected keyword" in str(error)
    ),
    "_call_with_hooks takes the arguments as they are, a tuple and a dictionary: `self._call_with_hooks(args, kwargs)`, "
    "without stars.",
)

OF_A_CALL = [
    stops(
        "no attribute 'told'",
        "There is a hook, and self._call_with_hooks(args, kwargs) is not called. It does all that is to be done then.",
    ),
    where(
        ("ValueError: in a hook", ["fails"]),
        "The error of a hook goes on to whoever called. Neither catch it here nor call the hook again.",
    ),
    where(
        ((1, 2), {"plus": 3}, None, True, (), {}, None, 0),
        "A new Seen has args and kwargs as they were handed in, None for its result, and an empty set of its own.",
    ),
    stops("'dict' object has no attribute 'add'", "`{}` is an empty dictionary. An empty set is set()."),
    stops(
        "no attribute 'ran'",
        "The set gets a name in __init__ that is forgotten at its end. Store it in the object: self.ran.",
    ),
    stops(
        "cannot unpack non-iterable int",
        "A dictionary in a loop gives its keys. Number and hook together are given by `.items()`.",
    ),
    stops(
        '(not "dict") to tuple',
        "forward is handed a tuple and a dictionary. With the stars it gets what is in them: forward(*args, **kwargs).",
    ),
]

OF_PRE_HOOKS = [
    where(
        108,
        "Each pre-hook is given what the one before it left in seen.args, and forward what the last one left there.",
    ),
    stops(
        "argument after ** must be a mapping",
        "A tuple of two from a plain pre-hook is two arguments. Only one that is marked returns (args, kwargs).",
    ),
    stops(
        "argument after * must be an iterable, not NoneType",
        "seen.args has become None. A pre-hook that returns nothing leaves the arguments alone.",
    ),
    Mistake(
        lambda expected, got, error: isinstance(error, KeyError),
        "A number is asked of a dictionary that lacks it. Only marked hooks stand in ..._with_kwargs, so ask `number in`; and number "
        "and hook come together from `.items()`, of each of the two dictionaries.",
    ),
    where((["none"], 6), "How a hook is called is said by its mark alone, not by what it could take."),
    where((7, 6), "_run_forward_hook returns what the hook returns, and leaves seen.result alone: its caller decides."),
    where(6, "The new keyword arguments take the place of the old ones: what the hook leaves out is gone."),
    Mistake(
        lambda expected, got, error: expected[0] == ["prepended", "first", "prepended"] and "first" not in got[0],
        "A pre-hook is not called. One that returns nothing only looks: go on with the next.",
    ),
    stops(
        "cannot create weak reference to 'bool'",
        "In a mark `wanted` comes first, and then the dictionary: (with_kwargs, self._forward_pre_hooks_with_kwargs).",
    ),
    stops(
        "cannot unpack non-iterable bool",
        "marks is a list of pairs, also where there is only one: [(wanted, dictionary)].",
    ),
    stops("'bool' object is not iterable", "register takes the marks third and prepend fourth."),
    stops(
        "takes 2 positional arguments but 3",
        "A hook that takes two things is called with three. Is it registered, marked and asked for its mark where pre-hooks are?",
    ),
    stops(
        "missing 1 required positional argument: 'result'",
        "A hook that takes four things is called with three: its mark is not seen, or what it returns is not handed on.",
    ),
    stops(
        "multiple values for argument",
        "Both come back from such a hook, the arguments and those by name: seen.args, seen.kwargs = pair(found).",
    ),
    stops(
        "cannot unpack non-iterable int",
        "A dictionary in a loop gives its keys. Loop over the items of both, in a new list.",
    ),
]
