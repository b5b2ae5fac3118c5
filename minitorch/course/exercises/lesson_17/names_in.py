"""names_in: What a pickle asks for (difficulty 1, 4 minutes)

A pickle must name each function and class that it looks up. genops reads the instructions, and runs none.

1. Go through the instructions with genops, and keep the arguments of some of them.
2. Keep `arg` where `op.name == "GLOBAL"`. In `arg`, a space separates the module and the name.
3. `[arg.replace(" ", ".") for op, arg, _ in pickletools.genops(data) if op.name == "GLOBAL"]`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
        import pickle
        import pickletools
    """,
    solution="""
        def names_in(data):
            return [arg.replace(" ", ".") for op, arg, _ in pickletools.genops(data) if op.name == "GLOBAL"]
    """,
    facts="""
        >>> names_in(pickle.dumps(print, protocol=2))
        ['__builtin__.print']
        if ['builtins.print']: Keep the name as it stands in the pickle: Python 2's `__builtin__` is what it asks for.
        if []: Each GLOBAL asks for a name, whether it is called or not. genops gives objects: compare `op.name`.
        else: Where op.name is "GLOBAL", arg has a space between the module and the name: "__builtin__ print". Make a list, with a dot in place of the space.
        >>> [names_in(pickle.dumps(said, protocol=2)) for said in (print, "os sep", "cos\\nsep\\n")]
        [['__builtin__.print'], [], []]
        else: A string is not a name that the pickle looks up: keep only the arguments of GLOBAL, in a new list for each call.
        >>> names_in(b"cos\\nsep\\n0cos.path\\njoin\\nK\\x01\\x85R0cos.path\\njoin\\n.")
        ['os.sep', 'os.path.join', 'os.path.join']
        if ['os.sep', 'os.path.join']: This pickle asks for a name twice. Keep a name once for each time it is asked for.
        if ['os.sep']: Names are missing: the list has every name that the pickle asks for.
        if "os.PathLike": This runs the file: it has called a function. Read the instructions with pickletools.genops.
        else: The names should come in the order of the pickle. A module's name may have dots itself, such as "os.path".
    """,
)
