"""copies: what is put inside of a function that asks, and functions that do what others do (shelf)."""

import functools
import sys
import types

HERE = __file__.removesuffix("copies.py") + "<asking>"  # what stands for the file of code that is made here


@functools.cache
def asking_code(names, asked="__asking"):
    """The code of a function that asks `asked`, in place of one that has these variables of functions around it.

    What asks is a default by name, which each function has for itself: its globals are its own. The variables are named in
    it because Python copies those that a code names, and reads all of them when somebody looks at the frame.
    """
    given = "".join([f"    {name} = None\n" for name in names])
    text = f"        return {asked}(args, kwargs)\n" + "".join([f"        {name}\n" for name in names])
    scope: dict = {}
    source = f"def around():\n{given}    def asking(*args, {asked}=None, **kwargs):\n{text}    return asking\n"
    exec(compile(source, HERE, "exec"), scope)  # in the package, for whoever looks for the user's own call
    code = scope["around"]().__code__
    assert code.co_freevars == names  # Python sorts them
    return code


def copy_of(function):
    """Another function that does the same."""
    made = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
    made.__dict__.update(function.__dict__)
    made.__doc__, made.__module__ = function.__doc__, function.__module__
    return made


def renamed(value, name):
    """Another method that does the same, under a name of its own."""
    made = copy_of(value)
    made.__name__, made.__qualname__ = name, f"Tensor.{name}"
    return made


def leading_to(value, name):
    """The same for what others may take the place of: it calls what stands behind it, looked up at each call.

    Short cuts and a reader's pieces take the place of an operation's call, or of a function in its file, wherever they
    find that very object: a copy of it would stay what it was.
    """
    op, home = getattr(value, "op", None), value.__module__
    is_operator = op is not None and value is vars(op).get("operator")
    scope = vars(sys.modules[home]) if home.startswith("minitorch.") and home in sys.modules else {}
    key = next((key for key, one in scope.items() if one is value), None)

    def call(*args, **named):
        return (op.operator if is_operator else scope.get(key, value))(*args, **named)

    call.__dict__.update({"__wrapped__": value} | value.__dict__)
    call.__name__, call.__qualname__ = name, f"Tensor.{name}"
    call.__doc__, call.__module__ = value.__doc__, value.__module__
    return call
