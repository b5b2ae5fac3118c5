"""The arguments of a call, in order."""

from ...define import Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = '''
from minitorch.ops.op import bind_by_name
from minitorch.ops.pointwise.arithmetic import mul
from minitorch.ops.reduction.sum import _sum


class Joining:
    """An op with any number of arguments: (dim, *parts)."""

    name, parameters, defaults, star = "joining", ("dim",), (), "parts"
'''

SOLUTION = '''
def bind(self, args, kwargs):
    """The arguments in the order of the forward's parameters, with defaults where nothing was said."""
    missing = len(self.parameters) - len(args)
    if kwargs or missing > len(self.defaults) or (missing < 0 and not self.star):
        return bind_by_name(self, args, kwargs)
    return args + self.defaults[-missing:] if missing > 0 else args
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "bind",
    title="The arguments of a call, in order",
    difficulty=2,
    minutes=4,
    target="minitorch.ops.op:Op.bind",
    setup=SETUP,
    stub='''
        def bind(self, args, kwargs):
            """The arguments of a call as a tuple, in the order of self.parameters,
            with defaults where nothing was said.

            args is the tuple of those in order, kwargs the dictionary of those by
            name. Where something was said by name, and where there are too few
            arguments or too many, bind_by_name(self, args, kwargs) is the answer:
            it sorts them, or raises. With self.star there are never too many.
            """
            ...
    ''',
    solution=SOLUTION,
    why="A default belongs to a place at the end, so what is missing is always the last part of the defaults.",
    facts=[
        told("nothing missing", "bind(mul, (2, 3), {})", (2, 3)),
        told("one given", "bind(_sum, (7,), {})", (7, None, False, None)),
        told("two given", "bind(_sum, (7, 0), {})", (7, 0, False, None)),
        told("three given", "bind(_sum, (7, 0, True), {})", (7, 0, True, None)),
        told("all given", "bind(_sum, (7, 0, True, 'kind'), {})", (7, 0, True, "kind")),
        told("by name", "bind(_sum, (7,), {'keepdim': True})", (7, None, True, None)),
        told("by another name", "bind(_sum, (7,), {'axis': 1})", (7, 1, False, None)),
        told("any number", "bind(Joining, (0, 'a', 'b', 'c'), {})", (0, "a", "b", "c")),
        told("none of any number", "bind(Joining, (0,), {})", (0,)),
        Case("bind(mul, (2,), {})", raises=TypeError, match="invalid combination"),
        Case("bind(mul, (2, 3, 4), {})", raises=TypeError, match="invalid combination"),
        Case("bind(_sum, (), {})", raises=TypeError, match="invalid combination"),
        Case("bind(mul, (2,), {'y': 3, 'z': 4})", raises=TypeError, match="unexpected keyword"),
    ],
    wrong=[
        wrong(
            "`defaults[-0:]` is all of the defaults, not none: where nothing is missing, nothing is added.",
            (" if missing > 0 else args", ""),
        ),
        wrong(
            "All defaults are added, whatever was given. Of the defaults, only the last ones are missing: as many as `missing`.",
            ("self.defaults[-missing:]", "self.defaults"),
        ),
        wrong(
            "The first of the defaults are added. They belong to the last parameters, so the last ones are missing: "
            "`defaults[-missing:]`.",
            ("self.defaults[-missing:]", "self.defaults[:missing]"),
        ),
        wrong(
            "Defaults start after the arguments that were given, and `defaults` does not hold a place for the parameters "
            "without one: count from its end.",
            ("self.defaults[-missing:]", "self.defaults[len(args) :]"),
        ),
        wrong(
            "What was said by name is lost: where kwargs has anything in it, `return bind_by_name(self, args, kwargs)`.",
            ("if kwargs or missing", "if missing"),
        ),
        wrong(
            "Too few arguments go through without an error. Where more is missing than there are defaults, bind_by_name raises.",
            ("missing > len(self.defaults) or ", ""),
        ),
        wrong(
            "Too many arguments go through without an error. Where there are more than parameters, and no star, bind_by_name "
            "raises.",
            (" or (missing < 0 and not self.star)", ""),
        ),
        wrong(
            "An op with a star takes any number of arguments: more than its parameters are not too many.",
            (" and not self.star", ""),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "can only concatenate" in str(error),
            "args and self.defaults are tuples, and a tuple is added to a tuple.",
        ),
        *tells(
            nothing_missing="Where every parameter has its argument, the answer is args.",
            one_given="Behind the arguments come as many of the last defaults as are missing.",
            two_given="Behind the arguments come as many of the last defaults as are missing.",
            three_given="Behind the arguments come as many of the last defaults as are missing.",
            all_given="Where every parameter has its argument, the answer is args, without any default.",
            by_name="Where kwargs has anything in it, the answer is bind_by_name(self, args, kwargs).",
            by_another_name="Where kwargs has anything in it, the answer is bind_by_name(self, args, kwargs).",
            any_number="With self.star there are never too many arguments: the answer is args.",
            none_of_any_number="An op with a star may be given nothing for it: the answer is args.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected is TypeError,
            "Too few arguments, too many, or a name that the forward does not have: bind_by_name(self, args, kwargs) raises.",
        ),
    ],
    hints=[
        "Count first: len(self.parameters) - len(args) are missing. Which counts can be served without bind_by_name?",
        "Of a tuple, t[-2:] are the last two. But t[-0:] is all of it, so that case is one of its own.",
        "bind_by_name if kwargs, or missing > len(self.defaults), or missing < 0 and not self.star; else args + "
        "self.defaults[-missing:] where missing > 0, and args where not.",
    ],
)
