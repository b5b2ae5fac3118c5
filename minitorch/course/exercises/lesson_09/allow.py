"""What may be changed."""

import textwrap

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops

LEAF = "x = mt.ones(4, requires_grad=True)\n"

HELPERS = """\
def refuse_inference(x):
    if x._counter is None and not grad_mode.state.inference:
        raise inference_error()


def refuse_odd_views(x):
    refuse_unrecorded(x)
    if is_handed_on(x):
        raise handed_on_error(x, "is being modified inplace")
    if x.requires_grad and x._base is not None and x._edge is not None and is_one_of_many(x):
        raise one_of_many_error(x)


"""
ALLOW = """\
def allow(x):
    refuse_inference(x)
    if not is_grad_enabled():
        return
    refuse_odd_views(x)
    if x._base is not None and x._base.requires_grad and x._base.is_leaf:
        raise view_of_leaf_error()
    if x.requires_grad and x.is_leaf:
        raise leaf_error()
"""


def allowed(source, says):
    """A wrong `allow`, behind right helpers."""
    return Wrong(HELPERS + textwrap.dedent(source).strip("\n"), says)


def asked(says, *changes):
    """A wrong helper, before a right `allow`."""
    return Wrong(edited(HELPERS, *changes) + ALLOW, says)


exercise = Exercise(
    "allow",
    title="What may be changed",
    difficulty=2,
    minutes=8,
    target="minitorch.graph.rewrite:allow",
    covers=("minitorch.graph.rewrite:refuse_inference", "minitorch.graph.rewrite:refuse_odd_views"),
    setup="""
        from minitorch.graph import grad_mode
        from minitorch.graph.grad_mode import is_grad_enabled
        from minitorch.graph.node import Node
        from minitorch.graph.rewrite import handed_on_error, inference_error, is_handed_on, is_one_of_many, leaf_error
        from minitorch.graph.rewrite import one_of_many_error, refuse_unrecorded, view_of_leaf_error


        def from_a_function(x):
            '''x as a Function of the user's would hand it on.'''
            node = type("SameBackward", (Node,), {"derivative": "SameBackward", "as_is": (0,), "hooks": None})()
            x._edge, x._requires_grad = (node, 0), True
            return x
    """,
    stub='''
        def refuse_inference(x):
            """raise inference_error() for a tensor without a count (x._counter is None), unless grad_mode.state.inference is on."""
            ...


        def refuse_odd_views(x):
            """refuse_unrecorded(x) first. Then raise handed_on_error(x, "is being modified inplace") if is_handed_on(x);
            and one_of_many_error(x) for a view that wants a gradient, has an _edge, and is_one_of_many(x)."""
            ...


        def allow(x):
            """Raise if x must not be changed in place; return nothing.

            refuse_inference(x) in any case. While recording is on: refuse_odd_views(x), then view_of_leaf_error() for a view
            whose base is a leaf that wants a gradient, and leaf_error() for such a leaf itself.
            """
            ...
    ''',
    solution='''
        def refuse_inference(x):
            if x._counter is None and not grad_mode.state.inference:
                raise inference_error()


        def refuse_odd_views(x):
            refuse_unrecorded(x)
            if is_handed_on(x):
                raise handed_on_error(x, "is being modified inplace")
            if x.requires_grad and x._base is not None and x._edge is not None and is_one_of_many(x):
                raise one_of_many_error(x)


        def allow(x):
            """Raise if x must not be changed in place; return nothing."""
            refuse_inference(x)
            if not is_grad_enabled():
                return
            refuse_odd_views(x)
            if x._base is not None and x._base.requires_grad and x._base.is_leaf:
                raise view_of_leaf_error()
            if x.requires_grad and x.is_leaf:
                raise leaf_error()
    ''',
    why="A leaf that wants a gradient must stay a leaf, and its numbers are those that the gradient will be for. A "
    "view of "
    "it would change "
    "the same numbers. Where nothing is recorded, in an update, both may be changed.",
    facts=[
        Case(LEAF + "allow(x)", raises=RuntimeError, match="a leaf Variable that requires grad"),
        Case(LEAF + "with mt.no_grad():\n    found = allow(x), allow(x[:2])\nfound", (None, None)),
        Case("allow(mt.ones(4)), allow(mt.ones(4)[:2])", (None, None)),
        Case(LEAF + "allow(x * 1), allow((x * 1)[1:])", (None, None)),
        Case(LEAF + "allow(x[1:])", raises=RuntimeError, match="a view of a leaf Variable"),
        Case(LEAF + "allow(x[1:][1:])", raises=RuntimeError, match="a view of a leaf Variable"),
        Case(LEAF + "allow(x.detach()), allow(x.data)", (None, None)),
        Case(LEAF + "allow((x * 1).unbind()[0])", raises=RuntimeError, match="multiple views"),
        Case(
            LEAF + "h = x * 1\nwith mt.no_grad():\n    v = h[:2]\nallow(v)",
            raises=RuntimeError,
            match="A view was created in no_grad mode",
        ),
        Case(
            "with mt.inference_mode():\n    x = mt.ones(2)\n    allow(x)\nwith mt.no_grad():\n    allow(x)",
            raises=RuntimeError,
            match="inference tensor",
        ),
        Case("with mt.inference_mode():\n    x = mt.ones(2)\nallow(x)", raises=RuntimeError, match="inference tensor"),
        Case("with mt.inference_mode():\n    found = allow(mt.ones(2))\nfound", None),
        Case(LEAF + "allow(from_a_function(x * 1))", raises=RuntimeError, match="created inside a custom Function"),
        Case("a, b = mt.ones(4).split(2)\nallow(a), allow(mt.ones(2, 2).unbind()[1])", (None, None)),
        Case(LEAF + "allow((x * 1).split(2)[1])", raises=RuntimeError, match="Output 1 of Split"),
        Case(LEAF + "allow((x * 1).reshape(2, 2).unbind()[0][1:])", raises=RuntimeError, match="multiple views"),
        Case("x = mt.ones(4, requires_grad=True)\nallow((x * 1)[1:].t()), allow((x * 1).view(2, 2).t())", (None, None)),
        Case(
            "h = mt.ones(4)\nh.add_(mt.ones(4, requires_grad=True))\nallow(h), allow(h[:1])", (None, None), changes=True
        ),
    ],
    wrong=[
        allowed(
            """
            def allow(x):
                refuse_inference(x)
                refuse_odd_views(x)
                if x._base is not None and x._base.requires_grad and x._base.is_leaf:
                    raise view_of_leaf_error()
                if x.requires_grad and x.is_leaf:
                    raise leaf_error()
            """,
            "Under no_grad() a leaf may be changed: that is how every update is written. Ask is_grad_enabled() first.",
        ),
        allowed(
            """
            def allow(x):
                refuse_inference(x)
                if not is_grad_enabled():
                    return
                refuse_odd_views(x)
                if x._base is not None and x._base.is_leaf:
                    raise view_of_leaf_error()
                if x.is_leaf:
                    raise leaf_error()
            """,
            "Every tensor without a history is a leaf, also one that wants no gradient, and that one may be changed. "
            "Ask for "
            "both.",
        ),
        allowed(
            """
            def allow(x):
                refuse_inference(x)
                if not is_grad_enabled():
                    return
                refuse_odd_views(x)
                if x._base is not None and x._base.requires_grad:
                    raise view_of_leaf_error()
                if x.requires_grad:
                    raise leaf_error()
            """,
            "A result in the middle wants a gradient too, and it may be changed: the change becomes a step of its "
            "history. "
            "Only leaves refuse.",
        ),
        allowed(
            """
            def allow(x):
                refuse_inference(x)
                if not is_grad_enabled():
                    return
                refuse_odd_views(x)
                if x.requires_grad and x.is_leaf:
                    raise leaf_error()
            """,
            "A view of a leaf shows the leaf's memory: changing it changes the leaf. Look at `x._base` as well.",
        ),
        allowed(
            """
            def allow(x):
                refuse_inference(x)
                if not is_grad_enabled():
                    return
                refuse_odd_views(x)
                if x._base.requires_grad and x._base.is_leaf:
                    raise view_of_leaf_error()
                if x.requires_grad and x.is_leaf:
                    raise leaf_error()
            """,
            "Most tensors are no views: their `_base` is None. Ask before you look at it.",
        ),
        allowed(
            """
            def allow(x):
                if not is_grad_enabled():
                    return
                refuse_inference(x)
                refuse_odd_views(x)
                if x._base is not None and x._base.requires_grad and x._base.is_leaf:
                    raise view_of_leaf_error()
                if x.requires_grad and x.is_leaf:
                    raise leaf_error()
            """,
            "A tensor of inference_mode is not to be changed outside of it, under no_grad() neither: nobody would "
            "count the "
            "change. "
            "refuse_inference comes first, in any case.",
        ),
        allowed(
            """
            def allow(x):
                refuse_inference(x)
                if not is_grad_enabled():
                    return
                if x._base is not None and x._base.requires_grad and x._base.is_leaf:
                    raise view_of_leaf_error()
                if x.requires_grad and x.is_leaf:
                    raise leaf_error()
            """,
            "Some views have a history that cannot be rewritten: one of the many results of unbind, or one made under "
            "no_grad(). "
            "refuse_odd_views(x) raises for them.",
        ),
        allowed(
            """
            def allow(x):
                if not is_grad_enabled():
                    return
                refuse_odd_views(x)
                if x._base is not None and x._base.requires_grad and x._base.is_leaf:
                    raise view_of_leaf_error()
                if x.requires_grad and x.is_leaf:
                    raise leaf_error()
            """,
            "Nobody asks whether x was made in inference_mode: refuse_inference(x), in any case.",
        ),
        asked(
            "In `refuse_inference`: under inference_mode such a tensor may be changed. Refuse only while "
            "`grad_mode.state.inference` is off.",
            (" and not grad_mode.state.inference", ""),
        ),
        asked(
            "In `refuse_inference`: the question is turned round. A tensor without a count is refused outside of "
            "inference_mode, and not in it.",
            ("not grad_mode.state.inference", "grad_mode.state.inference"),
        ),
        asked(
            "In `refuse_inference`: a count of 0 is a count. Those of inference_mode have none: `x._counter is None`.",
            ("x._counter is None", "not x._counter[0]"),
        ),
        asked(
            "In `refuse_odd_views`: a view that was made under no_grad() has no history that could be rewritten. "
            "`refuse_unrecorded(x)` first.",
            ("    refuse_unrecorded(x)\n", ""),
        ),
        asked(
            "In `refuse_odd_views`: what a Function has handed on must be refused, whether it is a view or not: "
            "`is_handed_on(x)`.",
            ('    if is_handed_on(x):\n        raise handed_on_error(x, "is being modified inplace")\n', ""),
        ),
        asked(
            "In `refuse_odd_views`: one of the several results of unbind or split passes. `raise one_of_many_error(x)`.",
            (
                "    if x.requires_grad and x._base is not None and x._edge is not None and is_one_of_many(x):\n"
                "        raise one_of_many_error(x)\n",
                "",
            ),
        ),
        asked(
            "In `refuse_odd_views`: not every view is odd. An error belongs to those that come from a step with several "
            "results: `is_one_of_many(x)`.",
            (" and is_one_of_many(x)", ""),
        ),
    ],
    hints=[
        "In `allow`, `refuse_inference(x)` comes first. If recording is off, that was all.",
        "A leaf that wants a gradient: `x.requires_grad and x.is_leaf`. The tensor whose memory a view shows is "
        "`x._base`, "
        "None for what is "
        "no view.",
        "`if x._base is not None and x._base.requires_grad and x._base.is_leaf: raise view_of_leaf_error()`, then "
        "the same "
        "for x itself.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == (None, None) and "view was created in no_grad mode" in str(error),
            "Under no_grad() nothing is recorded, so no history has to be rewritten, and odd views may be changed like any other. "
            "`refuse_odd_views(x)` is for while recording is on.",
        ),
        Mistake(
            lambda expected, got, error: expected is not RuntimeError and "inference tensor" in str(error),
            "In `refuse_inference`: a tensor is refused that has its count. Refuse one without a count, *and* only while "
            "`grad_mode.state.inference` is off.",
        ),
        stops(
            "'NoneType' object is not subscriptable",
            "The errors for views name the step that x came from. handed_on_error is for x if is_handed_on(x), "
            "one_of_many_error for a "
            "view with an _edge.",
        ),
        Mistake(
            lambda expected, got, error: "'NoneType' object has no attribute" in str(error),
            "Most tensors are no views: their `_base` is None. Ask before you look at it.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and "a leaf Variable" in str(error),
            "This is a view of a leaf, and it gets the leaf's error. Look at `x._base` before you look at x.",
        ),
        Mistake(
            lambda expected, got, error: expected is not RuntimeError and "leaf Variable" in str(error),
            "This tensor may be changed, and you refuse it. Only a leaf that wants a gradient refuses, and a view of "
            "one, "
            "while recording is "
            "on.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and error is None,
            "This one must be refused: a leaf that wants a gradient, a view of one, and what refuse_odd_views and "
            "refuse_inference raise for.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected in (None, (None, None)),
            "There is nothing to return: allow raises, or it does nothing.",
        ),
    ],
)
