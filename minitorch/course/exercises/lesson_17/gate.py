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
                return "refused, by name" if name in str(error).replace(" ", ".") else "refused"

        class Alike:
            called = 0

            def __eq__(self, other):
                return True

            def __call__(self):
                Alike.called += 1
    """,
    stub="""
        def call(self):
            args, function = (self.stack.pop(), self.stack.pop())
            ...
            self.stack.append(function(*args))
    """,
    facts=r"""
        >>> unpickled(b'c__builtin__\nlist\n)R.')
        []
        if 'minitorch.serialization.archive.UnpicklingError: it calls': find_class returns what the name stands for, and
            the machine pushes it: return self.names[name].
        else: What the call gives is not on the stack. Push it: self.stack.append(function(*args)).
        >>> refusal(b'cos\nsystem\n.', 'os.system')
        'refused, by name'
        if None: An unknown name becomes None without a word. Refuse the file: raise UnpicklingError, with the name.
        >>> unpickled(b'cmy\nmake\n)R)R.', make=lambda: Alike())
        raises UnpicklingError
        if 'TypeError: <lambda>() takes 0 positional arguments but 1 was given': The arguments come as one tuple. Spread
            it: function(*args).
        if None: `in` asks whether things are equal, and an object can say that it equals anything. Ask with `is`, for
            each value.
        >>> unpickled(b'cmy\nadd\n]K\x02aR.', add=lambda *all: len(all))
        raises UnpicklingError
        else: Something was called that must not be. What is called has to be one of the values in self.names, the same
            object, and its arguments a tuple. Else raise UnpicklingError.
    """,
)
