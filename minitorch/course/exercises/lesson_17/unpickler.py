"""unpickler: The machine (difficulty 4, 20 minutes)

PyTorch's restricted unpickler is such a loop as well. What makes it safe is what it lacks: it has no instruction that looks
a name up elsewhere, or calls something that is not in the table.

1. `for name, arg in instructions(data):`, and in it a `match` or a chain of `if`. Each block of the table is one branch or
   a few that are alike.
2. TUPLE, APPENDS and SETITEMS begin with `self.take(arg)`. REDUCE and BUILD begin with `self.take(2)`. Take the values
   before you look at `self.stack[-1]`.
3. `self.stack[-1].extend(items)` and `self.stack[-1].update(zip(items[::2], items[1::2]))`; the last branch is
   `raise UnpicklingError(f"it has the instruction {name}")`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.unpickle:Unpickler.run",
    stub='''
        def run(self, data):
            """The object that the pickle `data` makes, by the table.

            run(self, pickle.dumps({"a": [1, 2]}, protocol=2)) is {"a": [1, 2]}.
            An instruction that is not in the table: UnpicklingError, with its name in the message.
            """
            ...
    ''',
    setup="""
        import pickle
        from collections import OrderedDict

        from minitorch.serialization.unpickle import Unpickler

        def back(obj, **names):
            return run_bytes(pickle.dumps(obj, protocol=2), **names)

        def run_bytes(data, **names):
            names = {f"my.{name}": value for name, value in names.items()}
            table = {"collections.OrderedDict": OrderedDict, "builtins.complex": complex, **names}
            return Unpickler(table, lambda identity: ("storage", identity)).run(data)

        class Box:
            pass

        def state():
            made = OrderedDict(weight=1)
            made._metadata = {"": {"version": 2}}
            return made
    """,
    facts="""
        if "has no attribute 'extend'": `self.stack[-1]` is looked up before `take` removes the values. Take first.
        if "has no attribute 'update'": `self.stack[-1]` is looked up before `take` removes the values. Take first, then look at
            the top.
        >>> back([1, "two", 3.5, None, True])
        [1, 'two', 3.5, None, True]
        if "has no attribute 'append'": The values that are appended are on top of the list. Take them first; then the list
            is self.stack[-1].
        if "IndexError": The stack ran empty. MARK, PUT and the loop itself leave the values on the stack: only STOP, REDUCE,
            BUILD, BINPERSID and `take` remove some.
        if []: The list is empty: APPENDS adds the values that it takes to the list below them.
        if [[1, 'two', 3.5, None, True]]: Either APPENDS adds its values as one list (`extend` adds them one by one), or STOP
            returns the whole stack (the result is only the top).
        if None: Nothing is returned. STOP ends the loop, and the result is the top of the stack.
        >>> back({"sizes": (2, (3, 4, 5, 6)), "bias": False})
        {'sizes': (2, (3, 4, 5, 6)), 'bias': False}
        if {'sizes': [2, [3, 4, 5, 6]], 'bias': False}: TUPLE pushes a tuple: tuple(self.take(arg)).
        if {(2, (3, 4, 5, 6)): 'sizes', False: 'bias'}: In what SETITEMS takes, each key comes before its value.
        if {}: SETITEMS takes keys and values in turn, and puts them into the dictionary below them.
        if {'sizes': 'bias', (2, (3, 4, 5, 6)): False}: Keys and values alternate in what SETITEMS takes: items[::2] are the
            keys, items[1::2] the values.
        if "pop from empty list": `take(None)` finds no MARK. TUPLE takes `arg` values, and only None means: all since the last
            MARK. And a mark inside a mark is another entry of self.marks.
        >>> back([[1, 2], [(3, 4, 5, 6, 7), [8, 9]]])
        [[1, 2], [(3, 4, 5, 6, 7), [8, 9]]]
        if "IndexError": MARK stores the number of values on the stack in self.marks. A mark inside a mark is another entry.
        else: Lists are nested here, so there is a mark above a mark. MARK appends to self.marks, and take removes the last.
        >>> inner = [1]
        >>> first, second = back([inner, inner])
        >>> first is second
        True
        if "KeyError": PUT stores the top of the stack in self.memo under its number, and leaves it on the stack.
        if False: GET pushes the very object that PUT stored. A copy would be a second list.
        >>> run_bytes(b"cmy\\npi\\n.", pi=3.14), back(2 + 1j)
        (3.14, (2+1j))
        if "TypeError": REDUCE takes two values, the function and the tuple of its arguments, and gives them to self.call.
        else: REDUCE finds the tuple on top, the function below it: function, args = self.take(2). Then it pushes
            self.call(function, args). GLOBAL pushes what self.find_class gives, and not the name.
        >>> run_bytes(b"cmy\\nmake\\n)R)R.", make=lambda: print)
        raises UnpicklingError
        if None: The file has called `print`, which is not in the table. REDUCE must go through self.call.
        >>> run_bytes(b"cos\\nsystem\\n.").__name__
        raises UnpicklingError: os.system
        if 'system': The name was looked up elsewhere. GLOBAL must go through self.find_class.
        >>> made = back(state())
        >>> type(made).__name__, dict(made), made._metadata
        ('OrderedDict', {'weight': 1}, {'': {'version': 2}})
        if "has no attribute '_metadata'": BUILD takes an object and its attributes, and pushes with_attributes(object, attributes).
        >>> run_bytes(b"](X\\x01\\x00\\x00\\x007QX\\x01\\x00\\x00\\x008Qe.")
        [('storage', '7'), ('storage', '8')]
        if ['7', ('storage', '7'), '8', ('storage', '8')]: BINPERSID takes the id off the stack. Here it is still there.
        else: BINPERSID takes one value from the stack, the id, and pushes self.storage_of(id).
        >>> run_bytes(b"cmy\\nmake\\n)R}X\\x01\\x00\\x00\\x00aK\\x01sb.", make=Box).a
        raises UnpicklingError
        if 1: A file has changed an object that is not an OrderedDict. Use with_attributes, which refuses that.
        >>> run_bytes(b"K\\x01K\\x020.")
        raises UnpicklingError: POP
        else: POP is not in the table, and an instruction that is left out changes what the file means. Raise an UnpicklingError
            with its name in the message.
    """,
)
