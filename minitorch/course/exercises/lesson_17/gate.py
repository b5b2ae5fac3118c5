"""gate: What a file may call (difficulty 3, 8 minutes)

Everything that a pickle can do to the world goes through these two. What is not in the table does not exist for it,
and what is not a Call cannot be called.

1. `named` has three steps: module and name become one key, the key has to be in self.names, and its value goes on the
   stack.
2. `module, _, rest = name.partition(" ")`, and the key is `f"{PYTHON2.get(module, module)}.{rest}"`. In `call`, ask
   the types of both before anything else.
3. `if type(function) is not Call or type(args) is not tuple: raise UnpicklingError(...)`; in the end
   `self.stack.append(function(*args))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.unpickle:Unpickler.call",
    covers="Unpickler.named",
    changes=True,
    setup="""
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
    """,
    stub="""
        def call(self):
            function, args = self.last(2)
            ...
            self.pay_for(args)
            ...
    """,
    facts=r"""
        >>> unpickled(b'cmy\nadd\n(K\x02K\x03tR.', add=lambda x, y: x + y)
        5
        if 'minitorch.serialization.archive.UnpicklingError: data.pkl': What the name stands for is returned, and nobody
            takes it. Push it: self.stack.append(...).
        else: The arguments come as one tuple. Spread it: function(*args).
        >>> unpickled(b'c__builtin__\nlist\n)R.')
        []
        else: A good file is refused. The key in the table is module, dot, name, with the module's new name where
            PYTHON2 has one; and a Call with a tuple may be called.
        >>> refusal(b'cos\nsystem\n.', 'os.system')
        'refused, by name'
        else: The file is refused as a broken one, because your code stops with an error inside. Say what is the matter:
            raise UnpicklingError, with the name that was asked for.
        >>> refusal(b'cmy\nkind\n)R.', 'another name')
        'refused'
        else: Something else comes out than the file says. `named` pushes one value on top of what is there; `call`
            takes two things off, and pushes one.
        >>> unpickled(b'cmy\nadd\n]K\x02aR.', add=lambda *all: len(all))
        raises UnpicklingError
        else: Something was called that must not be. What is called has to be a Call, its arguments a tuple.
        >>> unpickled(b"]p0\n(" + b"K\x01" * 900 + b"e" + b"cmy\nsame\n(g0\ntR0" * 9 + b".", same=list)
        raises UnpicklingError: copies
    """,
)
