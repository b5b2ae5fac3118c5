"""What is asked of a value."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import bare, edited
from ..fact_words import stops, where

SOLUTION = '''
def check_parameter(name, value):
    """Raise unless `value` can be registered as a parameter: it has to be a Parameter, and a leaf.

    What is none: refuse(value, "parameter", name, "minitorch.nn.Parameter"). A result: raise computed_error(name).
    """
    if not isinstance(value, mt.nn.Parameter):
        refuse(value, "parameter", name, "minitorch.nn.Parameter")
    if value.grad_fn is not None:
        raise computed_error(name)


def announce(kind, module, name, value):
    """Call the hooks in registration_hooks[kind], a dictionary, one after the other; return what is to be kept.

    Each is called as hook(module, name, value). What it returns takes the place of the value, if it is not None.
    """
    for hook in list(registration_hooks[kind].values()):
        found = hook(module, name, value)
        value = value if found is None else found
    return value
'''
RIGHT = bare(SOLUTION)

exercise = Exercise(
    "announce",
    title="A value is looked at",
    difficulty=2,
    minutes=5,
    target="minitorch.nn.module.registry:announce",
    covers=("minitorch.nn.module.registry:check_parameter",),
    installed=True,
    setup="from minitorch.nn.module.registry import computed_error, refuse, registration_hooks",
    stub='''
        def check_parameter(name, value):
            """Raise unless `value` can be registered as a parameter: it has to be a Parameter, and a leaf.

            What is none: refuse(value, "parameter", name, "minitorch.nn.Parameter"). A result: raise computed_error(name).
            """
            ...


        def announce(kind, module, name, value):
            """Call the hooks in registration_hooks[kind], a dictionary, one after the other; return what is to be kept.

            Each is called as hook(module, name, value). What it returns takes the place of the value, if it is not None.
            """
            ...
    ''',
    solution=SOLUTION,
    why="A hook that only looks returns nothing, and nothing is None: so None means `keep what there is`. (A "
    "loop over a copy, `list(...)`, goes on when a hook takes itself away.)",
    facts=[
        Case(
            """
            m = mt.nn.Module()
            m.register_parameter("w", mt.nn.Parameter(mt.ones(2)))
            list(m._parameters)
            """,
            ["w"],
        ),
        Case(
            "mt.nn.Module().register_parameter('w', mt.ones(2))",
            raises=TypeError,
            match="object to parameter 'w' (minitorch.nn.Parameter or None required)",
        ),
        Case("mt.nn.Module().register_parameter('w', [1.0])", raises=TypeError, match="cannot assign 'list' object"),
        Case("mt.nn.Module().register_parameter('w', mt.nn.Buffer(mt.ones(2)))", raises=TypeError, match="required"),
        Case(
            """
            grown = mt.nn.Parameter(mt.ones(2), requires_grad=False)
            grown.mul_(mt.ones(2, requires_grad=True))
            mt.nn.Module().register_parameter("w", grown)
            """,
            raises=ValueError,
            match="Cannot assign non-leaf Tensor to parameter 'w'",
            changes=True,
        ),
        Case(
            """
            class Special(mt.nn.Parameter):
                pass

            m = mt.nn.Module()
            m.register_parameter("w", Special(mt.ones(2)))
            type(m.w).__name__
            """,
            "Special",
        ),
        Case(
            """
            frozen = mt.nn.Parameter(mt.arange(2), requires_grad=False)
            m = mt.nn.Module()
            m.register_parameter("w", frozen)
            m.w is frozen
            """,
            True,
        ),
        Case(
            """
            seen = []
            m, w = mt.nn.Module(), mt.nn.Parameter(mt.ones(2))
            with mt.nn.module.register_module_parameter_registration_hook(lambda *said: seen.append(said)):
                m.w = w
            (len(seen), seen[0][0] is m, seen[0][1], seen[0][2] is w, m.w is w)
            """,
            (1, True, "w", True, True),
            changes=True,
        ),
        Case(
            """
            m = mt.nn.Module()
            with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: b + 1):
                with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: b * 10):
                    m.register_buffer("mean", mt.ones(2))
            m.mean.tolist()
            """,
            [20.0, 20.0],
            changes=True,
        ),
        Case(
            """
            m = mt.nn.Module()
            with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: b + 1):
                with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: None):
                    m.register_buffer("mean", mt.ones(2))
            m.mean.tolist()
            """,
            [2.0, 2.0],
            changes=True,
        ),
        Case(
            """
            m = mt.nn.Module()
            with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: b * 0):
                m.register_buffer("count", mt.tensor(3))
            m.count.item()
            """,
            0,
            changes=True,
        ),
        Case(
            """
            seen = []
            m = mt.nn.Module()
            with mt.nn.module.register_module_module_registration_hook(lambda m, name, child: seen.append(name)):
                m.inner = mt.nn.Module()
                m.w = mt.nn.Parameter(mt.ones(2))
            seen
            """,
            ["inner"],
            changes=True,
        ),
        Case(
            """
            seen = []

            def once(module, name, value):
                seen.append(name)
                handle.remove()

            handle = mt.nn.module.register_module_parameter_registration_hook(once)
            m = mt.nn.Module()
            m.w, m.b = mt.nn.Parameter(mt.ones(2)), mt.nn.Parameter(mt.ones(2))
            (seen, list(m._parameters))
            """,
            (["w"], ["w", "b"]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(RIGHT, ("value = value if found is None else found", "value = found")),
            "A hook that only looks returns nothing, so its result is None, and None is kept instead of the value. Take the "
            "result only if it is not None.",
        ),
        Wrong(
            edited(RIGHT, ("value = value if found is None else found", "value = found or value")),
            "`or` asks whether the result is true: a tensor of zeros is not, and one of several numbers is neither. Ask "
            "`is None`.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "        found = hook(module, name, value)\n        value = value if found is None else found",
                    "        hook(module, name, value)",
                ),
            ),
            "A hook may return another value, which takes the place of this one. Keep what it returns, if it is not None.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "        value = value if found is None else found\n    return value",
                    "        return value if found is None else found\n    return value",
                ),
            ),
            "You return after the first hook. The others are to be called as well, each with what the one before gave: the "
            "`return` belongs behind the loop.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "        value = value if found is None else found\n    return value",
                    "    return value if found is None else found",
                ),
            ),
            "You keep only what the last hook said, and where there is no hook there is no `found`. Each hook is given the value "
            "that the one before it left.",
        ),
        Wrong(
            edited(RIGHT, ("list(registration_hooks[kind].values())", "list(registration_hooks[kind])")),
            "A loop over a dictionary gives its keys. The hooks are its values: `.values()`.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "list(registration_hooks[kind].values())",
                    "[h for hooks in registration_hooks.values() for h in hooks.values()]",
                ),
            ),
            "There is a dictionary of hooks for each kind. Only those of `kind` are to be called: `registration_hooks[kind]`.",
        ),
        Wrong(
            edited(RIGHT, ("hook(module, name, value)", "hook(value)")),
            "A hook is called with three things: hook(module, name, value).",
        ),
        Wrong(
            edited(RIGHT, ("    return value\n", "")),
            "Nothing is returned, so None is kept for every value. Return the value that is to be kept, also without any hook.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "    if not isinstance(value, mt.nn.Parameter):\n"
                    '        refuse(value, "parameter", name, "minitorch.nn.Parameter")\n',
                    "",
                ),
            ),
            "In `check_parameter`: a plain tensor passes as a parameter. What has not the mark is refused.",
        ),
        Wrong(
            edited(RIGHT, ("not isinstance(value, mt.nn.Parameter)", "not isinstance(value, mt.Tensor)")),
            "In `check_parameter`: every tensor passes. A parameter is one that has the mark: mt.nn.Parameter.",
        ),
        Wrong(
            edited(RIGHT, ("    if value.grad_fn is not None:\n        raise computed_error(name)\n", "")),
            "In `check_parameter`: a parameter that was computed passes. It has a grad_fn, and a parameter must be a "
            "leaf: `raise computed_error(name)`.",
        ),
        Wrong(
            edited(RIGHT, ("value.grad_fn is not None", "not value.requires_grad")),
            "In `check_parameter`: a frozen parameter is a parameter still. What is asked for is a leaf: `value.grad_fn is None`.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected is TypeError and error is None,
            "What is no Parameter goes through: in `check_parameter` a plain tensor, a Buffer and a list are for `refuse`, which "
            "raises the error.",
        ),
        Mistake(
            lambda expected, got, error: expected is not ValueError and isinstance(error, ValueError),
            "In `check_parameter`: a leaf is refused. What was computed has a grad_fn, and a leaf has none.",
        ),
        Mistake(
            lambda expected, got, error: expected is not TypeError and "cannot assign" in str(error),
            "In `check_parameter`: a Parameter is refused. `isinstance(value, mt.nn.Parameter)` lets all of them through, "
            "also those "
            "of a class that is derived from it.",
        ),
        stops("positional argument", "A hook is called with three things: hook(module, name, value)."),
        where(
            (1, True, "w", True, True),
            "A hook that only looks returns None, and then the value stays as it was. It is called as hook(module, name, value).",
        ),
        where(
            [20.0, 20.0],
            "The hooks of this kind are `registration_hooks[kind]`, in their order, and each is given what the one before left.",
        ),
        where([2.0, 2.0], "The second hook returns None: what the first made of the value stays."),
        where(
            0, "A hook may return a zero, which is a value as well. Only None says `keep what there is`: ask `is None`."
        ),
        where(["inner"], "There is a dictionary of hooks for each kind: `registration_hooks[kind]`."),
        where(["w"], "What is registered is what announce returns: the value, if no hook says anything else."),
    ],
    hints=[
        "announce: one loop over the hooks of the kind. Each gets the value as the one before left it.",
        "What a hook returns is kept only `if found is not None`. The hooks are the dictionary's values: `.values()`.",
        "`for hook in list(registration_hooks[kind].values()):`, in it `found = hook(module, name, value)`; behind the loop "
        "`return value`. In check_parameter two ifs: isinstance, and `value.grad_fn is not None`.",
    ],
)
