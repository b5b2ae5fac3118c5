"""The words for what went wrong: they follow from the failure that is shown."""

import pytest

from minitorch.course import names
from minitorch.course.check import check
from minitorch.course.define import Case, T
from minitorch.course.diagnosis import compare
from minitorch.course.diagnosis.diagnose import of_the_fact
from minitorch.course.facts import library_state, piece_from, run_facts
from minitorch.course.limit import quiet

from ..course_pretend import made


def exercise(solution, facts, **options):
    name = solution.split("(")[0].split()[1]
    parameters = solution.partition("(")[2].partition(")")[0]
    return made("pretended", stub=f"def {name}({parameters}):\n    ...", solution=solution, facts=facts, **options)


def said(what, body, before=""):
    header = what.stub.splitlines()[0]
    text = before + header + "\n" + "".join(f"    {line}\n" for line in body.splitlines())
    result = check(what, piece_from(what, text), text)
    assert result.state == "not yet"
    return result.diagnosis


def plainly(what, body):
    """What is said of the fact that fails, before anybody looks at the text."""
    header = what.stub.splitlines()[0]
    text = header + "\n" + "".join(f"    {line}\n" for line in body.splitlines())
    piece = piece_from(what, text)
    with quiet(), library_state():
        return of_the_fact(what, piece, text, next(one for one in run_facts(what, piece, 1) if not one.ok), "")


SUM = exercise(
    "def total(x, y):\n    return x - y",
    [Case("total(5, 3)", 2), Case("total(7, 1)", 6), Case("total('a', 1)", raises=TypeError, match="total")],
)


@pytest.mark.parametrize(
    "body, words",
    [
        ("print(x - y)", "prints its answer and returns None"),
        ("x - y", "It returns None. Is a `return` missing"),
        ("total.answer = x - y", "stores its result in `total.answer` and returns None"),
        ("return -16 * (x - y)", ""),
        (
            "return relu(x - y)",
            "name 'relu' is not defined. Is it spelled as you defined it, and defined before this cell? Here it is `mt.relu`.",
        ),
        ("return F.relu(x)", "Here it is `mt.nn.functional`."),
        ("return yy - x", "name 'yy' is not defined"),
        ("z = z + x\nreturn z", "on this path nothing has been assigned to it yet"),
        ("return (lambda a: a)(x, y)", "The arguments of a call do not fit"),
        ("h = mt.ones(2, requires_grad=True).exp()\nh.mul_(2)\nh.sum().backward()", "A tensor that an operation saved"),
        ("return [x][y]", "An index lies past the end"),
        ("return np.ones(2).unsqueeze(0)", "It is a NumPy array here, and only a tensor has `unsqueeze`"),
        ("return None.item()", "Something is None where your code uses it"),
        ("class Box:\n    __slots__ = ('size',)\nreturn Box().size", "`size` has not been set"),
        ("return x.apend(y)", "`.apend` is asked of an int, which has no such attribute."),
        ("return total(x, y)", "It calls itself again and again."),
        ("while True:\n    pass", "Your code does not finish within the time limit."),
        ("if x == 'a':\n    raise ValueError('total')\nreturn x - y", "Raise a TypeError here, not a ValueError"),
        ("assert x != 'a', 'total'\nreturn x - y", "`assert` raises an AssertionError"),
        ("if x == 'a':\n    raise TypeError('no')\nreturn x - y", "Its message should say 'total'"),
    ],
)
def test_words(body, words):
    diagnosis = said(SUM, body)
    assert words in diagnosis if words else diagnosis == ""


PAIRS = exercise(
    "def pairs(x):\n    return [(n, 2 * n) for n in x]",
    [
        Case("pairs([1, 2, 3])", [(1, 2), (2, 4), (3, 6)]),
        Case("pairs([])", []),
        Case("pairs([5, 5])", [(5, 10), (5, 10)]),
    ],
)


@pytest.mark.parametrize(
    "body, words",
    [
        ("return [(a, b) for a, b in x]", "Something of type int is gone through or unpacked"),
        ("return [(n, 2 * n) for n in len(x)]", "Something of type int is gone through or unpacked"),
        (
            "return [(n, x(n)) for n in x]",
            "You call something of type list. Only a function can be called.",
        ),
        ("found = []\nfor n in x:\n    found.append(n, 2 * n)\nreturn found", "A pair that is added needs parentheses"),
    ],
)
def test_an_answer_that_nobody_foresaw_is_put_into_plain_words(body, words):
    assert words in plainly(PAIRS, body)


@pytest.mark.parametrize(
    "body, words",
    [
        (
            "return x - y if x != 'a' else int(x)",
            "For this input, `raise TypeError(...)`. Your code stops earlier, with",
        ),
        ("return x - y if x != 'a' else 3", "This input is an error: `raise TypeError(...)`"),
    ],
)
def test_an_input_that_should_be_refused(body, words):
    assert words in plainly(SUM, body)


class HalfMade:
    """What an __init__ leaves that does not fill its field in."""

    __slots__ = ("name",)

    def __eq__(self, other):
        return self.name == other.name


def test_an_object_that_is_left_half_made():
    make = exercise(
        "def make(x):\n    return x",
        [Case("make('a')", "a"), Case("make('b').name", "b")],
        setup="from tests.course.test_course_diagnoses import HalfMade",
    )
    assert "It returns a HalfMade" in said(make, "return HalfMade()")  # which cannot be compared, nor shown
    make.facts = make.facts[1:]
    assert "`name` has not been set: nothing was put there" in said(make, "return HalfMade()")


def test_an_error_behind_the_attempt_is_told_apart():
    what = exercise("def first(x):\n    return x[0]", [Case("first(['a', 'b']).upper()", "A")])
    assert (
        said(what, "return 3")
        == "`.upper` is asked of an int, which has no such attribute. Is it the object that you mean?"
    )


STORE = exercise(
    "def keep(x):\n    x.grad = x * 2",
    [Case("x = mt.tensor([1.0])\nkeep(x)\nx.grad", T([2.0]), changes=True), Case("keep(mt.ones(1))", None)],
)


@pytest.mark.parametrize(
    "body, words",
    [
        ("return x * 2", "Your code returns its result. Store it in `x.grad` instead."),
        ("x * 2", "`x.grad` is None after your code has run. Nothing was stored there."),
        ("x.grad = x * 2\nreturn x", "It returns a tensor where None is expected"),
    ],
)
def test_returned_where_it_should_be_stored(body, words):
    assert words in plainly(STORE, body)


def test_what_a_case_looks_at_is_not_what_came_back():
    solution = "def fill(box):\n    box.append(1)"
    what = exercise(solution, [Case("box = []\nfill(box)\n(len(box), box[0])", (1, 1), changes=True)])
    assert plainly(what, "box.append('1')").startswith("Inside it, a str stands where an int is expected.")
    what = exercise(solution, [Case("box = []\nfill(box)\nbox[0]", 1, changes=True)])
    assert plainly(what, "box.append('1')").startswith("`box[0]` is a str, and an int is expected.")


def test_an_error_that_is_returned():
    what = exercise("def f(x):\n    raise ValueError('odd')", [Case("f(1)", raises=ValueError, match="odd")])
    assert said(what, "return ValueError('odd')").startswith("The ValueError is returned like any value")
    assert said(what, "return 3").startswith("This input is an error")


def test_an_error_of_the_right_type_that_nobody_raised():
    solution = "def f(x):\n    if x < 0:\n        raise ValueError('negative')\n    return x**0.5"
    what = exercise(solution, [Case("f(-1)", raises=ValueError, match="negative")])
    assert said(what, "raise ValueError('no')").startswith("A ValueError is right. Its message")
    assert said(what, "return math.sqrt(x)").startswith("This is not the ValueError that is expected")


def test_a_listed_mistake_comes_before_what_is_said_of_any_error():
    looks = [("AttributeError", "Hooks have no owner.")]
    what = exercise("def f(x):\n    return x", [Case("f([1])", [1], looks=looks), Case("f([2])", [2])])
    assert said(what, "return x.apend(3)") == "Hooks have no owner."
    assert said(what, "return 3") == "It returns an int, and a list is expected."


def test_a_mistake_speaks_of_the_failure_that_is_shown():
    what = exercise("def f(x):\n    return x", [Case("f(3)", 3, looks=[(5, "It is five.")]), Case("f(4)", 4)])
    assert said(what, "return 5") == "It is five."
    assert said(what, "return 99 if x == 3 else 5") != "It is five."


@pytest.mark.parametrize(
    "body, before",
    [
        ("return np.broadcast_shapes(x, y)", ""),
        ("f = np.broadcast_shapes\nreturn f(x, y)", ""),
        ("from numpy import broadcast_shapes as b\nreturn b(x, y)", ""),
        ("return b(x, y)", "from numpy import broadcast_shapes as b\n"),
        ("return f(x, y)", "f = np.broadcast_shapes\n"),
        ("return getattr(np, 'broadcast_shapes')(x, y)", ""),
        ("return np.__dict__['broadcast_shapes'](x, y)", ""),
        ("return vars(np)['broadcast_shapes'](x, y)", ""),
        ("return eval('np.broadcast_shapes')(x, y)", ""),
        ("return mt.autograd.functional.hessian(x, y)", ""),
        ("from minitorch.autograd import functional\nreturn functional.hessian(x, y)", ""),
        ("import minitorch.autograd.functional as AF\nreturn AF.hessian(x, y)", ""),
        ("AF = mt.autograd.functional\nreturn AF.hessian(x, y)", ""),
    ],
)
def test_forbidden_names_are_found(body, before):
    reason = "It does the whole exercise."
    forbids = {"broadcast_shapes": reason, "functional.hessian": reason}
    what = exercise("def f2(x, y):\n    return x", [Case("f2(1, 2)", 1)], forbids=forbids)
    assert said(what, body, before) == reason


@pytest.mark.parametrize("body", ["hessian = x\nreturn hessian", "'broadcast_shapes'\nreturn x", "return (x, y)[0]"])
def test_what_only_looks_like_a_forbidden_name_is_allowed(body):
    forbids = {"broadcast_shapes": "No.", "functional.hessian": "No."}
    what = exercise("def f2(x, y):\n    return x", [Case("f2(1, 2)", 1)], forbids=forbids)
    text = "def f2(x, y):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    assert check(what, piece_from(what, text), text).state == "passed"


def test_paths_are_followed_back():
    assert "numpy.linalg.norm" in names.paths_used("import numpy as np\nla = np.linalg\nla.norm(3)")


GATHER = exercise(
    "def gather(items, low, high):\n"
    "    found = []\n"
    "    for item in items:\n"
    "        if low < item and item <= high:\n"
    "            found.append((item, item * 2))\n"
    "        elif item == 0:\n"
    "            found.append(dict(zero=item))\n"
    "    found.sort(key=str)\n"
    "    return found",
    [
        Case("str(gather([3, 1, 0, 7], 1, 7))", "[(3, 6), (7, 14), {'zero': 0}]"),
        Case("str(gather([0, 2], 1, 7))", "[(2, 4), {'zero': 0}]"),
        Case("str(gather([9, 1], 1, 7))", "[]"),
    ],
)


def changed(*changes):
    body = GATHER.solution.partition("\n")[2]
    for old, new in changes:
        assert old in body
        body = body.replace(old, new)
    return "\n".join(line[4:] for line in body.splitlines())


SORT = "    found.sort(key=str)\n"
ZERO = "        elif item == 0:\n            found.append(dict(zero=item))\n"


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("item <= high", "item < high", "Look at the comparison `item < high` in"),
        (
            "low < item and item <= high",
            "low < item or item <= high",
            "Is it `and` or `or` in `low < item or item <= high`?",
        ),
        ("if low < item and item <= high", "if not (low < item and item <= high)", "the right way round?"),
        ("item * 2", "item + 2", "Look at the operator of `item + 2` in `found.append((item, item + 2))`."),
        ("(item, item * 2)", "(item, low * 2)", "Look at `low` in `found.append((item, low * 2))`."),
        ("key=str", "", "`found.sort()` is called without `key`."),
        ("sort(key=str)", "pop()", "Look at `found.pop()`: the solution uses `sort` and `key`."),
        (SORT, "", "A step is missing after `found.append(dict(zero=item))`: the solution uses `sort` and `key`."),
        (ZERO, "", "A case is missing after `found.append((item, item * 2))`"),
        (SORT, SORT + "    found.pop()\n", "Is `found.pop()` needed?"),
        (
            "for item in items",
            "for item in list(items[1:])",
            "Is `1` right in `for item in list(items[1:]):`?",
        ),
    ],
)
def test_the_place_where_an_answer_parts_from_the_solution(old, new, words):
    assert words in said(GATHER, changed((old, new)))


def test_a_step_too_early_or_too_late():
    body = changed((SORT, ""), ("    found = []\n", "    found = []\n" + SORT))
    assert "`found.sort(key=str)` comes too early." in said(GATHER, body)


def test_of_two_differences_nothing_is_said():
    body = changed((SORT, ""), ("    found = []\n", "    found = []\n" + SORT), ("item * 2", "item + 2"))
    assert said(GATHER, body) == ""
    what = exercise(
        "def gather(x):\n    found = []\n    for one in x:\n        with mt.no_grad():\n            found.append(one)\n"
        "    return found",
        [Case("gather([1, 2])", [1, 2])],
    )
    body = "with mt.no_grad():\n    for one in x:\n        found.append(one)\n"
    assert (
        compare.place(what, "def gather(x):\n    found = []\n    " + body.replace("\n", "\n    ") + "return found", {})
        == ""
    )


def test_the_words_of_an_exception_are_no_place_to_look_at():
    solution = "def half(x):\n    if x < 0:\n        raise TypeError('below zero')\n    return x // 2"
    what = exercise(
        solution, [Case("half(6)", 3), Case("half(8)", 4), Case("half(-6)", raises=TypeError, match="below zero")]
    )
    body = "if x < 0:\n    raise TypeError('must be below zero in no case')\nreturn x // 3"
    assert "Is `3` right in `return x // 3`?" in said(what, body) and "in no case" not in said(what, body)


COUNT = exercise(
    "def count(x, wanted):\n    n = 0\n    for one in x:\n        if one == wanted:\n            n += 1\n        elif one is None:\n"
    "            n += 10\n    return n if is_open() else -1",
    [Case("count([1, 2, None, 1], 1)", 12), Case("count([None, None], None)", 2), Case("count([], None)", 0)],
    setup="def is_open():\n    return True",
)
LOOP = "n = 0\nfor one in x:\n    if one == wanted:\n        n += 1\n"


def test_a_case_that_is_asked_though_one_before_it_holds():
    body = LOOP + "    if one is None:\n        n += 10\nreturn n if is_open() else -1"
    assert "Should `if one is None:` run only where `if one == wanted:` does not hold?" in said(COUNT, body)


@pytest.mark.parametrize(
    "what, body",
    [
        (GATHER, "return sorted([(n, n * 2) for n in items if low < n < high], key=str)"),
        (COUNT, "return len([one for one in x if one == wanted])"),
        (COUNT, "found = {}\nfor one in x:\n    found[one] = found.get(one, 0) + 1\nreturn found.get(wanted, 0)"),
        (SUM, "return -16 * (x - y)"),
    ],
)
def test_of_an_answer_that_goes_another_way_no_place_is_named(what, body):
    assert (
        compare.place(what, f"{what.stub.splitlines()[0]}\n" + "".join(f"    {x}\n" for x in body.splitlines()), {})
        == ""
    )


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("n ", "total ", ""),  # another name
        ("n += 10", "one += 10", "Look at `one` in `one += 10`."),
        ("n += 1\n", "n += 1\n            continue\n", "The solution does without `continue`."),
        ("one == wanted", "wanted(one)", "Look at `wanted(one)` in `if wanted(one):`."),
        ("return n if is_open() else -1", "return -1 if is_open() else n", "Look at `-1 if is_open() else n` in"),
    ],
)
def test_what_is_said_of_one_difference(old, new, words):
    text = COUNT.solution.replace(old, new)
    found = compare.place(COUNT, text, {})
    assert found.startswith(words) if words else found == ""
