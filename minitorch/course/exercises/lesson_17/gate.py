"""gate: What a file may name and call (difficulty 3, 8 minutes)

A name is looked up in one table and nowhere else. A function must be in the table too, because the stack can have other
functions: an allowed function may return one.

1. find_class is a search in the dictionary self.names. call has two conditions, and then one line.
2. Is this very function in the table? `in` compares with ==, and an object can decide what it is equal to. `is` cannot be
   deceived.
3. `any([function is one for one in self.names.values()])` and `type(args) is tuple`; otherwise `raise UnpicklingError(...)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.unpickle:Unpickler.call",
    covers="Unpickler.find_class",
    stub='''
        def find_class(self, name):
            """What self.names has for a name such as "collections.OrderedDict".

            If the name is not there: UnpicklingError, with the name in its message.
            """
            ...


        def call(self, function, args):
            """function(*args), if the function is one of the values of self.names and args is a tuple.

            "One of the values" means the same object, not merely an equal one. Otherwise: UnpicklingError.
            With self.names == {"my.add": add}, call(self, add, (2, 3)) is add(2, 3).
            """
            ...
    ''',
    setup="""
        from minitorch.serialization.unpickle import Unpickler

        def add(x, y):
            return x + y

        class Deceiver:
            def __eq__(self, other):
                return True

            def __call__(self, *args):
                return "anything"
    """,
    given="""
        machine = Unpickler({"my.add": add, "my.pi": 3.14, "my.nothing": None, "builtins.list": list})
    """,
    facts="""
        >>> machine.find_class("my.pi")
        3.14
        else: The name is a key of the dictionary self.names, and its value is 3.14.
        >>> machine.find_class("os.system")
        raises UnpicklingError: os.system
        if "KeyError": The error for an unknown name should be an UnpicklingError that says the name.
        if None: An unknown name gives None, and the pickle goes on. Raise an UnpicklingError.
        else: "os.system" is not in self.names. Raise an UnpicklingError, and do not look the name up anywhere else.
        >>> machine.find_class("other.pi")
        raises UnpicklingError: other.pi
        if 3.14: The whole name counts: "other.pi" is not "my.pi".
        >>> machine.find_class("my.nothing") is None
        True
        if "UnpicklingError": The name is in the table, and its value is None. Ask whether the name is there, not whether its
            value is true.
        >>> machine.call(add, (2, 3)), machine.call(list, ("ab",))
        (5, ['a', 'b'])
        if "UnpicklingError": `add` and `list` are in the table. Compare the function with each value, and raise only if none of
            them is the same object.
        if "missing 1 required positional argument": The function gets its arguments one by one: function(*args).
        >>> calls, refused = [], False
        >>> try:
        ...     machine.call(calls.append, ("called",))
        ... except UnpicklingError:
        ...     refused = True
        >>> refused, calls
        (True, [])
        if (True, ['called']): You call the function before you ask, so it has done its work already. Check first.
        else: `calls.append` is not in the table. An allowed function could have returned it, so ask for every function that
            is called whether it is one of self.names.values().
        >>> machine.call(type(add)(add.__code__, {}, "add"), (2, 3))
        raises UnpicklingError
        if 5: This is another function with the same name. Compare the functions themselves, with `is`.
        >>> machine.call(Deceiver(), ())
        raises UnpicklingError
        if 'anything': This object says that it is equal to everything, and `in` compares with ==. Compare with `is`.
        else: Only an object that is itself in the table may be called.
        >>> machine.call(list, ["ab"])
        raises UnpicklingError
        if ['a', 'b']: The arguments must be a tuple. A list here means that the file is wrong.
    """,
)
