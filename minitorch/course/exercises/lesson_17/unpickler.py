"""unpickler: The machine (difficulty 4, 20 minutes)

PyTorch's weights-only unpickler is also such a loop. It looks up, and calls, only what is in its table.

1. `for name, arg in instructions(data):`, and in it a `match` or a chain of `if`. Each instruction is a branch. Say
   for each row of the trace what the instruction takes off the stack, and what it pushes.
2. TUPLE, APPENDS and SETITEMS begin with `self.take(arg)`. REDUCE and BUILD begin with `self.take(2)`. Take the values
   before you look at `self.stack[-1]`.
3. `self.stack[-1].extend(items)` and `self.stack[-1].update(zip(items[::2], items[1::2]))`; the last branch is
   `raise UnpicklingError(f"it has the instruction {name}")`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.unpickle:Unpickler.run",
    setup="""
        import pickle
        from collections import OrderedDict

        from minitorch.serialization.unpickle import Unpickler

        def back(data):
            data = data if isinstance(data, bytes) else pickle.dumps(data, protocol=2)
            table = {
                "collections.OrderedDict": OrderedDict, "builtins.complex": complex,
                "my.printer": type("Any", (), {"__eq__": lambda *_: True, "__call__": print}), "my.Box": type("Box", (), {}),
            }
            return Unpickler(table, lambda identity: ("storage", identity)).run(data)
    """,
    facts="""
        if "No module named": Python's own machine looks this name up. That would run the file: carry out the instructions yourself.
        if "'bool'": `self.stack[-1]` is looked up before `take` removes the values. Take them first; then the list or the
            dictionary is self.stack[-1].
        >>> back([1, "two", 3.5, None, True])
        [1, 'two', 3.5, None, True]
        if None: STOP ends the run and gives back the top of the stack: its `return` is missing.
        if "IndexError": The stack ran empty. MARK keeps len(self.stack). It, PUT and the loop itself leave the values on the
            stack: only STOP, REDUCE, BUILD, BINPERSID and `take` remove some.
        if "UnpicklingError": An instruction that the text shows has ended in your last branch. Take the names from instructions(data).
        if [[1, 'two', 3.5, None, True]]: Either APPENDS adds its values as one list (`extend` adds them one by one), or STOP
            returns the whole stack (the result is only the top).
        if [True, None, 3.5, 'two', 1]: APPENDS adds the values in their order: extend the list by what `take` gives.
        >>> list(back({"sizes": (2, (3, 4, 5, 6)), "bias": False}).items())
        [('sizes', (2, (3, 4, 5, 6))), ('bias', False)]
        if [('sizes', [2, [3, 4, 5, 6]]), ('bias', False)]: `take` returns a list, and TUPLE pushes a tuple.
        if [('sizes', ((6, 5, 4, 3), 2)), ('bias', False)]: TUPLE keeps the order: `take` gives the values with the top last.
        if [('sizes', 'bias'), ((2, (3, 4, 5, 6)), False)]: Keys and values alternate in what SETITEMS takes: items[::2] are the
            keys, items[1::2] the values.
        if "pop from empty list": `take(None)` finds no MARK. TUPLE takes `arg` values, and only None means: all since the last
            MARK. And a mark inside a mark is another entry of self.marks.
        else: SETITEMS takes keys and values in turn, and puts them, in their order, into the dictionary below them.
        >>> inner = {"a": [1]}
        >>> first, second, third = back([inner, inner, inner["a"]])
        >>> first is second, third is first["a"]
        (True, True)
        else: PUT stores the top, and GET pushes this very object. APPENDS and SETITEMS change it, and do not make a new one.
        >>> back([inner, inner, inner])
        [{'a': [1]}, {'a': [1]}, {'a': [1]}]
        if "KeyError": GET leaves the entry in self.memo: a pickle may ask for it again.
        >>> back([2 + 1j])
        [(2+1j)]
        else: GLOBAL pushes what self.find_class gives. REDUCE finds the tuple on top, the function below it: function, args =
            self.take(2). Then it pushes self.call(function, args).
        >>> back(b"cmy\\nprinter\\n)R)R.")
        raises UnpicklingError
        if None: The file has called an object that is not in the table. REDUCE must go through self.call.
        >>> back(b"cos\\nsep\\n.")
        raises UnpicklingError: os.sep
        else: GLOBAL must go through self.find_class. A name that is not in the table is looked up nowhere else.
        >>> vars(back(mt.nn.Module().state_dict()))["_metadata"][""]
        {'version': 1}
        if "UnpicklingError": In BUILD, self.take(2) gives the object first, and then its attributes.
        if "KeyError": BUILD takes an object and its attributes, and pushes with_attributes(object, attributes).
        >>> back(b"cmy\\nBox\\n)R}X\\x01\\x00\\x00\\x00aK\\x01sb.").a
        raises UnpicklingError
        >>> back(b"N]K\\x07q\\x05Qah\\x05a.")
        [('storage', 7), 7]
        if "KeyError: 5": PUT stores the top of the stack in self.memo under the number that it was given.
        else: BINPERSID takes one value from the stack, the id, and pushes self.storage_of(id). STOP gives the top of them all.
        >>> back(b"K\\x01K\\x020.")
        raises UnpicklingError: POP
        else: POP is not one of the instructions above, and skipping it changes what the file means. Raise an UnpicklingError with its name in the message.
    """,
)
