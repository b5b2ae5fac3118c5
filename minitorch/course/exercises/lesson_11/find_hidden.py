"""find_hidden: Finding what is not registered (difficulty 3, 9 minutes)

The search compares objects and not values: two parameters with the same numbers are two parameters. It compares ids,
because `==` on tensors compares element by element.

1. For each attribute in vars(module).items(): is it a list, a tuple or a dictionary? Then look at what is in it.
2. A dictionary has `.items()`. For a list or a tuple, `enumerate(value)` gives pairs of the same form.
3. `registered = {id(v) for v in (*module._parameters.values(), *module._modules.values())}`. Append
   `f"{name}[{key!r}]"` if the item is a Parameter or a Module and its id is not in `registered`.
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
            """List the places where a list, tuple or dictionary of this module holds a parameter or module not registered in it.

            Strings in the order of vars(module): "layers[0]" for a list or tuple; for a dictionary the key as Python writes it, "parts['first']" or "parts[2]". Lists
            inside lists need not be searched. Two objects are the same only if they are one object: compare by `id`.
            """
            registered = {id(value) for value in (*module._parameters.values(), *module._modules.values())}
            found = []
            for name, value in vars(module).items():
                if isinstance(value, (list, tuple, dict)):
                    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
                        if isinstance(item, (mt.nn.Parameter, mt.nn.Module)) and id(item) not in registered:
                            found.append(f"{name}[{key!r}]")
            return found
    ''',
    facts="""
        >>> find_hidden(holding(layers=[weight(1), weight(2)]))
        ['layers[0]', 'layers[1]']
        >>> find_hidden(holding(parts={'first': weight(1), 2: weight(2)}))
        ["parts['first']", 'parts[2]']
        if ["parts['first']", "parts['2']"]: The key 2 is a number, and has no quotes: `{key!r}` writes each key as Python does.
        if ['parts[first]', 'parts[2]']: A place is written as Python would write it: `{key!r}` adds the quotes.
        else: A dictionary may hold parameters too. Its keys and values are in `value.items()`.
        >>> find_hidden(holding(pair=(weight(1), 0.5)))
        ['pair[0]']
        else: A tuple may hold parameters, and other things as well.
        >>> find_hidden(holding(blocks=[holding(w=weight(1))]))
        ['blocks[0]']
        if []: A module in a list is as hidden as a parameter.
        >>> w = weight(1)
        >>> find_hidden(holding(w=w, all=[w, weight(1)], inner=holding()))
        ['all[1]']
        if []: Two parameters with the same numbers are two. Compare objects, by `is` or by id().
        if ['all[0]', 'all[1]']: Anything in `_parameters` or `_modules` is registered, and so it is not hidden.
        >>> find_hidden(holding(sizes=[2, 3], means=[mt.zeros(2)], name='net', rate=0.1))
        []
        if ['means[0]']: Only parameters and modules count.
        >>> find_hidden(holding(_layers=[weight(1)]))
        ['_layers[0]']
        else: Any attribute may hide one, also `_layers`.
        >>> find_hidden(holding(b=[weight(1)], a=[weight(2)]))
        ['b[0]', 'a[0]']
        else: The places come in the order of vars(module).
    """,
)
