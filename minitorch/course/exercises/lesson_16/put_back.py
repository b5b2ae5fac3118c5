"""As if nothing had happened."""

import textwrap

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from .save_own import SETUP

SNAPSHOT = '''
def snapshot(module):
    """What a module and all inside it hold: (holders, numbers), to be put back when a load fails.

    holders  a list of (module, a copy of its dictionary of parameters, a copy of that of its buffers), for each module
    numbers  a list of (tensor, a copy of its array), for each tensor once
    """
    holders = [(one, dict(one._parameters), dict(one._buffers)) for one in module.modules()]
    tensors = {id(x): x for _, *kinds in holders for kind in kinds for x in kind.values() if x is not None}
    return holders, [(x, x._array.copy()) for x in tensors.values()]
'''

PUT_BACK = '''

def put_back(before):
    """Give the modules what they held when snapshot() made `before`: the same tensors, with the same numbers."""
    holders, numbers = before
    for module, parameters, buffers in holders:
        for kind, old in ((module._parameters, parameters), (module._buffers, buffers)):
            kind.clear()
            kind.update(old)
    with mt.no_grad():
        for tensor, array in numbers:
            tensor.copy_(wrap(array))
'''

SOLUTION = SNAPSHOT + PUT_BACK


def after_noting(text):
    """A wrong put_back, with a right snapshot before it."""
    return SNAPSHOT + "\n\n" + textwrap.dedent(text)


exercise = Exercise(
    "put_back",
    title="As if nothing had happened",
    difficulty=4,
    minutes=7,
    target="minitorch.nn.module.loading:put_back",
    covers=("minitorch.nn.module.loading:snapshot",),
    installed=True,
    setup="from minitorch.nn.module.loading import snapshot\nfrom minitorch._tensor import wrap\n"
    + SETUP.replace("\n    ", "\n"),
    stub='''
        def snapshot(module):
            """What a module and all inside it hold: (holders, numbers), to be put back when a load fails.

            holders  a list of (module, a copy of its dictionary of parameters, a copy of that of its buffers), for each module
            numbers  a list of (tensor, a copy of its array), for each tensor once
            """
            ...


        def put_back(before):
            """Give the modules what they held when snapshot() made `before`: the same tensors, with the same numbers."""
            ...
    ''',
    solution=SOLUTION,
    why="Two things can have changed: which tensor stands under a name (with assign=True), and the numbers in it. The dictionaries "
    "are refilled and the numbers copied back, so everybody who holds a dictionary, a tensor or its memory sees the old state.",
    facts=[
        Case(
            """
            scale = Scale(1.0)
            holders, numbers = snapshot(scale)
            with mt.no_grad():
                scale.factor.fill_(9.0)
            (type(numbers[0][1]).__name__, numbers[0][1].tolist())
            """,
            ("ndarray", [1.0]),
            changes=True,
        ),
        Case(
            """
            holders, numbers = snapshot(Pair(Scale(1.0), Norm(2)))
            ([(type(one).__name__, list(p), list(b)) for one, p, b in holders], [array.tolist() for _, array in numbers])
            """,
            (
                [("Pair", [], []), ("Scale", ["factor"], []), ("Norm", ["weight"], ["mean", "scratch"])],
                [[1.0], [1.0, 1.0], [0.0, 0.0], [0.0, 0.0]],
            ),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            holders, numbers = snapshot(scale)
            (holders[0][1]["factor"] is scale.factor, numbers[0][0] is scale.factor, holders[0][1] is scale._parameters)
            """,
            (True, True, False),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            len(snapshot(Pair(scale, scale))[1])
            """,
            1,
            changes=True,
        ),
        Case(
            """
            norm = Norm(1)
            norm.register_parameter("bias", None)
            norm.register_buffer("total", None)
            holders, numbers = snapshot(norm)
            (list(holders[0][1]), list(holders[0][2]), len(numbers))
            """,
            (["weight", "bias"], ["mean", "scratch", "total"], 3),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0, 2.0)
            before = snapshot(scale)
            with mt.no_grad():
                scale.factor.fill_(9.0)
            put_back(before)
            scale.factor.detach()
            """,
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            """
            norm = Norm(2)
            before = snapshot(norm)
            norm.mean.fill_(9.0)
            norm.scratch.fill_(8.0)
            put_back(before)
            (norm.mean.tolist(), norm.scratch.tolist())
            """,
            ([0.0, 0.0], [0.0, 0.0]),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            old, before = scale.factor, snapshot(scale)
            scale.factor = mt.nn.Parameter(mt.tensor([5.0]))
            put_back(before)
            (scale.factor is old, old.item(), old.requires_grad, old.is_leaf)
            """,
            (True, 1.0, True, True),
            changes=True,
        ),
        Case(
            """
            norm = Norm(1)
            old, before = norm.mean, snapshot(norm)
            norm.mean = mt.nn.Buffer(mt.ones(1))
            put_back(before)
            norm.mean is old
            """,
            True,
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Pair(Scale(2.0), Norm(1)))
            before = snapshot(pair)
            with mt.no_grad():
                for p in pair.parameters():
                    p.fill_(9.0)
            put_back(before)
            [p.item() for p in pair.parameters()]
            """,
            [1.0, 2.0, 1.0],
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            old, before = pair.second.factor, snapshot(pair)
            pair.second.factor = mt.nn.Parameter(mt.tensor([5.0]))
            put_back(before)
            pair.second.factor is old
            """,
            True,
            changes=True,
        ),
        Case(
            """
            norm = Norm(1)
            before = snapshot(norm)
            norm.extra = mt.nn.Parameter(mt.ones(1))
            norm.total = mt.nn.Buffer(mt.ones(1))
            del norm.weight
            put_back(before)
            (list(norm._parameters), list(norm._buffers))
            """,
            (["weight"], ["mean", "scratch"]),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            held, before = scale._parameters, snapshot(scale)
            put_back(before)
            (scale._parameters is held, list(held))
            """,
            (True, ["factor"]),
            changes=True,
        ),
        Case(
            """
            norm = Norm(1)
            held, before = norm._buffers, snapshot(norm)
            put_back(before)
            (norm._buffers is held, list(held))
            """,
            (True, ["mean", "scratch"]),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            state, before = scale.state_dict(), snapshot(scale)
            with mt.no_grad():
                scale.factor.fill_(9.0)
            put_back(before)
            with mt.no_grad():
                scale.factor.add_(1.0)
            state["factor"]
            """,
            T([2.0]),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            before = snapshot(scale)
            put_back(before)
            with mt.no_grad():
                scale.factor.fill_(9.0)
            put_back(before)
            scale.factor.item()
            """,
            1.0,
            changes=True,
        ),
        Case(
            """
            norm = Norm(1)
            before = snapshot(norm)
            put_back(before)
            norm.extra = mt.nn.Parameter(mt.ones(1))
            norm.total = mt.nn.Buffer(mt.ones(1))
            put_back(before)
            (list(norm._parameters), list(norm._buffers))
            """,
            (["weight"], ["mean", "scratch"]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            after_noting("""
            def put_back(before):
                holders, numbers = before
                with mt.no_grad():
                    for tensor, array in numbers:
                        tensor.copy_(wrap(array))
            """),
            "The numbers are back in the old tensors. But with assign=True other tensors took their place, and they are still "
            "there: refill the dictionaries too.",
        ),
        Wrong(
            after_noting("""
            def put_back(before):
                holders, numbers = before
                for module, parameters, buffers in holders:
                    for kind, old in ((module._parameters, parameters), (module._buffers, buffers)):
                        kind.clear()
                        kind.update(old)
            """),
            "The old tensors are back in their places, with the numbers that the load has written into them. Copy the kept arrays "
            "into them.",
        ),
        Wrong(
            after_noting("""
            def put_back(before):
                holders, numbers = before
                for module, parameters, buffers in holders:
                    for kind, old in ((module._parameters, parameters), (module._buffers, buffers)):
                        kind.clear()
                        kind.update(old)
                for tensor, array in numbers:
                    tensor.copy_(wrap(array))
            """),
            "A parameter is a leaf that wants a gradient, and refuses to be changed while steps are recorded. Put the copying "
            "under mt.no_grad().",
        ),
        Wrong(
            after_noting("""
            def put_back(before):
                holders, numbers = before
                for module, parameters, buffers in holders:
                    module._parameters.update(parameters)
                    module._buffers.update(buffers)
                with mt.no_grad():
                    for tensor, array in numbers:
                        tensor.copy_(wrap(array))
            """),
            "update puts the old ones back, and leaves what came in meanwhile (and the order changes where a name was deleted). "
            "Clear the dictionary first.",
        ),
        Wrong(
            after_noting("""
            def put_back(before):
                holders, numbers = before
                for module, parameters, buffers in holders:
                    module._parameters, module._buffers = dict(parameters), dict(buffers)
                with mt.no_grad():
                    for tensor, array in numbers:
                        tensor.copy_(wrap(array))
            """),
            "The module gets other dictionaries, and whoever holds the ones from before looks at something that is no longer "
            "used. Refill the same ones: clear() and update().",
        ),
        Wrong(
            after_noting("""
            def put_back(before):
                holders, numbers = before
                for module, parameters, buffers in holders:
                    for kind, old in ((module._parameters, parameters), (module._buffers, buffers)):
                        kind.clear()
                        kind.update(old)
                for tensor, array in numbers:
                    tensor.data = wrap(array.copy())
            """),
            "The tensor gets other memory. A state_dict, a view, or a tied weight made from it still looks at the old one. Copy "
            "the numbers into the memory that is there: copy_.",
        ),
        Wrong(
            after_noting("""
            def put_back(before):
                holders, numbers = before
                module, parameters, buffers = holders[0]
                for kind, old in ((module._parameters, parameters), (module._buffers, buffers)):
                    kind.clear()
                    kind.update(old)
                with mt.no_grad():
                    for tensor, array in numbers:
                        tensor.copy_(wrap(array))
            """),
            "Only the outermost module gets its tensors back. holders has an entry for each module of the tree.",
        ),
        Wrong(
            after_noting("""
                def put_back(before):
                    holders, numbers = before
                    for module, parameters, buffers in holders:
                        module._parameters.clear()
                        module._parameters.update(parameters)
                    with mt.no_grad():
                        for tensor, array in numbers:
                            tensor.copy_(wrap(array))
            """),
            "The parameters are back in their places, the buffers not: assign=True replaces those as well. Refill both "
            "dictionaries.",
        ),
        Wrong(
            after_noting("""
                def put_back(before):
                    holders, numbers = before
                    for module, parameters, buffers in holders:
                        module._parameters, module._buffers = parameters, buffers
                    with mt.no_grad():
                        for tensor, array in numbers:
                            tensor.copy_(wrap(array))
            """),
            "The module now uses the very dictionaries that were kept, so the next change is a change to your note. Refill "
            "the module's own: clear() and update().",
        ),
        Wrong(
            after_noting("""
                def put_back(before):
                    holders, numbers = before
                    for module, parameters, buffers in holders:
                        module.load_state_dict(parameters | buffers, strict=False)
            """),
            "The kept dictionaries hold the tensors, not copies of them, so this copies new numbers onto themselves. The "
            "old numbers are in `numbers`.",
        ),
        Wrong(
            edited(SOLUTION, ("dict(one._parameters), dict(one._buffers)", "one._parameters, one._buffers")),
            "You keep the module's own dictionaries, which change with the load. Keep copies: dict(one._parameters).",
        ),
        Wrong(
            edited(SOLUTION, ("x._array.copy()", "x._array")),
            "You keep the arrays themselves, and the load writes into them. Keep copies of them: x._array.copy().",
        ),
        Wrong(
            edited(SOLUTION, ("for one in module.modules()]", "for one in [module]]")),
            "Only the module itself is noted. modules() gives all that are inside as well.",
        ),
        Wrong(
            edited(SOLUTION, (" if x is not None}", "}")),
            "A parameter or buffer may be None, and has no array then: leave it out of the numbers.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "dict(one._parameters), dict(one._buffers)) for",
                    "copy.deepcopy(one._parameters), dict(one._buffers)) for",
                ),
            ).replace("def snapshot", "import copy\n\n\ndef snapshot", 1),
            "A deep copy holds other tensors. The very tensors are kept under their names, and only their numbers are copied.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError),
            "The module itself is not among the holders, or its tensors not among the numbers: modules() begins with it.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "unpack" in str(error),
            "snapshot gives two lists, (holders, numbers).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and expected[0] == "ndarray" and got is not None,
            "The numbers are kept as a copy of the tensor's array, x._array.copy(), which nothing changes afterwards.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "unhashable" in str(error),
            "A dictionary cannot be a key. Gather the tensors in a dictionary by their id: {id(x): x}.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "NoneType" in str(error),
            "A parameter or buffer may be None, and has no array then: leave it out of the numbers.",
        ),
        Mistake(
            lambda expected, got, error: expected == 1 and isinstance(got, int),
            "A tensor that stands in two places is noted once: gather the tensors by their id.",
        ),
        Mistake(
            lambda expected, got, error: expected == (True, True, False) and got != expected,
            "Keep copies of the dictionaries, dict(one._parameters), with the very tensors in them.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple)
                and isinstance(expected[0], list)
                and isinstance(expected[-1], list | int)
                and isinstance(got, tuple)
                and isinstance(expected[0][0], tuple)
                and got != expected
            ),
            "snapshot notes other things. A (module, parameters, buffers) for each of module.modules(), then a (tensor, copy of "
            "its array) for each tensor in these dictionaries.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "leaf" in str(error),
            "A parameter is a leaf that wants a gradient, and refuses to be changed while steps are recorded. Put the copying "
            "under mt.no_grad().",
        ),
        Mistake(
            lambda expected, got, error: expected is True and got is False or expected[0] is True and got[0] is False,
            "Under the name, or in the module's place for its dictionaries, stands another object than before. Empty the "
            "dictionaries that are there, and fill them with the very tensors that were kept.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) or isinstance(expected[-1][0], str) and got != expected
            ),
            "After it the names in the module are not those from before. Empty `module._parameters` and `module._buffers`, and "
            "fill them from what was kept, not the other way round.",
        ),
        Mistake(
            lambda expected, got, error: error is None and got != expected,
            "The numbers are not those from before. The very tensors that were kept go back under their names, not copies of them; "
            "then each kept array is copied into its tensor, `tensor.copy_(wrap(array))`. The arrays stay as they are: they may be "
            "needed again.",
        ),
    ],
    hints=[
        "snapshot: one list by modules, one by tensors. put_back: the tensors back under their names, then the numbers back into "
        "the tensors.",
        "`dict(one._parameters)` is a copy, `x._array.copy()` another. In put_back keep the dictionaries `module._parameters` and "
        "`module._buffers` as objects: empty them, and fill them again.",
        "`kind.clear()`, `kind.update(old)`; then, under mt.no_grad(), `tensor.copy_(wrap(array))`.",
    ],
)
