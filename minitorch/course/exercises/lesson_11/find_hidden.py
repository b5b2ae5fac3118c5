"""find_hidden: What a module has lost (difficulty 3, 7 minutes)

The function calls itself for what is in a container, so any depth is one rule. And it asks for the very object, by
its id: two parameters with the same numbers are two.

1. Write a function inside, look_into(value, where): is the value a parameter or a module, or a container to go into?
2. For a container: value.items() of a dictionary, enumerate(value) else; call look_into(inner, f"{where}[{key!r}]")
   for each.
3. registered = {id(v) for v in (*module._parameters.values(), *module._modules.values())}; append `where` if
   id(value) is not in it; begin with look_into(value, name) for all of vars(module).items().
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
        def weight(*numbers):
            return mt.nn.Parameter(mt.tensor([float(x) for x in numbers]))

        def holding(**attributes):
            module = mt.nn.Module()
            for name, value in attributes.items():
                setattr(module, name, value)
            return module
    """,
    solution='''
        def find_hidden(module):
            """The places of parameters and modules that are kept in lists, tuples and dictionaries, and not registered."""
            registered = {id(value) for value in (*module._parameters.values(), *module._modules.values())}
            found = []

            def look_into(value, where):
                if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                    if id(value) not in registered:
                        found.append(where)
                elif isinstance(value, (list, tuple, dict)):
                    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                        look_into(inner, f"{where}[{key!r}]")

            for name, value in vars(module).items():
                look_into(value, name)
            return found
    ''',
    facts="""
        >>> find_hidden(holding(parts={'first': [[weight(1)], (2, weight(3))]}))
        ["parts['first'][0][0]", "parts['first'][1][1]"]
        else: A container may hold containers: the function that looks into one calls itself.
        >>> find_hidden(holding(blocks=[holding(w=weight(1))]))
        ['blocks[0]']
        else: A module in a list is as hidden as a parameter.
        >>> find_hidden(holding(w=weight(1, 2), inner=holding()))
        []
        else: What stands in `_parameters` or `_modules` is not hidden.
        >>> find_hidden(holding(w=weight(1), all=[weight(1)]))
        ['all[0]']
        else: Two parameters with the same numbers are two: ask for the very object, by `is` or its id().
        >>> find_hidden(holding(sizes=[2, 3], means=[mt.zeros(2)], name='net', rate=0.1))
        []
        else: Only parameters and modules are looked for.
        >>> find_hidden(holding(_layers=[weight(1)]))
        ['_layers[0]']
        else: Any attribute may hide one, also `_layers`.
        >>> find_hidden(holding(b=[weight(1)], a=[weight(2)]))
        ['b[0]', 'a[0]']
        else: The places come in the order of vars(module).
    """,
)
