r"""written_call: A call, written down (difficulty 2, 5 minutes)

This is the other side of the gate: what you write here is what `named` and `call` of the machine read.

1. Look at `text` above: it does the same for a text. And at the machine: what has to lie on the stack when REDUCE
   comes?
2. name: with the key in self.places, `return self.fetch(...)`; else `f"{module}\n{name}\n".encode()` behind
   pickle.GLOBAL, and remember it. call has three steps.
3. `self.name(module, name)`, `self.tuple(args, shown=False)`, `self.out += pickle.REDUCE`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.saving:Pickle.call",
    covers="Pickle.name",
    changes=True,
    setup="""
        import io
        import pickletools

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
    """,
    facts=r"""
        >>> instructions(('name', 'my', 'pi'), ('name', 'my', 'pi'))
        ['GLOBAL my pi', 'BINPUT 0', 'BINGET 0']
        if 'ValueError: no newline found when trying to read stringnl': Module and name are two lines of their own, with
            no dot between them.
        else: The second time, the name is fetched by its number in self.places.
        >>> instructions(('name', 'my', 'pi'), ('name', 'your', 'pi'))
        ['GLOBAL my pi', 'BINPUT 0', 'GLOBAL your pi', 'BINPUT 1']
        else: Each name has a number of its own. The key is (module, name).
        >>> written(('name', 'my', 'naïve'))
        b'cmy\nna\xc3\xafve\nq\x00'
        if b'cmy\nna?ve\nq\x00': Letters outside ASCII are lost. The text is UTF-8: .encode().
        else: Text becomes bytes as UTF-8: .encode().
        >>> again({'z': 1 + 2j, 'w': 3j, 's': {5}})
        {'z': (1+2j), 'w': 3j, 's': {5}}
        else: A call takes its arguments from a tuple, and this writes a list.
    """,
)
