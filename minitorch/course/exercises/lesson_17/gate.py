"""What a file may name and call."""

from minitorch.serialization.archive import UnpicklingError

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops

GIVEN = """
    import pickle
    from minitorch.serialization.archive import UnpicklingError
    from minitorch.serialization.unpickle import Call, PYTHON2, Unpickler

    def refusal(data, name, **functions):
        try:
            return unpickled(data, **functions)
        except UnpicklingError as error:
            words = str(error).replace(" ", ".")  # "os system" says the name as well
            told = "refused, by name" if name in words else "refused"
            return "taken for broken" if "data.pkl.is.broken" in words else told

    def unpickled(data, **functions):
        table = {f"my.{name}": Call(f"my.{name}", one) for name, one in functions.items()}
        return Unpickler(data, table | {"my.pi": 3.14, "my.kind": int, "builtins.list": Call("list", list)}, None).run()
"""

SOLUTION = '''
def named(self, name):
    """Push what "module name" stands for in the table self.names; raise UnpicklingError, and say the name, if it is not there.

    The table has one dot between module and name. Modules of Python 2 have their new names there: see PYTHON2.
    """
    module, _, rest = name.partition(" ")
    name = f"{PYTHON2.get(module, module)}.{rest}"
    if name not in self.names:
        raise UnpicklingError(UNKNOWN.format(name[:200]))
    self.stack.append(self.names[name])


def call(self):
    """Take a function and a tuple of arguments off the stack, and push what the call gives.

    Raise UnpicklingError if the function is no Call, or the arguments are no tuple.
    """
    function, args = self.last(2)
    if type(function) is not Call or type(args) is not tuple:
        raise UnpicklingError(f"it calls a {type(function).__name__}. Nothing was run")
    self.pay_for(args)
    self.stack.append(function(*args))
'''

exercise = Exercise(
    "gate",
    title="What a file may call",
    difficulty=3,
    minutes=8,
    target="minitorch.serialization.unpickle:Unpickler.call",
    covers=("minitorch.serialization.unpickle:Unpickler.named",),
    installed=True,
    setup="from minitorch.serialization.unpickle import UNKNOWN\n" + GIVEN.replace("\n    ", "\n"),
    stub='''
        def named(self, name):
            """Push what "module name" stands for in the table self.names; raise UnpicklingError, and say the name, if it is not there.

            The table has one dot between module and name. Modules of Python 2 have their new names there: see PYTHON2.
            """
            ...


        def call(self):
            """Take a function and a tuple of arguments off the stack, and push what the call gives.

            Raise UnpicklingError if the function is no Call, or the arguments are no tuple.
            """
            function, args = self.last(2)
            ...
            self.pay_for(args)
            ...
    ''',
    solution=SOLUTION,
    why="Everything that a pickle can do to the world goes through these two. What is not in the table does not exist "
    "for it, and what is not a Call cannot be called.",
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
        Case("refusal(b'cmy\\nkind\\n)R.', 'another name')", "refused", changes=True),
        Case("unpickled(b'cmy\\npi\\n)R.')", raises=UnpicklingError, changes=True),
        Case("unpickled(b'cmy\\nkind\\n)R.')", raises=UnpicklingError, changes=True),
        Case("unpickled(b'cmy\\nkind\\n]R.')", raises=UnpicklingError, changes=True),
        Case("unpickled(b'cmy\\nadd\\n]K\\x02aR.', add=lambda *all: len(all))", raises=UnpicklingError, changes=True),
        Case("unpickled(b'cmy\\nadd\\nK\\x02R.', add=lambda *all: len(all))", raises=UnpicklingError, changes=True),
        Case(
            """
            unpickled(b"]p0\\n(" + b"K\\x01" * 900 + b"e" + b"cmy\\nsame\\n(g0\\ntR0" * 9 + b".", same=list)
            """,
            raises=UnpicklingError,
            match="copies",
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    'module, _, rest = name.partition(" ")\n'
                    '    name = f"{PYTHON2.get(module, module)}.{rest}"\n'
                    "    if name not in self.names:\n"
                    "        raise UnpicklingError(UNKNOWN.format(name[:200]))\n"
                    "    self.stack.append(self.names[name])",
                    "import importlib\n"
                    "\n"
                    '    module, _, rest = name.partition(" ")\n'
                    "    module = PYTHON2.get(module, module)\n"
                    '    if f"{module}.{rest}" in self.names:\n'
                    '        self.stack.append(self.names[f"{module}.{rest}"])\n'
                    "    else:\n"
                    "        self.stack.append(getattr(importlib.import_module(module), rest))",
                ),
            ),
            "A name that is not in the table is looked up in Python's modules, and with that the file can have any function "
            "there is. Refuse it.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "if name not in self.names:\n"
                    "        raise UnpicklingError(UNKNOWN.format(name[:200]))\n"
                    "    self.stack.append(self.names[name])",
                    "self.stack.append(self.names[name])",
                ),
            ),
            "An unknown name ends as a broken file does: with a KeyError, or with nothing on the stack. Say what is the "
            "matter: raise UnpicklingError, with the name.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "if name not in self.names:\n"
                    "        raise UnpicklingError(UNKNOWN.format(name[:200]))\n"
                    "    self.stack.append(self.names[name])",
                    "self.stack.append(self.names.get(name))",
                ),
            ),
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
                    '    name = f"{PYTHON2.get(module, module)}.{rest}"',
                    "    name = next((key for key in self.names if key.endswith(rest)), rest)",
                ),
            ),
            "Only the last name is looked at, so the file may take it from any module. The key in the table is module and "
            "name, with a dot between them.",
        ),
        Wrong(
            edited(SOLUTION, ("    self.stack.append(self.names[name])", "    return self.names[name]")),
            "What the name stands for is returned, and nobody takes it. Push it: self.stack.append(...).",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    if type(function) is not Call or type(args) is not tuple:", "    if not callable(function):"),
            ),
            "What stands on the stack may be anything that can be called, a type for example, and the arguments may be a "
            "list. Only a Call may be called, and only with a tuple.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    if type(function) is not Call or type(args) is not tuple:", "    if type(function) is not Call:"),
            ),
            "The arguments may be anything that a file can make; a call takes a tuple. Ask type(args) is tuple as "
            "well.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    if type(function) is not Call or type(args) is not tuple:", "    if type(args) is not tuple:"),
            ),
            "The function may be a number, or anything else that stands on the stack. Ask whether type(function) "
            "is Call.",
        ),
        Wrong(
            edited(SOLUTION, ("    self.pay_for(args)", "")),
            "The line with pay_for is gone: a small file could make the reader copy until the memory is full.",
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
        stops(
            "(KeyError",
            "Brackets ask a dictionary for a key that it lacks. PYTHON2 has only the modules with a new name: "
            "PYTHON2.get(module, module). In the table, look whether the name is there.",
        ),
        Mistake(
            lambda expected, got, error: expected == 1 and got == 2,
            "The function is called twice, and whatever it does is done twice. Call it once, and push what it gives.",
        ),
        Mistake(
            lambda expected, got, error: got == "taken for broken",
            "The file is refused as a broken one, because your code stops with an error inside. Say what is the "
            "matter: raise UnpicklingError, with the name that was asked for.",
        ),
        Mistake(
            lambda expected, got, error: got == "refused",
            "It is refused, as it should be, but the message does not say what was asked for: put the whole name "
            "into it, module and all.",
        ),
        Mistake(
            lambda expected, got, error: expected == "refused, by name" != got,
            "This file asks for something that is not in the table, and gets it. Refuse it: raise UnpicklingError, "
            "with the name. Nothing is looked up anywhere else.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and expected != got,
            "The function and its arguments lie on the stack, and nobody has called the one with the other: push "
            "function(*args).",
        ),
        Mistake(
            lambda expected, got, error: expected is not UnpicklingError and "pop from empty list" in str(error),
            "The stack is empty in the end. What a name stands for, and what a call gives, is pushed: "
            "self.stack.append(...).",
        ),
        Mistake(
            lambda expected, got, error: expected is not UnpicklingError and "left unfinished" in str(error),
            "In the end one value has to lie on the stack. What a name stands for, and what a call gives, is pushed once, "
            "self.stack.append(...); `return` pushes nothing.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ImportError) or "module '" in str(error),
            "The name is looked up outside. What a file may use stands in the table alone, self.names, with what the name stands "
            "for: import nothing, and ask nothing for an attribute.",
        ),
        Mistake(
            lambda expected, got, error: expected is not UnpicklingError and "object is not iterable" in str(error),
            "What a name stands for, and what a call gives, is one value, whatever it is: self.stack.append(...). extend and += "
            "take it apart.",
        ),
        Mistake(
            lambda expected, got, error: expected is not UnpicklingError and "is broken" in str(error),
            "A good file is taken for a broken one, because your code stops with an error inside. The key in the "
            "table is module, dot, name; and a call is function(*args).",
        ),
        Mistake(
            lambda expected, got, error: expected is not UnpicklingError and isinstance(error, UnpicklingError),
            "A good file is refused. The key in the table is module, dot, name, with the module's new name where "
            "PYTHON2 has one; and a Call with a tuple may be called.",
        ),
        Mistake(
            lambda expected, got, error: expected is UnpicklingError and error is None,
            "Something was called that must not be. What is called has to be a Call, its arguments a tuple.",
        ),
        Mistake(
            lambda expected, got, error: expected is UnpicklingError and isinstance(error, UnpicklingError),
            "A call may copy what it is given, again and again. Leave the line with self.pay_for(args) before the "
            "call.",
        ),
        Mistake(
            lambda expected, got, error: error is None,
            "Something else comes out than the file says. `named` pushes one value on top of what is there; `call` "
            "takes two things off, and pushes one.",
        ),
    ],
    hints=[
        "`named` has three steps: module and name become one key, the key has to be in self.names, and its value goes "
        "on the stack.",
        '`module, _, rest = name.partition(" ")`, and the key is `f"{PYTHON2.get(module, module)}.{rest}"`. In `call`, '
        "ask the types of both before anything else.",
        "`if type(function) is not Call or type(args) is not tuple: raise UnpicklingError(...)`; in the end "
        "`self.stack.append(function(*args))`.",
    ],
)
