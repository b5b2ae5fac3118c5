"""A hook, its number and its handle."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops, where

SOLUTION = '''
def register(hooks, hook, marks=(), prepend=False):
    """Keep the hook in `hooks` under the number of a new handle, and return the handle.

    marks    pairs (wanted, dictionary): where wanted is true, dictionary[number] becomes True as well
    prepend  the hook comes before those that are there

    handle.remove() has to take the number out of `hooks` and out of all those dictionaries.
    """
    handle = RemovableHandle(hooks, extra_dict=[dictionary for _, dictionary in marks])
    hooks[handle.id] = hook
    for wanted, dictionary in marks:
        if wanted:
            dictionary[handle.id] = True
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle
'''

exercise = Exercise(
    "add_hook",
    title="A number for each hook",
    difficulty=2,
    minutes=7,
    target="minitorch.nn.module.call:register",
    setup="""
        from collections import OrderedDict

        from minitorch.autograd.handle import RemovableHandle
    """,
    stub='''
        def register(hooks, hook, marks=(), prepend=False):
            """Keep the hook in `hooks` under the number of a new handle, and return the handle.

            marks    pairs (wanted, dictionary): where wanted is true, dictionary[number] becomes True as well
            prepend  the hook comes before those that are there

            handle.remove() has to take the number out of `hooks` and out of all those dictionaries.
            """
            ...
    ''',
    solution=SOLUTION,
    why="The number says which registration is meant, and is never given out twice. What is known about a hook stands under the same "
    "number, so the handle can take all of it away.",
    facts=[
        Case(
            """
            hooks = OrderedDict()
            handle = register(hooks, "a")
            (hooks == {handle.id: "a"}, type(handle).__name__)
            """,
            (True, "RemovableHandle"),
            changes=True,
        ),
        Case(
            """
            hooks = OrderedDict()
            register(hooks, "a"), register(hooks, "b"), register(hooks, "c", prepend=True)
            list(hooks.values())
            """,
            ["c", "a", "b"],
            changes=True,
        ),
        Case(
            """
            hooks = OrderedDict()
            first, second = register(hooks, "a"), register(hooks, "a")
            first.remove(), first.remove()
            third = register(hooks, "b")
            (list(hooks.values()), len({first.id, second.id, third.id}))
            """,
            (["a", "b"], 3),
            changes=True,
        ),
        Case(
            """
            hooks, asks, always = OrderedDict(), OrderedDict(), OrderedDict()
            a = register(hooks, "a", [(False, asks), (False, always)])
            b = register(hooks, "b", [(True, asks), (False, always)])
            c = register(hooks, "c", [(True, asks), (True, always)])
            (asks == {b.id: True, c.id: True}, always == {c.id: True})
            """,
            (True, True),
            changes=True,
        ),
        Case(
            """
            hooks, asks, always = OrderedDict(), OrderedDict(), OrderedDict()
            a = register(hooks, "a", [(True, asks), (True, always)])
            b = register(hooks, "b", [(True, asks), (False, always)])
            a.remove()
            (list(hooks.values()), asks == {b.id: True}, len(always))
            """,
            (["b"], True, 0),
            changes=True,
        ),
        Case(
            """
            hooks, asks = OrderedDict(), OrderedDict()
            a = register(hooks, "a")
            b = register(hooks, "b", [(True, asks)], True)
            c = register(hooks, "c", prepend=True)
            b.remove()
            (list(hooks.values()), len(asks))
            """,
            (["c", "a"], 0),
            changes=True,
        ),
        Case(
            """
            hooks = OrderedDict()
            with register(hooks, "a"):
                inside = list(hooks.values())
            (inside, len(hooks))
            """,
            (["a"], 0),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("hooks, extra_dict=[dictionary for _, dictionary in marks])", "hooks)")),
            "When the handle removes the hook, its marks stay behind. The handle has to know those dictionaries: give it "
            "extra_dict=[...], a list of them.",
        ),
        Wrong(
            edited(
                SOLUTION, ("if wanted:\n            dictionary[handle.id] = True", "dictionary[handle.id] = wanted")
            ),
            "A hook that is not to be marked stands in the dictionary, too. That a number is there is the mark: leave it out where "
            "`wanted` is false.",
        ),
        Wrong(
            edited(SOLUTION, ("\n    if prepend:\n        hooks.move_to_end(handle.id, last=False)", "")),
            "A hook with prepend=True stands behind the others. `hooks.move_to_end(handle.id, last=False)` moves it to the front; "
            "without last=False it moves to the end.",
        ),
        Wrong(
            """
            def register(hooks, hook, marks=(), prepend=False):
                handle = RemovableHandle(hooks, extra_dict=[dictionary for _, dictionary in marks])
                hooks[len(hooks)] = hook
                for wanted, dictionary in marks:
                    if wanted:
                        dictionary[len(hooks)] = True
                if prepend:
                    hooks.move_to_end(len(hooks) - 1, last=False)
                return handle
            """,
            "The hook stands under a number of your own. The handle removes what stands under *its* number, `handle.id`.",
        ),
        Wrong(
            edited(SOLUTION, ("dictionary[handle.id] =", "dictionary[hook] =")),
            "The marks do not stand under this handle's number. The same function may be registered twice, and only that number "
            "says which of the two is meant: dictionary[handle.id].",
        ),
        Wrong(
            """
            def register(hooks, hook, marks=(), prepend=False):
                handle = RemovableHandle(hooks, extra_dict=[dictionary for _, dictionary in marks])
                if prepend:
                    hooks = OrderedDict([(handle.id, hook), *hooks.items()])
                else:
                    hooks[handle.id] = hook
                for wanted, dictionary in marks:
                    if wanted:
                        dictionary[handle.id] = True
                return handle
            """,
            "With prepend=True you make a new dictionary, and the module never hears of it. Change the one that was given.",
        ),
        Wrong(
            edited(SOLUTION, ("return handle", "return handle.id")),
            "You return the number. Whoever registers a hook waits for the handle, whose remove() takes it away.",
        ),
        Wrong(
            edited(SOLUTION, ("return handle", "return handle.remove")),
            "You return the method. Whoever registers a hook waits for the handle itself: it has a number, and works with `with`.",
        ),
        Wrong(
            edited(SOLUTION, ("if prepend:", "if not prepend:")),
            "The order is turned round: only where prepend is true does a hook move to the front.",
        ),
        Wrong(
            edited(SOLUTION, ("handle.id] = True", "handle.id] = hook")),
            "The mark is True: dictionary[handle.id] = True. The hook itself stands in `hooks`.",
        ),
    ],
    hints=[
        "`RemovableHandle(hooks, extra_dict=[...])` makes a handle with a new number, `handle.id`. All that is kept stands under it.",
        "Three steps: `hooks[handle.id] = hook`; the marks, where they are wanted; and the order, where prepend is true.",
        "`for wanted, dictionary in marks: if wanted: dictionary[handle.id] = True`, then "
        "`if prepend: hooks.move_to_end(handle.id, last=False)`, and return the handle.",
    ],
    mistakes=[
        where(
            (["b"], True, 0),
            "A mark is left behind when the handle takes its hook away, or another hook's goes: extra_dict is a list of all the "
            "dictionaries in `marks`, and each mark stands under the handle's own number.",
        ),
        where(
            (True, True),
            "The marks do not stand under this handle's number. Where `wanted` is true: dictionary[handle.id] = True, in that very "
            "dictionary, and a handle for each registration is enough.",
        ),
        Mistake(
            lambda expected, got, error: expected == ["c", "a", "b"] and got == ["c"],
            "The hooks that were there are gone. A second name for a dictionary is no copy: clear() empties what both stand for.",
        ),
        stops(
            "cannot create weak reference to 'str'",
            "A handle is made with the dictionary from which it removes: RemovableHandle(hooks, ...).",
        ),
        Mistake(
            lambda expected, got, error: any(
                f"weak reference to '{kind}'" in str(error) for kind in ("tuple", "dict_values", "bool")
            ),
            "extra_dict is a list, with square brackets, of the dictionaries alone, without `wanted`.",
        ),
        stops("need more than 1 value", "A hook is put under its number: hooks[handle.id] = hook."),
        stops(
            "does not support item assignment",
            "In each pair of marks `wanted` comes first, and the dictionary second. The mark is put into the dictionary.",
        ),
        Mistake(
            lambda expected, got, error: (
                expected == (True, "RemovableHandle") and isinstance(got, tuple) and got[0] is False
            ),
            "`hooks` does not have the hook under the handle's number. It goes from number to hook: hooks[handle.id] = hook.",
        ),
        Mistake(
            lambda expected, got, error: "'NoneType' object has no attribute" in str(error),
            "It returns None. Return the handle: without it nobody can take the hook away.",
        ),
        Mistake(
            lambda expected, got, error: "has no attribute 'append'" in str(error),
            "`hooks` is a dictionary from numbers to hooks: hooks[handle.id] = hook.",
        ),
        Mistake(
            lambda expected, got, error: "cannot create weak reference to 'list'" in str(error),
            "The handle's first argument is the dictionary of hooks; the list of further dictionaries is extra_dict.",
        ),
    ],
)
