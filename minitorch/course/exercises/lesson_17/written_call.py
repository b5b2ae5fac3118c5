"""What the machine is to call, written down."""

from ...define import Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

GIVEN = """
    import io
    import pickle
    import pickletools
    from minitorch.serialization.saving import Pickle

    def written(*steps):
        pickled = Pickle(None)
        pickled.out.clear()
        for method, *args in steps:
            getattr(pickled, method)(*args)
        return bytes(pickled.out)

    def instructions(*steps):
        row = pickletools.genops(written(*steps) + b".")
        return [op.name if arg is None else f"{op.name} {arg}" for op, arg, _ in row][:-1]

    def again(obj):
        f = io.BytesIO()
        mt.save(obj, f)
        f.seek(0)
        return mt.load(f)
"""

SOLUTION = '''
def name(self, module, name):
    """Write the instruction for a name: once, and from then on fetch it by its number in the memo."""
    key = (module, name)
    if key in self.places:
        return self.fetch(self.places[key])
    self.out += pickle.GLOBAL + f"{module}\\n{name}\\n".encode()
    self.remember(key, key)


def call(self, module, name, *args):
    """Write what the machine is to call: the name, a tuple of the arguments, and REDUCE."""
    self.name(module, name)
    self.tuple(args, shown=False)
    self.out += pickle.REDUCE
'''

exercise = Exercise(
    "written_call",
    title="A call, written down",
    difficulty=2,
    minutes=5,
    target="minitorch.serialization.saving:Pickle.call",
    covers=("minitorch.serialization.saving:Pickle.name",),
    installed=True,
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        def name(self, module, name):
            """Write the instruction for a name: once, and from then on fetch it by its number in the memo.

            The instruction is pickle.GLOBAL and two lines of text as bytes, the module and the name, each with a "\\n" at its end.
            It is remembered under the key (module, name): self.remember(key, key) enters its number in self.places.
            """
            ...


        def call(self, module, name, *args):
            """Write what the machine is to call: the name, a tuple of the arguments, and REDUCE.

            self.tuple(args, shown=False) writes a tuple and what is in it.
            """
            ...
    ''',
    solution=SOLUTION,
    why="This is the other side of the gate: what you write here is what `named` and `call` of the machine read.",
    facts=[
        told("a name", "instructions(('name', 'my', 'pi'))", ["GLOBAL my pi", "BINPUT 0"]),
        told("its bytes", "written(('name', 'my', 'pi'))", b"cmy\npi\nq\x00"),
        told(
            "a name twice",
            "instructions(('name', 'my', 'pi'), ('name', 'my', 'pi'))",
            ["GLOBAL my pi", "BINPUT 0", "BINGET 0"],
        ),
        told(
            "two names of one module",
            "instructions(('name', 'my', 'pi'), ('name', 'my', 'e'), ('name', 'my', 'pi'))",
            ["GLOBAL my pi", "BINPUT 0", "GLOBAL my e", "BINPUT 1", "BINGET 0"],
        ),
        told(
            "one name in two modules",
            "instructions(('name', 'my', 'pi'), ('name', 'your', 'pi'))",
            ["GLOBAL my pi", "BINPUT 0", "GLOBAL your pi", "BINPUT 1"],
        ),
        told("other letters", "written(('name', 'my', 'naïve'))", "cmy\nnaïve\nq\x00".encode()),
        told(
            "a call",
            "instructions(('call', 'my', 'add', 2, 3))",
            ["GLOBAL my add", "BINPUT 0", "BININT1 2", "BININT1 3", "TUPLE2", "BINPUT 1", "REDUCE"],
        ),
        told(
            "no arguments",
            "instructions(('call', 'my', 'now'))",
            ["GLOBAL my now", "BINPUT 0", "EMPTY_TUPLE", "REDUCE"],
        ),
        told(
            "one argument",
            "instructions(('call', 'my', 'neg', 7))",
            ["GLOBAL my neg", "BINPUT 0", "BININT1 7", "TUPLE1", "BINPUT 1", "REDUCE"],
        ),
        told(
            "two calls",
            "instructions(('call', 'my', 'neg', 7), ('call', 'my', 'neg', 8))",
            ["GLOBAL my neg", "BINPUT 0", "BININT1 7", "TUPLE1", "BINPUT 1", "REDUCE"]
            + ["BINGET 0", "BININT1 8", "TUPLE1", "BINPUT 2", "REDUCE"],
        ),
        told("read by Python", "pickle.loads(written(('call', 'builtins', 'complex', 1.0, 2.0)) + b'.')", 1 + 2j),
        Case("again({'z': 1 + 2j, 'w': 3j, 's': {5}})", {"z": 1 + 2j, "w": 3j, "s": {5}}, changes=True),
        Case("x = mt.arange(6.0)\nagain([x, x[2:]])[1].tolist()", [2.0, 3.0, 4.0, 5.0], changes=True),
    ],
    wrong=[
        Wrong(
            variant(
                SOLUTION,
                ("    if key in self.places:\n        return self.fetch(self.places[key])\n", ""),
            ),
            "The name is written out each time. Remember it under its key, self.remember(key, key), and where the key is in "
            "self.places already, fetch it by its number there.",
        ),
        Wrong(
            variant(SOLUTION, ("    self.remember(key, key)\n", "")),
            "The name is not remembered, and gets no number in the memo: self.remember(key, key).",
        ),
        Wrong(
            variant(SOLUTION, ("key = (module, name)", "key = name")),
            "The key is the name alone, and two modules may have the same name. It is (module, name).",
        ),
        Wrong(
            variant(SOLUTION, ("        return self.fetch(self.places[key])", "        return self.places[key]")),
            "The number is returned, and nothing is written. self.fetch(number) writes the instruction that gets it.",
        ),
        Wrong(
            variant(SOLUTION, ("        return self.fetch(self.places[key])", "        self.fetch(self.places[key])")),
            "After the name was fetched, it is written out as well. Stop there: return.",
        ),
        Wrong(
            variant(SOLUTION, ('f"{module}\\n{name}\\n"', 'f"{module}.{name}\\n"')),
            "Module and name are two lines of their own, with no dot between them.",
        ),
        Wrong(
            variant(SOLUTION, ('f"{module}\\n{name}\\n"', 'f"{module}\\n{name}"')),
            'The end of the second line is missing: the name, too, ends with "\\n".',
        ),
        Wrong(
            variant(SOLUTION, (".encode()", '.encode("ascii", "replace")')),
            "Letters outside ASCII are lost. The text is UTF-8: .encode().",
        ),
        Wrong(
            variant(SOLUTION, ("    self.out += pickle.REDUCE\n", "")),
            "The name and the arguments are there, and nobody calls: pickle.REDUCE is missing.",
        ),
        Wrong(
            variant(
                SOLUTION,
                (
                    "    self.name(module, name)\n    self.tuple(args, shown=False)\n",
                    "    self.tuple(args, shown=False)\n    self.name(module, name)\n",
                ),
            ),
            "The machine takes the arguments off the stack first, so they have to lie on top: the name comes before them.",
        ),
        Wrong(
            variant(SOLUTION, ("self.tuple(args, shown=False)", "self.list(list(args))")),
            "A call takes its arguments from a tuple, and this writes a list.",
        ),
        Wrong(
            variant(
                SOLUTION, ("    self.tuple(args, shown=False)\n", "    for arg in args:\n        self.write(arg)\n")
            ),
            "The arguments are written one by one, and REDUCE needs one tuple of them.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "concat" in str(error),
            "What is written are bytes. `.encode()` makes them of a text.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "'str' object cannot be interpreted" in str(error)
            ),
            "What is written are bytes. `.encode()` makes them of a text.",
        ),
        *tells(
            a_name="The instruction is GLOBAL, the module, the name; then it is remembered.",
            its_bytes='The bytes are pickle.GLOBAL, then module and name as text, each with "\\n" at its end.',
            a_name_twice="The second time, the name is fetched by its number in self.places.",
            two_names_of_one_module="Each name has a number of its own. The key is (module, name).",
            one_name_in_two_modules="Each name has a number of its own. The key is (module, name).",
            other_letters="Text becomes bytes as UTF-8: .encode().",
            a_call="First the name, then the tuple of the arguments, then pickle.REDUCE.",
            no_arguments="Without arguments there is an empty tuple: self.tuple(args, shown=False) writes that as well.",
            one_argument="First the name, then the tuple of the arguments, then pickle.REDUCE.",
            two_calls="In the second call the name is fetched. Its arguments are another tuple.",
            read_by_Python="Python's own machine cannot run this. First the name, then a tuple, then REDUCE.",
        ),
        Mistake(
            lambda expected, got, error: error is None,
            "What comes back is not what was saved. First the name, then the tuple of the arguments, then pickle.REDUCE.",
        ),
    ],
    hints=[
        "Look at `text` above: it does the same for a text. And at the machine: what has to lie on the stack when REDUCE comes?",
        'name: with the key in self.places, `return self.fetch(...)`; else `f"{module}\\n{name}\\n".encode()` behind '
        "pickle.GLOBAL, and remember it. call has three steps.",
        "`self.name(module, name)`, `self.tuple(args, shown=False)`, `self.out += pickle.REDUCE`.",
    ],
)
