"""The arguments of a call, in order."""

from ...define import Case, Exercise, Wrong

SETUP = '''
from minitorch.ops.op import bind_by_name


class Form:
    """What bind knows of an operation: its parameters, the defaults of the last of them, and the name behind a star."""

    def __init__(self, parameters, defaults=(), star=None):
        self.name, self.parameters, self.defaults, self.star = "form", parameters, defaults, star


reduction = Form(("x", "dim", "keepdim"), (None, False))
'''

exercise = Exercise(
    "bind",
    title="The arguments of a call, in order",
    difficulty=2,
    minutes=6,
    target="minitorch.ops.op:Op.bind",
    setup=SETUP,
    stub='''
        def bind(self, args, kwargs):
            """The arguments of a call as one tuple in the order of self.parameters, with defaults filled in.

            Arguments by name, and too few or too many of them: what bind_by_name(self, args, kwargs) returns or raises.
            """
            ...
    ''',
    solution='''
        def bind(self, args, kwargs):
            """The arguments of a call as one tuple in the order of self.parameters, with defaults filled in."""
            missing = len(self.parameters) - len(args)
            if not kwargs and (missing == 0 or (self.star and missing < 0)):
                return args
            if not kwargs and 0 < missing <= len(self.defaults):
                return args + self.defaults[-missing:]
            return bind_by_name(self, args, kwargs)
    ''',
    why="The defaults belong to the last parameters, so the ones that are missing are the last of the defaults. With them "
    "filled in, everything after this line can count on one tuple in one order.",
    facts=[
        Case('bind(Form(("x", "y")), (1, 2), {})', (1, 2)),
        Case("bind(reduction, (7,), {})", (7, None, False)),
        Case("bind(reduction, (7, 1), {})", (7, 1, False)),
        Case("bind(reduction, (7, 1, True), {})", (7, 1, True)),
        Case('bind(reduction, (7,), {"keepdim": True})', (7, None, True)),
        Case('bind(reduction, (7,), {"axis": 1})', (7, 1, False)),
        Case('bind(Form(("dim",), star="parts"), (0, 5, 6, 7), {})', (0, 5, 6, 7)),
        Case('bind(Form(("dim",), star="parts"), (0,), {})', (0,)),
        Case('bind(Form(("x", "y")), (1,), {})', raises=TypeError),
        Case('bind(Form(("x", "y")), (1, 2, 3), {})', raises=TypeError),
        Case("bind(reduction, (), {})", raises=TypeError),
        Case('bind(reduction, (7,), {"colour": 1})', raises=TypeError, match="colour"),
    ],
    wrong=[
        Wrong(
            """
            def bind(self, args, kwargs):
                if kwargs:
                    return bind_by_name(self, args, kwargs)
                return args
            """,
            "The defaults are missing: a call that leaves an argument out gets a tuple that is too short.",
        ),
        Wrong(
            """
            def bind(self, args, kwargs):
                if kwargs or len(args) + len(self.defaults) < len(self.parameters):
                    return bind_by_name(self, args, kwargs)
                if len(args) > len(self.parameters) and not self.star:
                    return bind_by_name(self, args, kwargs)
                return args + self.defaults[-(len(self.parameters) - len(args)) :]
            """,
            "When nothing is missing, `defaults[-0:]` is all of them: a count of 0 from the end is the whole tuple. Return the "
            "arguments as they are first.",
        ),
        Wrong(
            """
            def bind(self, args, kwargs):
                missing = len(self.parameters) - len(args)
                if not kwargs and (missing == 0 or (self.star and missing < 0)):
                    return args
                if not kwargs and 0 < missing <= len(self.defaults):
                    return args + self.defaults[:missing]
                return bind_by_name(self, args, kwargs)
            """,
            "These are the first defaults. The defaults belong to the last parameters, and so do the arguments that are missing: "
            "take them from the end.",
        ),
        Wrong(
            """
            def bind(self, args, kwargs):
                missing = len(self.parameters) - len(args)
                if not kwargs and missing == 0:
                    return args
                if not kwargs and 0 < missing <= len(self.defaults):
                    return args + self.defaults[-missing:]
                return bind_by_name(self, args, kwargs)
            """,
            "An operation with a star takes any number of arguments more: with `self.star`, more than `parameters` is right.",
        ),
        Wrong(
            """
            def bind(self, args, kwargs):
                missing = len(self.parameters) - len(args)
                if missing <= 0:
                    return args
                if missing <= len(self.defaults):
                    return args + self.defaults[-missing:]
                return bind_by_name(self, args, kwargs)
            """,
            "Arguments by name are lost, and too many are let through. Ask for `kwargs` first, and for the star when there are "
            "more arguments than parameters.",
        ),
        Wrong(
            """
            def bind(self, args, kwargs):
                missing = len(self.parameters) - len(args)
                if not kwargs and (missing == 0 or (self.star and missing < 0)):
                    return args
                if not kwargs and missing > 0:
                    return args + self.defaults[-missing:]
                return bind_by_name(self, args, kwargs)
            """,
            "A parameter without a default was left out, and nobody says so. When more is missing than there are defaults, "
            "bind_by_name has the error.",
        ),
        Wrong(
            """
                def bind(self, args, kwargs):
                    return args + self.defaults
            """,
            "All defaults are added, whatever was given. Only those of the arguments that are missing are wanted, and "
            "they are the last.",
        ),
        Wrong(
            """
                def bind(self, args, kwargs):
                    missing = len(self.parameters) - len(args)
                    if kwargs: return args + tuple(kwargs.values())
                    if missing == 0 or (self.star and missing < 0):
                        return args
                    if 0 < missing <= len(self.defaults):
                        return args + self.defaults[-missing:]
                    return bind_by_name(self, args, kwargs)
            """,
            "The values of the arguments by name are put at the end, whatever their names. bind_by_name puts each in "
            "its place.",
        ),
        Wrong(
            """
                def bind(self, args, kwargs):
                    missing = len(self.parameters) - len(args)
                    if not kwargs and missing <= 0:
                        return args[:len(self.parameters)]
                    if not kwargs and 0 < missing <= len(self.defaults):
                        return args + self.defaults[-missing:]
                    return bind_by_name(self, args, kwargs)
            """,
            "Arguments that are too many are cut off without a word, those of a star as well. bind_by_name has the "
            "error; with a star they are right.",
        ),
        Wrong(
            """
                def bind(self, args, kwargs):
                    missing = len(self.parameters) - len(args)
                    if not kwargs and (missing == 0 or (self.star and missing < 0)):
                        return args
                    if not kwargs and 0 < missing <= len(self.defaults):
                        return args + (None,) * missing
                    return bind_by_name(self, args, kwargs)
            """,
            "What is missing is filled with None. The defaults of the op are in self.defaults, and the missing "
            "arguments get the last of them.",
        ),
    ],
    hints=[
        "How many arguments are missing? The usual calls: none, or as many as there are defaults for.",
        "With missing = len(self.parameters) - len(args): if it is 0, the arguments are complete. Defaults belong to the last "
        "parameters, so self.defaults[-missing:] are those that are missing.",
        "Without kwargs: return args if missing == 0, or if self.star and missing < 0; return args + self.defaults[-missing:] if "
        "0 < missing <= len(self.defaults). Everything else goes to bind_by_name.",
    ],
)
