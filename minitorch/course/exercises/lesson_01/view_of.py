"""A tensor around an array, and a second one in the same memory."""

from ...define import Case, Exercise, Mistake, Wrong

SETUP = '''
from minitorch import _tensor
from minitorch._tensor import Tensor, inference_blocks, mark_new, new


class Weight(Tensor):
    """A tensor of a class of its own."""


def numbers(n):
    return np.arange(n, dtype="float32")


def made_for_inference():
    """The count of a tensor that is made inside inference_mode, where the package has come so far; else None."""
    if not hasattr(mt, "inference_mode"):
        return None
    with mt.inference_mode():
        return _tensor.wrap(numbers(2))._counter
'''
WRAP = '''
        def wrap(array, cls=Tensor):
            """A Tensor around an array, without copying: what every operation calls with its result."""
            t = new(cls)
            t._array = array
            t._requires_grad = False
            t._edge = t._grad = t._base = t._hooks = None
            t._counter = [0]
            if inference_blocks[0]:
                mark_new(t)
            return t
'''
TOUCH = '''
        def touch(x):
            """Count one in-place change of x: of all tensors that share its memory, for they share the count."""
            if x._counter is not None:
                x._counter[0] += 1
'''
VIEW = '''
        def view_of(x, array):
            """A tensor around an array that shows memory of x: it shares the count of x, and remembers whom it shows."""
            view = wrap(array)
            view._base = x if x._base is None else x._base
            view._counter = x._counter
            view._seen = x._counter and x._counter[0]
            return view
'''


def wrapped(array="array", flag="False", none="t._edge = t._grad = t._base = t._hooks = None", count="[0]"):
    return f"""
        def wrap(array, cls=Tensor):
            t = new(cls)
            t._array = {array}
            t._requires_grad = {flag}
            {none}
            t._counter = {count}
            if inference_blocks[0]:
                mark_new(t)
            return t
"""


def viewed(base="x if x._base is None else x._base", count="x._counter", seen="x._counter and x._counter[0]"):
    return f"""
        def view_of(x, array):
            view = wrap(array)
            view._base = {base}
            view._counter = {count}
            view._seen = {seen}
            return view
"""


def answer(wrap=WRAP, touch=TOUCH, view=VIEW):
    return wrap + touch + view


exercise = Exercise(
    "view_of",
    title="A tensor around an array",
    difficulty=2,
    minutes=6,
    target="minitorch._tensor:view_of",
    covers={"wrap": "minitorch._tensor:wrap", "touch": "minitorch._tensor:touch"},
    installed=True,
    setup=SETUP,
    stub='''
        def wrap(array, cls=Tensor):
            """A Tensor around an array, without copying: what every operation calls with its result."""
            t = new(cls)
            ...
            if inference_blocks[0]:
                mark_new(t)
            return t

        def touch(x):
            """Count one in-place change of x: of all tensors that share its memory."""
            ...

        def view_of(x, array):
            """A tensor around an array that shows memory of x."""
            view = wrap(array)
            ...
            return view
    ''',
    solution=answer(),
    why="A new tensor has a count of its own and no history. A view is a tensor whose count is the very list of the tensor it "
    "shows, so a change through one is counted for both.",
    facts=[
        Case("_tensor.wrap(numbers(3)).tolist()", [0.0, 1.0, 2.0]),
        Case(
            """
            array = numbers(3)
            t = _tensor.wrap(array)
            array[0] = 7
            t.tolist()
            """,
            [7.0, 1.0, 2.0],
            changes=True,
        ),
        Case("t = _tensor.wrap(numbers(3))\nt._requires_grad, t._edge, t._grad, t._hooks", (False, None, None, None)),
        Case("_tensor.wrap(numbers(3))._base", None),
        Case("_tensor.wrap(numbers(3))._counter", [0]),
        Case(
            "type(_tensor.wrap(numbers(3), Weight)).__name__, type(_tensor.wrap(numbers(3))).__name__",
            ("Weight", "Tensor"),
        ),
        Case("_tensor.wrap(numbers(3)).is_leaf, _tensor.wrap(numbers(3)).requires_grad", (True, False)),
        Case(
            """
            x, y = mt.zeros(2), mt.zeros(2)
            _tensor.touch(x)
            _tensor.touch(x)
            x._version, y._version
            """,
            (2, 0),
            changes=True,
        ),
        Case("x = mt.zeros(4)\nview_of(x, x._array[1:3])._base is x", True),
        Case("x = mt.zeros(4)\nv = view_of(x, x._array[1:3])\nview_of(v, v._array[:1])._base is x", True),
        Case(
            """
            x = mt.zeros(4)
            v = view_of(x, x._array[1:3])
            w = view_of(v, v._array[:1])
            _tensor.touch(w)
            _tensor.touch(x)
            x._version, v._version, w._version
            """,
            (2, 2, 2),
            changes=True,
        ),
        Case(
            """
            x = mt.zeros(4)
            v = view_of(x, x._array[1:3])
            w = view_of(v, v._array[:1])
            _tensor.touch(w)
            x._version, v._version, w._version
            """,
            (1, 1, 1),
            changes=True,
        ),
        Case(
            """
            x = mt.zeros(4)
            _tensor.touch(x)
            v = view_of(x, x._array[1:3])
            _tensor.touch(x)
            v._seen, v._version
            """,
            (1, 2),
            changes=True,
        ),
        Case("x = mt.tensor([1.0, 2.0, 3.0])\nview_of(x, x._array[1:]).tolist()", [2.0, 3.0]),
        Case(
            """
            x = mt.zeros(3)
            v = view_of(x, x._array[1:])
            x._array[1] = 5
            v.tolist()
            """,
            [5.0, 0.0],
            changes=True,
        ),
        Case(
            """
            x = mt.zeros(4)
            x._counter = None
            _tensor.touch(x)
            x._counter
            """,
            None,
            changes=True,
        ),
        Case(
            """
            x = mt.zeros(4)
            x._counter = None
            _tensor.touch(x)
            v = view_of(x, x._array[1:3])
            x._counter, v._counter, v._seen
            """,
            (None, None, None),
            changes=True,
        ),
        Case("made_for_inference()", None),
    ],
    wrong=[
        Wrong(
            answer(view=viewed(base="x")),
            "A view of a view shows the memory of the tensor at the bottom. Where x has a _base itself, that is the one.",
        ),
        Wrong(
            answer(view=viewed(count="[x._counter[0]]")),
            "This is a new list with the same number in it, so the two count apart from here on. Hand over the list itself.",
        ),
        Wrong(
            answer(
                view="""
        def view_of(x, array):
            view = wrap(array)
            view._base = x if x._base is None else x._base
            view._seen = x._counter and x._counter[0]
            return view
"""
            ),
            "The view counts for itself: wrap gave it a list of its own. It needs the list of x.",
        ),
        Wrong(
            answer(view=viewed(seen="x._counter")),
            "_seen is how far the count is now, a number. The list goes on counting: x._counter[0], or None without a count.",
        ),
        Wrong(
            answer(view=viewed(seen="x._counter[0]")),
            "What has no count, because it was made inside inference_mode, has None as its _counter. Then _seen is None too.",
        ),
        Wrong(
            answer(view=viewed(seen="0")),
            "A view may be made when its base has changed already: _seen is the number in x._counter now.",
        ),
        Wrong(
            answer(
                view="""
        def view_of(x, array):
            view = wrap(array)
            view._base = x if x._base is None else x._base
            view._counter = x._counter
            return view
"""
            ),
            "_seen is not set. It notes the count as it is when the view is made, None without a count.",
        ),
        Wrong(
            answer(
                view="""
        def view_of(x, array):
            view = wrap(array)
            view._counter = x._counter
            view._seen = x._counter and x._counter[0]
            return view
"""
            ),
            "The view does not know whom it shows: _base is the tensor whose memory it is.",
        ),
        Wrong(
            answer(wrap=wrapped(array="array.copy()")),
            "This copies the numbers. A tensor around an array shows that very array, or every operation would take twice as long.",
        ),
        Wrong(
            answer(wrap=wrapped(count="0")),
            "A number cannot be shared: whoever adds 1 to it has another number. A list with the number in it can: [0].",
        ),
        Wrong(
            answer(
                wrap=wrapped(none="t._edge = t._grad = t._base = t._hooks = None\n            t._requires_grad = True")
            ),
            "Nobody has asked for a gradient yet: _requires_grad is False at first.",
        ),
        Wrong(
            answer(wrap=wrapped(none="t._edge = t._grad = t._base = None")),
            "A field that is not set is not there at all, and reading it is an AttributeError. _hooks is None at first, too.",
        ),
        Wrong(
            answer(
                wrap="""
        def wrap(array, cls=Tensor):
            t = cls(array)
            t._array = array
            t._requires_grad = False
            t._edge = t._grad = t._base = t._hooks = None
            t._counter = [0]
            if inference_blocks[0]:
                mark_new(t)
            return t
"""
            ),
            "Calling the class makes a tensor by its constructor, which calls wrap, which calls the class ... `new(cls)` makes an "
            "empty object.",
        ),
        Wrong(
            answer(
                wrap="""
        def wrap(array, cls=Tensor, count=[0]):
            t = new(cls)
            t._array = array
            t._requires_grad = False
            t._edge = t._grad = t._base = t._hooks = None
            t._counter = count
            if inference_blocks[0]:
                mark_new(t)
            return t
"""
            ),
            "All tensors share one list here: a default value is made once. Each tensor needs a list of its own.",
        ),
        Wrong(
            answer(
                touch="""
        def touch(x):
            x._counter[0] += 1
"""
            ),
            "A tensor made inside inference_mode has no count: its _counter is None, and touch has nothing to do.",
        ),
        Wrong(
            answer(
                touch="""
        def touch(x):
            if x._counter is not None:
                x._counter = [x._counter[0] + 1]
"""
            ),
            "x and its view have a list each, and the one does not hear of changes in the other. A view has the very list of x, not a "
            "copy of it, and touch adds 1 inside that list, x._counter[0] += 1, without making another.",
        ),
        Wrong(
            answer(
                touch="""
        def touch(x):
            if x._counter is not None:
                x._counter[0] = 1
"""
            ),
            "The count goes on with every change: add 1 to what is there.",
        ),
        Wrong(
            answer(
                touch="""
        def touch(x):
            if x._counter is not None:
                x._counter += 1
"""
            ),
            "_counter is a list, and the number is in it: x._counter[0].",
        ),
        Wrong(
            answer(
                wrap="""
        def wrap(array, cls=Tensor):
            t = new(Tensor)
            t._array = array
            t._requires_grad = False
            t._edge = t._grad = t._base = t._hooks = None
            t._counter = [0]
            if inference_blocks[0]:
                mark_new(t)
            return t
"""
            ),
            "The class asked for is not looked at: new(cls).",
        ),
        Wrong(
            answer(
                wrap="""
        def wrap(array, cls=Tensor):
            t = new(cls)
            t._array = array
            t._requires_grad = False
            t._edge = t._grad = t._base = t._hooks = None
            t._counter = [0]
            return t
"""
            ),
            "The last lines of wrap are missing: inside inference_mode a new tensor has no count, and mark_new sees to that.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "Boolean value of Tensor" in str(error),
            "`x._base or x` asks whether a tensor is true, and one with many numbers is neither. Compare with "
            "None: `x._base is None`.",
        ),
        Mistake(
            lambda expected, got, error: expected == [5.0, 0.0],
            "The view has numbers of its own, so a change of x does not show in it. Put the tensor around the "
            "array as it is, without a copy.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'_seen'" in str(error),
            "_seen is a field of views, to be set here; x need not have one. It is the number in x._counter now.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'NoneType' object" in str(error),
            "None comes back: wrap ends with `return t`, and view_of with `return view`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "Variable data has to be" in str(error),
            "Write into the fields themselves, with their underscores: t._array. The attribute `data` looks at "
            "fields that are not there yet.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "no setter" in str(error),
            "_version only reads the count. Add 1 to the number in the list: x._counter[0].",
        ),
        Mistake(
            lambda expected, got, error: expected == (2, 0) and isinstance(got, tuple),
            "After two changes of x its count is 2: the number in the list grows by 1, x._counter[0] += 1, for "
            "every x that has a count, a view or not.",
        ),
        Mistake(
            lambda expected, got, error: expected == (False, None, None, None) and error is None,
            "These are the first values: _requires_grad is False, and _edge, _grad and _hooks are None.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "Calling the class makes a tensor by its constructor, which calls wrap, which calls the class ... `new(cls)` makes an "
            "empty object.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'Tensor' object has no attribute '_base'" in str(error)
            ),
            "A field that is not set is not there at all. wrap sets _base to None for every new tensor, for most "
            "show nobody else's memory.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'_counter'" in str(error),
            "wrap has to give every new tensor a count: the list [0].",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'_array'" in str(error),
            "wrap has to put the array into the field _array.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError)
                and any(f"'{name}'" in str(error) for name in ("_requires_grad", "_edge", "_grad", "_hooks"))
            ),
            "A field that is not set is not there at all. wrap gives each of the seven its first value: _requires_grad is False; "
            "_edge, _grad, _base and _hooks are None.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and ("item assignment" in str(error) or "subscriptable" in str(error))
            ),
            "The count has to be a list with one number in it, [0]: a number alone, or a tuple, cannot be "
            "changed for all who hold it.",
        ),
        Mistake(
            lambda expected, got, error: (
                expected == (2, 2, 2) and error is None or expected == (1, 1, 1) and error is None
            ),
            "A change through one of them has to be counted for all: the view's _counter is the list of x itself, and touch adds 1 to "
            "the number in it.",
        ),
        Mistake(
            lambda expected, got, error: (expected, got) in (([0], 0), ([0], [])) or expected == [0] and error is None,
            "A new tensor has not been changed yet. Its _counter is a list with the number 0 in it: [0].",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'dtype' object" in str(error),
            "A tensor was put around a tensor. view_of is given the array that is to be shown: wrap(array).",
        ),
    ],
    hints=[
        "wrap: seven fields, each with its first value. touch: one step. view_of: three fields get other values than wrap gave them.",
        "The count is a list with one number, so that two tensors can hold the same list. A view takes the "
        "list of x, and as its _base "
        "the tensor at the bottom: that of x, where it has one.",
        "`t._counter = [0]`; `if x._counter is not None: x._counter[0] += 1`; `view._base = x if x._base is None else x._base`, "
        "`view._counter = x._counter`, `view._seen = x._counter and x._counter[0]`.",
    ],
)
