"""Sums and differences as users call them."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..telling import tells, told, variant

SETUP = """
from minitorch import Tensor
from minitorch.dtypes import BOOL
from minitorch.ops.pointwise.arithmetic import _add, _add_scaled, _sub, _sub_scaled, bool_error, check_factor, kind_of
from minitorch.ops.promotion import NUMBER, common
"""

SOLUTION = '''
def no_bools(operands):
    """The dtype of a difference; with truth values there is none."""
    categories = [kind_of(x).category for x in operands if isinstance(x, (Tensor, NUMBER))]
    if BOOL in categories:
        raise bool_error(categories)
    return common(operands)


def add(input, other, *, alpha=1, out=None):
    """input + alpha * other, broadcast against each other."""
    if type(alpha) is int and alpha == 1:
        return _add(input, other, out=out)
    return _add_scaled(input, other, check_factor(alpha, "alpha", input, other), out=out)


def sub(input, other, *, alpha=1, out=None):
    """input - alpha * other, broadcast against each other."""
    if type(alpha) is int and alpha == 1:
        return _sub(input, other, out=out)
    return _sub_scaled(input, other, check_factor(alpha, "alpha", input, other), out=out)
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "sub",
    title="Sums and differences as users call them",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.pointwise.arithmetic:sub",
    covers={
        "no_bools": "minitorch.ops.pointwise.arithmetic:no_bools",
        "add": "minitorch.ops.pointwise.arithmetic:add",
    },
    installed=True,
    setup=SETUP,
    stub='''
        def no_bools(operands):
            """The dtype of a difference: common(operands); but with a truth value among them, raise bool_error(categories).

            categories   the list kind_of(x).category of all operands that are tensors or numbers; that of truth values is BOOL
            """
            ...


        def add(input, other, *, alpha=1, out=None):
            """input + alpha * other.

            _add(input, other, out=out)                  where alpha is the int 1 (neither True nor 1.0: those are looked at)
            _add_scaled(input, other, alpha, out=out)    with the alpha that check_factor(alpha, "alpha", input, other) returns
            """
            ...


        def sub(input, other, *, alpha=1, out=None):
            """input - alpha * other, in the same way with _sub and _sub_scaled."""
            ...
    ''',
    solution=SOLUTION,
    why="A rule of promotion may look at the operands before it answers. And a user's function may choose between ops: the common "
    "case has one with nothing to multiply, so its step in the graph keeps no alpha.",
    facts=[
        told("a difference", "mt.sub(mt.tensor([5.0, 7.0]), mt.tensor([1.0, 2.0]))", T([4.0, 5.0])),
        told("a sum", "mt.add(mt.tensor([5.0, 7.0]), 1)", T([6.0, 8.0])),
        told("a factor of sub", "mt.tensor([5.0, 7.0]).sub(1, alpha=2)", T([3.0, 5.0])),
        told("a factor of add", "mt.tensor([5.0, 7.0]).add(mt.tensor([1.0, 2.0]), alpha=0.5)", T([5.5, 8.0])),
        told("the op of sub", "mt.sub(mt.ones(2, requires_grad=True), 1).grad_fn.op.name", "sub"),
        told("the op of add", "mt.add(mt.ones(2, requires_grad=True), 1).grad_fn.op.name", "add"),
        told(
            "integers",
            "mt.sub(mt.tensor([5, 7]), 2).tolist(), mt.add(mt.tensor([5, 7]), 2, alpha=3).tolist()",
            ([3, 5], [11, 13]),
        ),
        told(
            "promotion",
            "(mt.tensor([5, 7]) - 0.5).dtype.name, (mt.tensor([1], dtype=mt.uint8) - 1).dtype.name",
            ("float32", "uint8"),
        ),
        told(
            "out of sub",
            "place = mt.zeros(2)\n[mt.sub(mt.tensor([5.0, 7.0]), 1, out=place) is place, place.tolist()]",
            [True, [4.0, 6.0]],
            changes=True,
        ),
        told(
            "out of add",
            "place = mt.zeros(2)\n[mt.add(mt.tensor([5.0, 7.0]), 1, alpha=2, out=place) is place, place.tolist()]",
            [True, [7.0, 9.0]],
            changes=True,
        ),
        told(
            "out of a scaled difference",
            "place = mt.zeros(2)\n[mt.sub(mt.tensor([5.0, 7.0]), 1, alpha=2, out=place) is place, place.tolist()]",
            [True, [3.0, 5.0]],
            changes=True,
        ),
        Case("mt.tensor([True]) - mt.tensor([False])", raises=RuntimeError, match="two bool tensors"),
        Case("mt.tensor([True]) - mt.tensor([1])", raises=RuntimeError, match="with a bool tensor"),
        Case("mt.tensor([1]) - True", raises=RuntimeError, match="with a bool tensor"),
        told(
            "truth values added",
            "(mt.tensor([True]) + mt.tensor([False])).tolist(), (mt.tensor([True]) + 1).tolist()",
            ([True], [2]),
        ),
        Case(
            "mt.sub(mt.tensor([1]), mt.tensor([1]), alpha=0.5)",
            raises=RuntimeError,
            match="must not be a floating point number",
        ),
        Case(
            "mt.add(mt.tensor([1]), mt.tensor([1]), alpha=1.0)",
            raises=RuntimeError,
            match="must not be a floating point number",
        ),
        Case("mt.add(mt.tensor([1.0]), mt.tensor([1.0]), alpha=True)", raises=RuntimeError, match="Boolean alpha"),
        Case("mt.sub(mt.tensor([1.0]), mt.tensor([1.0]), alpha=True)", raises=RuntimeError, match="Boolean alpha"),
        told("numbers", "[one.item() for one in (mt.sub(5, 2), mt.add(5, 2))]", [3, 7]),
    ],
    wrong=[
        wrong(
            "One truth value is enough: True - 1 is refused, too. Ask whether BOOL is among the categories.",
            ("if BOOL in categories:", "if set(categories) == {BOOL}:"),
        ),
        wrong(
            "Nothing refuses truth values. bool_error(categories) only makes an error: where BOOL is among them, `raise` it.",
            ("    if BOOL in categories:\n        raise bool_error(categories)\n", ""),
        ),
        wrong(
            "`alpha == 1` is true for True and for 1.0 as well, and PyTorch refuses those in places: ask for its type, too.",
            ("type(alpha) is int and alpha == 1", "alpha == 1"),
        ),
        wrong(
            "alpha is passed on unseen. check_factor raises where it does not fit: a fraction among integers.",
            ('check_factor(alpha, "alpha", input, other)', "alpha"),
        ),
        wrong(
            "sub adds in one of its cases. _sub and _sub_scaled are its ops.",
            ("    return _sub_scaled(input", "    return _add_scaled(input"),
        ),
        wrong(
            "alpha multiplies the wrong operand: it belongs to `other`, the second.",
            ("_sub_scaled(input, other, ", "_sub_scaled(other, input, "),
        ),
        wrong(
            "`out` is not handed on, so the result goes into a tensor of its own.",
            ("_sub(input, other, out=out)", "_sub(input, other)"),
            ("_add(input, other, out=out)", "_add(input, other)"),
        ),
        wrong(
            "The common case, alpha 1, takes the op with a factor as well: its step would keep an alpha for nothing. _add "
            "and _sub have none.",
            ("    if type(alpha) is int and alpha == 1:\n        return _add(input, other, out=out)\n", ""),
            ("    if type(alpha) is int and alpha == 1:\n        return _sub(input, other, out=out)\n", ""),
        ),
        wrong(
            "alpha is never used: with another alpha than 1, _add_scaled and _sub_scaled multiply by it.",
            (
                '_sub_scaled(input, other, check_factor(alpha, "alpha", input, other), out=out)',
                "_sub(input, other, out=out)",
            ),
            (
                '_add_scaled(input, other, check_factor(alpha, "alpha", input, other), out=out)',
                "_add(input, other, out=out)",
            ),
        ),
        wrong(
            "The dtype of a difference is that of the first operand in your version. All have a say: common(operands).",
            ("return common(operands)", "return kind_of(operands[0])"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'category'" in str(error),
            "An operand that is neither a tensor nor a number has no dtype: leave it out of the categories.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "add and sub are what users call: from within them call the ops, _add and _sub, not themselves.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'numpy'" in str(error),
            "no_bools gives no dtype in the end: `return common(operands)`.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and error is None,
            "This is to be refused. no_bools raises bool_error(categories) where a truth value is subtracted, and "
            "check_factor where alpha does "
            "not fit; only an int 1 need not be looked at.",
        ),
        *tells(
            a_difference="sub with alpha 1 is _sub(input, other, out=out).",
            a_sum="add with alpha 1 is _add(input, other, out=out).",
            a_factor_of_sub="Here sub gets alpha 2: input - alpha * other.",
            a_factor_of_add="Here add gets alpha 0.5: input + alpha * other.",
            the_op_of_sub="With alpha 1 there is nothing to multiply: the op is _sub, not _sub_scaled.",
            the_op_of_add="With alpha 1 there is nothing to multiply: the op is _add, not _add_scaled.",
            integers="Integers are added and subtracted as they are; alpha multiplies the second operand.",
            promotion="The dtype of a difference is common(operands), for all of the operands.",
            out_of_sub="`out` is handed on to the op, which writes into it.",
            out_of_add="`out` is handed on to the op, which writes into it, also where alpha is not 1.",
            out_of_a_scaled_difference="`out` is handed on to the op, which writes into it, also where alpha is not 1.",
            truth_values_added="Truth values may be added; only a difference refuses them.",
            numbers="No operand has to be a tensor: numbers have a category, too, by kind_of(x).",
        ),
    ],
    hints=[
        "no_bools only looks, and leaves the answer to common. add and sub choose between two ops.",
        "`type(alpha) is int and alpha == 1` is the common case, without a factor. Otherwise check_factor first, then the "
        "op that scales.",
        "`if BOOL in categories: raise bool_error(categories)`; `return _sub_scaled(input, other, check_factor(alpha, 'alpha', input, "
        "other), out=out)`.",
    ],
)
