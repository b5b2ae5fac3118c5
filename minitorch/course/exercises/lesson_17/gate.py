"""What a file may name and call."""

from minitorch.serialization.archive import UnpicklingError

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops

GIVEN = """
    import io
    from minitorch.serialization.archive import UnpicklingError
    from minitorch.serialization.unpickle import PYTHON2, UNKNOWN, Unpickler

    def unpickled(data, **functions):
        table = {f"my.{name}": one for name, one in functions.items()}
        return Unpickler(io.BytesIO(data), table | {"my.pi": 3.14, "builtins.list": list}, None).load()

    def refusal(data, name):
        try:
            return unpickled(data)
        except UnpicklingError as error:
            return "refused, by name" if name in str(error).replace(" ", ".") else "refused"

    class Alike:
        called = 0

        def __eq__(self, other):
            return True

        def __call__(self):
            Alike.called += 1
"""

SOLUTION = '''
def find_class(self, module, name):
    """What a name stands for in the table self.names; raise UnpicklingError, and say the name, if it is not there.

    The table has one dot between module and name. Modules of Python 2 have their new names there: see PYTHON2.
    """
    name = f"{PYTHON2.get(module, module)}.{name}"
    if name not in self.names:
        raise UnpicklingError(UNKNOWN.format(name[:200]))
    return self.names[name]


def call(self):
    """Take a tuple of arguments off the stack, then a function, and push what the call gives.

    Raise UnpicklingError if the function is none of the values in self.names (the same object, not an equal one), or the
    arguments are no tuple.
    """
    args, function = self.stack.pop(), self.stack.pop()
    if type(args) is not tuple or not any([function is one for one in self.names.values()]):
        raise UnpicklingError(f"it calls {str(function)[:100]}, which is not in the table, so nothing was run")
    self.stack.append(function(*args))
'''

CHECK = "    if type(args) is not tuple or not any([function is one for one in self.names.values()]):"
LOOKED_UP = """    if name not in self.names:
        raise UnpicklingError(UNKNOWN.format(name[:200]))
    return self.names[name]
"""

exercise = Exercise(
    "gate",
    title="What a file may call",
    difficulty=3,
    minutes=8,
    target="minitorch.serialization.unpickle:Unpickler.call",
    covers=("minitorch.serialization.unpickle:Unpickler.find_class",),
    installed=True,
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        def find_class(self, module, name):
            """What a name stands for in the table self.names; raise UnpicklingError, and say the name, if it is not there.

            The table has one dot between module and name. Modules of Python 2 have their new names there: see PYTHON2.
            """
            ...


        def call(self):
            """Take a tuple of arguments off the stack, then a function, and push what the call gives.

            Raise UnpicklingError if the function is none of the values in self.names (the same object, not an equal one), or the
            arguments are no tuple.
            """
            args, function = self.stack.pop(), self.stack.pop()
            ...
            self.stack.append(function(*args))
    ''',
    solution=SOLUTION,
    why="Everything that a pickle can do to the world goes through these two. What is not in the table does not exist "
    "for it, and what did not come from the table cannot be called.",
    facts=[
        Case("unpickled(b'cmy\\npi\\n.')", 3.14, changes=True),
        Case("unpickled(b'cmy\\nadd\\n(K\\x02K\\x03tR.', add=lambda x, y: x + y)", 5, changes=True),
        Case("unpickled(b'cmy\\nnothing\\n)R.', nothing=lambda: [1, 2])", [1, 2], changes=True),
        Case(
            "unpickled(b'(K\\x01cmy\\ntwice\\n(K\\x02tRcmy\\npi\\nl.', twice=lambda x: 2 * x)",
            [1, 4, 3.14],
            changes=True,
        ),
        Case("unpickled(b'cmy\\nneg\\n(cmy\\nneg\\n(K\\x07tRtR.', neg=lambda x: -x)", 7, changes=True),
        Case("unpickled(b'c__builtin__\\nlist\\n)R.')", [], changes=True),
        Case("unpickled(b'cbuiltins\\nlist\\n)R.')", [], changes=True),
        Case("refusal(b'cos\\nsystem\\n.', 'os.system')", "refused, by name", changes=True),
        Case("refusal(b'cbuiltins\\nprint\\n(K\\x01tR.', 'builtins.print')", "refused, by name", changes=True),
        Case("refusal(b'c__builtin__\\neval\\n.', 'eval')", "refused, by name", changes=True),
        Case("refusal(b'cmath\\npi\\n.', 'math.pi')", "refused, by name", changes=True),
        Case("refusal(b'cmy\\npi.real\\n.', 'my.pi.real')", "refused, by name", changes=True),
        Case("refusal(b'cmy.pi\\nreal\\n.', 'my.pi.real')", "refused, by name", changes=True),
        Case("calls = []\nunpickled(b'cmy\\nnote\\n)R.', note=lambda: calls.append(1))\nlen(calls)", 1, changes=True),
        Case("unpickled(b'cmy\\ngive\\n)R)R.', give=lambda: dict)", raises=UnpicklingError, changes=True),
        Case("unpickled(b'K\\x01)R.')", raises=UnpicklingError, changes=True),
        Case("unpickled(b'cmy\\nmake\\n)R)R.', make=lambda: Alike())", raises=UnpicklingError, changes=True),
        Case("unpickled(b'cmy\\nadd\\n]K\\x02aR.', add=lambda *all: len(all))", raises=UnpicklingError, changes=True),
        Case("unpickled(b'cmy\\nadd\\nK\\x02R.', add=lambda *all: len(all))", raises=UnpicklingError, changes=True),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    LOOKED_UP,
                    "    import importlib\n"
                    "\n"
                    "    if name in self.names:\n"
                    "        return self.names[name]\n"
                    '    module, _, name = name.rpartition(".")\n'
                    "    return getattr(importlib.import_module(module), name)\n",
                ),
            ),
            "A name that is not in the table is looked up in Python's modules, and with that the file can have any function "
            "there is. Refuse it.",
        ),
        Wrong(
            edited(SOLUTION, (LOOKED_UP, "    return self.names[name]\n")),
            "An unknown name ends in a KeyError, as a broken file does. Say what is the matter: raise UnpicklingError, with "
            "the name.",
        ),
        Wrong(
            edited(SOLUTION, (LOOKED_UP, "    return self.names.get(name)\n")),
            "An unknown name becomes None without a word. Refuse the file: raise UnpicklingError, with the name.",
        ),
        Wrong(
            edited(SOLUTION, ("PYTHON2.get(module, module)", "module")),
            "A pickle of protocol 2 calls the module of list and set by its old name, __builtin__. PYTHON2 has the new one: "
            "PYTHON2.get(module, module).",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '    name = f"{PYTHON2.get(module, module)}.{name}"',
                    "    name = next((key for key in self.names if key.endswith(name)), name)",
                ),
            ),
            "Only the last name is looked at, so the file may take it from any module. The key in the table is module and "
            "name, with a dot between them.",
        ),
        Wrong(
            edited(SOLUTION, ("    return self.names[name]", "    self.stack.append(self.names[name])")),
            "find_class returns what the name stands for, and the machine pushes it: return self.names[name].",
        ),
        Wrong(
            edited(SOLUTION, (CHECK, "    if type(args) is not tuple or not callable(function):")),
            "What lies on the stack may be anything that can be called, such as what another call has given. Only what is "
            "in the table may be called.",
        ),
        Wrong(
            edited(SOLUTION, (CHECK, "    if type(args) is not tuple or function not in self.names.values():")),
            "`in` asks whether things are equal, and an object can say that it equals anything. Ask with `is`, for each value.",
        ),
        Wrong(
            edited(SOLUTION, ("type(args) is not tuple or ", "")),
            "The arguments may be anything that a file can make; a call takes a tuple. Ask type(args) is tuple as well.",
        ),
        Wrong(
            edited(SOLUTION, ("    self.stack.append(function(*args))", "    self.stack.append(function(args))")),
            "The arguments come as one tuple. Spread it: function(*args).",
        ),
        Wrong(
            edited(SOLUTION, ("    self.stack.append(function(*args))", "    return function(*args)")),
            "What the call gives is not on the stack. Push it: self.stack.append(function(*args)).",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == 1 and got == 2,
            "The function is called twice, and whatever it does is done twice. Call it once, and push what it gives.",
        ),
        Mistake(
            lambda expected, got, error: got == "refused",
            "It is refused, as it should be, but the message does not say what was asked for: put the whole name "
            "into it, module and all.",
        ),
        Mistake(
            lambda expected, got, error: expected == "refused, by name" and error is None,
            "This file asks for something that is not in the table, and gets it. Refuse it: raise UnpicklingError, "
            "with the name. Nothing is looked up anywhere else.",
        ),
        stops(
            "KeyError",
            "Brackets ask a dictionary for a key that it lacks. PYTHON2 has only the modules with a new name: "
            "PYTHON2.get(module, module). In the table, look whether the name is there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and expected != got,
            "The function and its arguments lie on the stack, and nobody has called the one with the other: push "
            "function(*args).",
        ),
        Mistake(
            lambda expected, got, error: (
                "pop from empty list" in str(error) or type(error).__name__ == "IndexError" or got is None
            ),
            "What a call gives is pushed, self.stack.append(...), and what a name stands for is returned.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ImportError) or "module '" in str(error),
            "The name is looked up outside. What a file may use stands in the table alone, self.names, with what the name stands "
            "for: import nothing, and ask nothing for an attribute.",
        ),
        Mistake(
            lambda expected, got, error: expected is not UnpicklingError and isinstance(error, UnpicklingError),
            "A good file is refused. The key in the table is module, dot, name, with the module's new name where "
            "PYTHON2 has one; and a value of the table with a tuple may be called.",
        ),
        Mistake(
            lambda expected, got, error: expected is UnpicklingError and not isinstance(error, UnpicklingError),
            "Something was called that must not be. What is called has to be one of the values in self.names, the same "
            "object, and its arguments a tuple. Else raise UnpicklingError.",
        ),
        Mistake(
            lambda expected, got, error: error is not None,
            "A good file ends in an error. find_class returns what the table has; call takes the arguments and the function "
            "off the stack, and pushes function(*args).",
        ),
        Mistake(
            lambda expected, got, error: error is None,
            "Something else comes out than the file says. find_class returns one value; `call` takes two things off the "
            "stack, and pushes one.",
        ),
    ],
    hints=[
        "`find_class` has three steps: module and name become one key, the key has to be in self.names, and its value is "
        "returned.",
        'The key is `f"{PYTHON2.get(module, module)}.{name}"`. In `call`, look at both before anything else.',
        "`if type(args) is not tuple or not any([function is one for one in self.names.values()]): raise "
        "UnpicklingError(...)`; in the end `self.stack.append(function(*args))`.",
    ],
)
