"""What a module has lost."""

from ...define import Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
def weight(*numbers):
    return mt.nn.Parameter(mt.tensor([float(x) for x in numbers]))


def holding(**attributes):
    module = mt.nn.Module()
    for name, value in attributes.items():
        setattr(module, name, value)
    return module
"""

SOLUTION = '''
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
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "find_hidden",
    title="What a module has lost",
    difficulty=3,
    minutes=7,
    setup=SETUP,
    stub='''
        def find_hidden(module):
            """The places of the parameters and modules that this module keeps
            without having registered them.

            Look through vars(module). Where a value is a list, a tuple or a
            dictionary, look into it, and into those inside. A place is written as
            one would write it behind the module: "layers[0]", "parts['first'][1]",
            in the order found. What is inside of a module that was found is that
            module's own affair.
            """
            ...
    ''',
    solution=SOLUTION,
    why="The function calls itself for what is in a container, so any depth is one rule. And it asks for the very object, by its "
    "id: two parameters with the same numbers are two.",
    facts=[
        told("a list", "find_hidden(holding(layers=[weight(1, 2), weight(3, 4)]))", ["layers[0]", "layers[1]"]),
        told("a tuple", "find_hidden(holding(pair=(3, weight(1))))", ["pair[1]"]),
        told(
            "a dictionary",
            "find_hidden(holding(parts={'first': weight(1), 7: weight(2)}))",
            ["parts['first']", "parts[7]"],
        ),
        told(
            "at any depth",
            "find_hidden(holding(parts={'first': [[weight(1)], (2, weight(3))]}))",
            ["parts['first'][0][0]", "parts['first'][1][1]"],
        ),
        told("a module", "find_hidden(holding(blocks=[holding(w=weight(1))]))", ["blocks[0]"]),
        told("its own affair", "find_hidden(holding(blocks=[holding(more=[weight(1)])]))", ["blocks[0]"]),
        told("what is registered", "find_hidden(holding(w=weight(1, 2), inner=holding()))", []),
        told(
            "registered as well",
            "w, inner = weight(1, 2), holding()\nfind_hidden(holding(w=w, inner=inner, all=[w, inner, weight(3)]))",
            ["all[2]"],
        ),
        told("the same numbers", "find_hidden(holding(w=weight(1), all=[weight(1)]))", ["all[0]"]),
        told("no parameter", "find_hidden(holding(sizes=[2, 3], means=[mt.zeros(2)], name='net', rate=0.1))", []),
        told("a private name", "find_hidden(holding(_layers=[weight(1)]))", ["_layers[0]"]),
        told("in order", "find_hidden(holding(b=[weight(1)], a=[weight(2)]))", ["b[0]", "a[0]"]),
    ],
    wrong=[
        wrong(
            "Lists and tuples are looked into, the values of dictionaries are not: `value.items()` has them, with their keys.",
            ("(list, tuple, dict)", "(list, tuple)"),
        ),
        wrong(
            "Tuples are left out: they hold values as lists do.",
            ("(list, tuple, dict)", "(list, dict)"),
        ),
        wrong(
            "Of a dictionary, the place is the key, and not the number at which it stands: go through `value.items()`.",
            (
                "value.items() if isinstance(value, dict) else enumerate(value)",
                "enumerate(value.values() if isinstance(value, dict) else value)",
            ),
        ),
        wrong(
            "The key is written without its quotation marks. `{key!r}` writes it as Python does.",
            ("{key!r}", "{key}"),
        ),
        wrong(
            "Modules are passed over: a list of layers hides them as a list of parameters does.",
            ("(mt.nn.Parameter, mt.nn.Module)", "mt.nn.Parameter"),
        ),
        wrong(
            "Parameters are passed over, and only modules are found.",
            ("(mt.nn.Parameter, mt.nn.Module)", "mt.nn.Module"),
        ),
        wrong(
            "Any tensor is reported. Only parameters and modules are lost; a tensor in a list is a list's own matter.",
            ("(mt.nn.Parameter, mt.nn.Module)", "(mt.Tensor, mt.nn.Module)"),
        ),
        wrong(
            "What is registered is reported, too. Leave out what stands in `_parameters` or `_modules`.",
            (
                "            if id(value) not in registered:\n                found.append(where)",
                "            found.append(where)",
            ),
        ),
        wrong(
            "Only `_parameters` is asked. A module in a list may be registered in `_modules`.",
            (", *module._modules.values()", ","),
        ),
        wrong(
            "Objects are compared by `==`, which of tensors compares the numbers. Ask for the very object: `is`, or its id().",
            (
                "{id(value) for value in (*module._parameters.values(), *module._modules.values())}",
                "[*module._parameters.values(), *module._modules.values()]",
            ),
            (
                "if id(value) not in registered",
                "if not any([type(value) is type(one) and (value is one or isinstance(value, mt.Tensor) "
                "and value.tolist() == one.tolist()) for one in registered])",
            ),
        ),
        wrong(
            "Only the containers themselves are looked into, not those inside them. The function that looks into one can call itself.",
            (
                '                look_into(inner, f"{where}[{key!r}]")',
                "                if isinstance(inner, (mt.nn.Parameter, mt.nn.Module)) and id(inner) not in registered:\n"
                '                    found.append(f"{where}[{key!r}]")',
            ),
        ),
        wrong(
            "Only the name of the attribute is given. The place goes on in brackets: the index or the key.",
            ('look_into(inner, f"{where}[{key!r}]")', "look_into(inner, where)"),
        ),
        wrong(
            "Names that begin with _ are left out. A list under such a name hides what it holds all the same.",
            ("        look_into(value, name)", "        if name[0] != '_':\n            look_into(value, name)"),
        ),
        wrong(
            "The places are sorted. They come in the order in which they are found.",
            ("return found", "return sorted(found)"),
        ),
        wrong(
            "What is inside of a module that was found is reported, too. That is its own affair: stop there.",
            (
                "                found.append(where)\n",
                "                found.append(where)\n            if isinstance(value, mt.nn.Module):\n"
                "                look_into(list(vars(value).values()), where)\n",
            ),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "oolean value of Tensor" in str(error),
            "Tensors are compared by `==` or `in`, which compare the numbers. Ask for the very object: `is`, or its id().",
        ),
        *tells(
            a_list="A list is gone through by number: layers[0], layers[1].",
            a_tuple="A tuple is gone through as a list is.",
            a_dictionary="A dictionary is gone through by `items()`, and its key written with `{key!r}`.",
            at_any_depth="A container may hold containers: the function that looks into one calls itself.",
            a_module="A module in a list is as hidden as a parameter.",
            its_own_affair="What is inside of a module that was found is left to that module.",
            what_is_registered="What stands in `_parameters` or `_modules` is not hidden.",
            registered_as_well="The very objects that are registered are not hidden, wherever else they stand.",
            the_same_numbers="Two parameters with the same numbers are two: ask for the very object, by `is` or its id().",
            no_parameter="Only parameters and modules are looked for.",
            a_private_name="Any attribute may hide one, also `_layers`.",
            in_order="The places come in the order of vars(module).",
        ),
    ],
    hints=[
        "Write a function inside, look_into(value, where): is the value a parameter or a module, or a container to go into?",
        'For a container: value.items() of a dictionary, enumerate(value) else; call look_into(inner, f"{where}[{key!r}]") for each.',
        "registered = {id(v) for v in (*module._parameters.values(), *module._modules.values())}; append `where` if id(value) is "
        "not in it; begin with look_into(value, name) for all of vars(module).items().",
    ],
)
