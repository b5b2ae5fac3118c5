"""gate: What a file may name and call (difficulty 3, 8 minutes)

A name is looked up in one table and nowhere else. Functions must be in the table, too: an allowed function may return another.

1. The table is a dictionary. In call, ask yourself what a hostile file could put on the stack: as function, and as args.
2. Is this very function in the table? `in` compares with ==, which an object can define. `is` cannot be deceived.
3. `any([function is one for one in self.names.values()])` and `isinstance(args, tuple)`; otherwise `raise UnpicklingError(...)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.unpickle:Unpickler.call",
    covers="Unpickler.find_class",
    setup="""
        from minitorch.serialization.unpickle import Unpickler

        class Deceiver:
            __name__ = "pow"

            def __eq__(self, other):
                return True

            def __call__(self, *args):
                return "anything"
    """,
    given="""machine = Unpickler({"my.pi": 3.14, "my.nothing": None, "my.pow": pow, "my.maker": lambda: len, "my.int": int, "builtins.e": 2.7})""",
    facts="""
        if "No module named": A file must not choose what is imported. Find the name in self.names, and look nowhere else.
        if "unhashable type": A set compares with == and hash(), and an object decides both itself. Compare with `is`.
        if "attribute '__name__'": A name can be chosen: a file can bring a function of the same name. Compare the objects.
        >>> machine.find_class("my.pi"), machine.find_class("my.nothing")
        (3.14, None)
        if "UnpicklingError": Both names are in the table. Ask whether the name is there, not whether its value is true.
        >>> machine.find_class("builtins.eval")
        raises UnpicklingError: builtins.eval
        if "UnpicklingError": The message must say which name was asked for.
        if None: An unknown name gives None, and the pickle goes on. Raise an UnpicklingError.
        if 2.7: The whole name counts: "builtins.eval" is not "builtins.e".
        else: This name is not in self.names. Raise an UnpicklingError with the name in its message, and do not look the name up anywhere else.
        >>> machine.find_class("pi")
        raises UnpicklingError: pi
        if 3.14: The whole name counts: "pi" is not "my.pi".
        >>> machine.call(pow, (2, 3))
        8
        if "UnpicklingError": `pow` is in the table. It is enough that it is one of the values, self.names.values(); their names do not count.
        if "missing required argument": The function gets its arguments one by one: function(*args).
        >>> machine.call(machine.call(machine.find_class("my.maker"), ()), (3,))
        raises UnpicklingError
        if "has no len()": `len` was called, and it is not in the table. Check first: is it one of self.names.values()? Ask for every function, because an allowed function may have returned it.
        >>> machine.call(Deceiver(), ())
        raises UnpicklingError
        if 'anything': This object only has the name of `pow`, and says that it is equal to everything. `in` compares with ==. Compare with `is`.
        >>> machine.call(pow, [2, 3])
        raises UnpicklingError
        if 8: The arguments must be a tuple. A list here means that the file is wrong.
        >>> machine.call(int, ["five"])
        raises UnpicklingError
        if "invalid literal": The function has run already. Check the arguments first: they must be a tuple.
    """,
)
