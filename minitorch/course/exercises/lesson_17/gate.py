"""gate: What a file may call (difficulty 3, 8 minutes)

Everything that a pickle can do to the world goes through these two. What is not in the table does not exist for it,
and what did not come from the table cannot be called.

1. `find_class` has three steps: module and name become one key, the key has to be in self.names, and its value is
   returned.
2. The key is `f"{PYTHON2.get(module, module)}.{name}"`. In `call`, look at both before anything else.
3. `if type(args) is not tuple or not any([function is one for one in self.names.values()]): raise
   UnpicklingError(...)`; in the end `self.stack.append(function(*args))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.unpickle:Unpickler.call",
    covers="Unpickler.find_class",
    changes=True,
    setup="""
        import io

        def unpickled(data, **functions):
            table = {f"my.{name}": one for name, one in functions.items()}
            return Unpickler(io.BytesIO(data), table | {"my.pi": 3.14, "builtins.list": list}, None).load()

        def refusal(data, name):
            try:
                return unpickled(data)
            except UnpicklingError as error:
                return "refused, by name" if name in str(error) else "refused"

        class Alike:
            def __eq__(self, other):
                return True

            def __call__(self):
                return "called"
    """,
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
    facts=r"""
        >>> unpickled(b'cmy\npi\n.')
        3.14
        if None: find_class returns what the name stands for, and the machine pushes it: return self.names[name].
        if "IndexError: pop from empty list": find_class returns what the name stands for, and the machine pushes it:
            return self.names[name].
        if "KeyError": Brackets ask a dictionary for a key that it lacks. PYTHON2 has only the modules with a new name:
            PYTHON2.get(module, module).
        else: The key in the table is module, dot, name.
        >>> unpickled(b'(K\x01cmy\nadd\n(K\x02K\x03tRcmy\npi\nl.', add=lambda x, y: x + y)
        [1, 5, 3.14]
        if "TypeError": The arguments come as one tuple. Spread it: function(*args).
        if "IndexError: pop from empty list": What the call gives is not on the stack. Push it:
            self.stack.append(function(*args)).
        if [1, 3.14]: What the call gives is not on the stack. Push it: self.stack.append(function(*args)).
        else: Something else comes out than the file says. `call` takes two things off the stack, and pushes one.
        >>> unpickled(b'c__builtin__\nlist\n)R.')
        []
        else: A pickle of protocol 2 calls the module of list and set by its old name, __builtin__. PYTHON2 has the new
            one: PYTHON2.get(module, module).
        >>> refusal(b'cmath\npi\n.', 'math.pi')
        'refused, by name'
        if "KeyError": An unknown name ends in a KeyError, as a broken file does. Say what is the matter: raise
            UnpicklingError, with the name.
        if None: An unknown name becomes None without a word. Refuse the file: raise UnpicklingError, with the name.
        if 'refused': It is refused, as it should be, but the message does not say what was asked for: put the whole
            name into it, module and all.
        if 3.14: Only the last name is looked at, so the file may take it from any module. The key in the table is
            module and name, with a dot between them.
        else: This file asks for something that is not in the table, and gets it. Refuse it: raise UnpicklingError,
            with the name. Nothing is looked up anywhere else.
        >>> refusal(b'cos\nsystem\n.', 'os.system')
        'refused, by name'
        else: Everything that is not in the table is refused by its name, and looked up nowhere else.
        >>> calls = []
        >>> unpickled(b'cmy\nnote\n)R.', note=lambda: calls.append(1))
        >>> len(calls)
        1
        else: The function is called twice, and whatever it does is done twice. Call it once, and push what it gives.
        >>> unpickled(b'cmy\ngive\n)R)R.', give=lambda: dict)
        raises UnpicklingError
        else: What lies on the stack may be anything that can be called, such as what another call has given. Only what
            is in the table may be called.
        >>> unpickled(b'cmy\nmake\n)R)R.', make=Alike)
        raises UnpicklingError
        if "called": `in` asks whether things are equal, and an object can say that it equals anything. Ask with `is`, for
            each value.
        >>> unpickled(b'cmy\nadd\n]K\x02aR.', add=lambda *all: len(all))
        raises UnpicklingError
        else: The arguments may be anything that a file can make; a call takes a tuple. Ask type(args) is tuple as well.
    """,
)
