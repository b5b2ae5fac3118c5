"""names_in: What a pickle asks for (difficulty 1, 4 minutes)

Every function and class that a pickle can use has to be named, so a list of its names says what it could do. Nothing is
run: genops only reads the instructions.

1. Go through the instructions as the cell above does, and keep the arguments of some of them.
2. Keep `arg` where `op.name == "GLOBAL"`. In `arg` a space stands between the module and the name.
3. `[arg.replace(" ", ".") for op, arg, _ in pickletools.genops(data) if op.name == "GLOBAL"]`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
        import collections
        import pickle
        import pickletools

        def pickled(*values):
            return pickle.dumps(values, protocol=2)
    """,
    solution='''
        def names_in(data):
            """The names that a pickle of protocol 2 asks for, each as "module.name", in their order.

            A name is in the list once for each time the pickle asks for it. Nothing is run.
            For pickle.dumps(print, protocol=2) the list is ["__builtin__.print"].
            """
            return [arg.replace(" ", ".") for op, arg, _ in pickletools.genops(data) if op.name == "GLOBAL"]
    ''',
    facts="""
        >>> names_in(pickled(print))
        ['__builtin__.print']
        if ['__builtin__ print']: The argument of GLOBAL has a space between the module and the name. Put a dot there.
        if ['print']: The module belongs to the name, with a dot between them: "__builtin__.print".
        if "AttributeError": The second of the three that genops gives is the argument: `for op, arg, _ in ...`.
        if []: No name is found. genops gives objects: compare `op.name` with "GLOBAL", in capitals.
        else: The pickle has one instruction GLOBAL, and its argument is "__builtin__ print".
        >>> names_in(pickled("print", 3, ["__builtin__ print"]))
        []
        if ['__builtin__.print']: A string is not a name that the pickle looks up. Keep only the arguments of GLOBAL.
        >>> names_in(pickled(collections.OrderedDict, print))
        ['collections.OrderedDict', '__builtin__.print']
        if ['__builtin__.print', 'collections.OrderedDict']: The names should come in the order of the pickle.
        else: The result is a list with both names, in the order of the pickle.
        >>> names_in(b"cos\\nsep\\n0cos\\nsep\\n.")
        ['os.sep', 'os.sep']
        if ['os.sep']: This pickle asks for the same name twice. Keep a name once for each time it is asked for.
        >>> names_in(b"cos.path\\njoin\\nK\\x01\\x85R.")
        ['os.path.join']
        if "os.PathLike": This runs the file: it has looked a function up, and called it. Read the instructions with
            pickletools.genops.
        else: A module's name may have dots itself: here it is "os.path".
    """,
)
