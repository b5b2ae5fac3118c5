"""A load that succeeds, or has not happened."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from .save_own import SETUP

GIVEN = """
    from collections import OrderedDict
    from collections.abc import Mapping
    from types import MappingProxyType
    from minitorch.nn.module.loading import Loading, _IncompatibleKeys, put_back, snapshot

    def after(module, state, **options):
        try:
            said = module.load_state_dict(state, **options)
        except BaseException as error:
            said = type(error).__name__
        return said if isinstance(said, str) else str(said)[:20], [p.tolist() for p in module.parameters()]

    class Late(Scale):
        def __init__(self, factor, error):
            super().__init__(factor)
            self.error = error

        def set_extra_state(self, state):
            raise self.error

        def get_extra_state(self):
            return 1
"""

SOLUTION = '''
def load_state_dict(self, state_dict, strict=True, assign=False):
    """Copy the tensors of a state_dict into this module's parameters and buffers, all of them or, after an error, none.

    The answer is the keys that did not match, as _IncompatibleKeys.
    """
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    loading = Loading(state_dict, assign)
    before = snapshot(self)
    try:
        loading.load(self, "", loading.state)
        loading.finish(self, strict)
    except BaseException:
        put_back(before)
        raise
    return _IncompatibleKeys(loading.missing, loading.unexpected)
'''

exercise = Exercise(
    "load_whole",
    title="All or nothing",
    difficulty=2,
    minutes=4,
    target="minitorch.nn.module.state:State.load_state_dict",
    installed=True,
    setup=(SETUP + GIVEN).replace("\n    ", "\n"),
    stub='''
        def load_state_dict(self, state_dict, strict=True, assign=False):
            """Copy the tensors of a state_dict into this module's parameters and buffers, all of them or, after an error, none.

            The answer is the keys that did not match, as _IncompatibleKeys.
            """
            if not isinstance(state_dict, Mapping):
                raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
            ...
    ''',
    solution=SOLUTION,
    why="Note what is there, try, and after any error put it back and let the error go on. That is how anything is changed "
    "all or not at all, a module in memory or a file on a disk.",
    facts=[
        Case(
            "scale, given = Scale(1.0), mt.tensor([5.0])\nheld = scale.factor\nscale.load_state_dict({'factor': given})\n"
            "given.fill_(9.0)\n(scale.factor is held, held.tolist())",
            (True, [5.0]),
            changes=True,
        ),
        Case(
            "pair = Pair(Scale(1.0), Scale(2.0))\nafter(pair, {'first.factor': mt.tensor([5.0]), 'second.factor': mt.tensor([6.0])})",
            ("<All keys matched su", [[5.0], [6.0]]),
            changes=True,
        ),
        Case(
            "pair = Pair(Scale(1.0), Scale(2.0))\nafter(pair, {'first.factor': mt.tensor([5.0])})",
            ("RuntimeError", [[1.0], [2.0]]),
            changes=True,
        ),
        Case(
            "pair = Pair(Scale(1.0), Scale(2.0))\nafter(pair, {'first.factor': mt.tensor([5.0]), 'x': mt.ones(1)}, strict=False)",
            ("_IncompatibleKeys(mi", [[5.0], [2.0]]),
            changes=True,
        ),
        Case(
            "pair, state = Pair(Scale(1.0), Scale(2.0)), {'first.factor': mt.ones(1), 'x': mt.ones(1)}\n"
            "found = pair.load_state_dict(state, strict=False)\n"
            "(found.missing_keys, found.unexpected_keys)",
            (["second.factor"], ["x"]),
            changes=True,
        ),
        Case(
            "pair, state = Pair(Scale(1.0), Scale(2.0)), {'first.factor': mt.ones(2), 'second.factor': mt.zeros(1)}\n"
            "after(pair, state, strict=False)",
            ("RuntimeError", [[1.0], [2.0]]),
            changes=True,
        ),
        Case("after(Scale(1.0), [('factor', mt.ones(1))])", ("TypeError", [[1.0]]), changes=True),
        Case(
            "after(Scale(1.0), MappingProxyType({'factor': mt.zeros(1)}))",
            ("<All keys matched su", [[0.0]]),
            changes=True,
        ),
        Case(
            "pair = Pair(Scale(1.0), Late(2.0, ValueError('no')))\nafter(pair, Pair(Scale(8.0), Late(8.0, None)).state_dict())",
            ("ValueError", [[1.0], [2.0]]),
            changes=True,
        ),
        Case(
            "pair = Pair(Scale(1.0), Late(2.0, KeyboardInterrupt()))\nafter(pair, Pair(Scale(8.0), Late(8.0, None)).state_dict())",
            ("KeyboardInterrupt", [[1.0], [2.0]]),
            changes=True,
        ),
        Case(
            "scale, given = Scale(1.0), mt.nn.Parameter(mt.tensor([5.0]))\nscale.load_state_dict({'factor': given}, assign=True)\n"
            "scale.factor is given",
            True,
            changes=True,
        ),
        Case(
            "pair = Pair(Scale(1.0), Scale(2.0))\nheld = pair.first.factor\n"
            "said = after(pair, {'first.factor': mt.ones(1), 'second.factor': mt.ones(2)}, assign=True)\n"
            "(said[0], pair.first.factor is held)",
            ("RuntimeError", True),
            changes=True,
        ),
        Case(
            "pair, state = Pair(Scale(1.0), Scale(2.0)), {'gain': mt.tensor([5.0]), 'second.factor': mt.ones(1)}\n"
            "pair.register_load_state_dict_pre_hook(lambda module, state, *rest: state.update({'first.factor': state.pop('gain')}))\n"
            "(after(pair, state)[1], list(state))",
            ([[5.0], [1.0]], ["gain", "second.factor"]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("        put_back(before)\n        raise", "        put_back(before)")),
            "The error is swallowed: whoever called believes that all was loaded. After put_back, `raise` it again.",
        ),
        Wrong(
            edited(SOLUTION, ("        put_back(before)\n", "")),
            "After an error the module is half loaded. Put back what snapshot noted before you let the error go on.",
        ),
        Wrong(
            edited(SOLUTION, ("    except BaseException:", "    except Exception:")),
            "KeyboardInterrupt is no Exception, and whoever presses Ctrl-C in a load is left with half of it. `except "
            "BaseException` catches it, too.",
        ),
        Wrong(
            edited(SOLUTION, ("    except BaseException:", "    except RuntimeError:")),
            "A class may raise anything in the middle of a load, not RuntimeError alone. Put back after any error.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    except BaseException:\n        put_back(before)\n        raise",
                    "    finally:\n        put_back(before)",
                ),
            ),
            "`finally` is run after success as well, and takes back what was loaded. Put back only after an error.",
        ),
        Wrong(
            edited(SOLUTION, ("        loading.finish(self, strict)\n", "")),
            "Nobody raises: the problems were noted, and loading.finish says them.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("        loading.finish(self, strict)\n", ""),
                ("    return _Inc", "    loading.finish(self, strict)\n    return _Inc"),
            ),
            "finish raises outside the `try`, when nothing is put back any more. It is a part of what may fail.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    before = snapshot(self)\n", ""),
                (
                    '        loading.load(self, "", loading.state)\n',
                    '        loading.load(self, "", loading.state)\n        before = snapshot(self)\n',
                ),
            ),
            "The snapshot comes too late: it notes what the load has already changed.",
        ),
        Wrong(
            edited(SOLUTION, ("finish(self, strict)", "finish(self, True)")),
            "strict gets lost: hand it on to finish.",
        ),
        Wrong(
            edited(SOLUTION, ("Loading(state_dict, assign)", "Loading(state_dict, False)")),
            "assign gets lost: hand it on to Loading.",
        ),
        Wrong(
            edited(SOLUTION, ('"", loading.state)', '"", state_dict)')),
            "The hooks of the load then change the dictionary of whoever called. Loading has one of its own: loading.state.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "_IncompatibleKeys(loading.missing, loading.unexpected)",
                    "_IncompatibleKeys(loading.unexpected, loading.missing)",
                ),
            ),
            "Missing and unexpected have changed places in the answer.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("_IncompatibleKeys(loading.missing, loading.unexpected)", "(loading.missing, loading.unexpected)"),
            ),
            "The answer is a plain tuple; _IncompatibleKeys gives the two lists their names, and prints as good news.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "state_dict" in str(error),
            "A good state is refused. The load begins at the module itself, with an empty prefix and the whole state: "
            'loading.load(self, "", loading.state).',
        ),
        Mistake(
            lambda expected, got, error: expected == (True, [5.0]) and got != expected and error is None,
            "Without assign, the numbers are copied into the tensors that are there: Loading(state_dict, assign).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and got[0] == "RecursionError",
            "The way back is a load again, which fails at the same place and goes back once more. put_back(before) needs no load.",
        ),
        Mistake(
            lambda expected, got, error: got is not None and isinstance(got, tuple) and got[0] == "UnboundLocalError",
            "put_back needs what snapshot noted: take the snapshot before the `try`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and got[0] == "None",
            "Nothing is returned: end with `return _IncompatibleKeys(loading.missing, loading.unexpected)`.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple)
                and str(expected[0]).endswith(("Error", "Interrupt"))
                and got[0] != expected[0]
            ),
            "An error is expected to come out here, and another thing comes. finish raises what was noted; every error goes on "
            "after put_back, with a `raise` alone.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple) and str(expected[0]).endswith(("Error", "Interrupt")) and got != expected
            ),
            "After the error the module is not as it was. The snapshot comes before the load, and put_back(before) after any "
            "error, whichever it is.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple) and isinstance(got, tuple) and got[0] in ("AttributeError", "TypeError")
            ),
            'A call inside does not fit. The load is `Loading(state_dict, assign)`; then loading.load(self, "", loading.state) and '
            "loading.finish(self, strict).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and error is None and got != expected,
            'Something else is loaded, or reported, than should be. Loading gets the state and assign, load the module, "" and '
            "loading.state, finish the module and strict.",
        ),
    ],
    hints=[
        "Make a Loading and a snapshot; try to load, and to finish; after any error put everything back, and raise on.",
        '`loading.load(self, "", loading.state)`, `loading.finish(self, strict)`, in this order.',
        "`except BaseException: put_back(before); raise`, and in the end "
        "`return _IncompatibleKeys(loading.missing, loading.unexpected)`.",
    ],
)
