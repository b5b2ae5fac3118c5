"""tied: Parameters with several names (difficulty 2, 6 minutes)

With remove_duplicate=False the walk gives a parameter under each of its names. Names of the same parameter have the same id.

1. `module.named_parameters(remove_duplicate=False)` gives every name. Collect the names of each object.
2. A dictionary from `id(parameter)` to a list of names keeps them in order. The values of the parameters do not matter.
3. `names.setdefault(id(parameter), []).append(name)` in the loop, then return the lists in `names.values()` that have more than one name.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    solution="""
        def tied(module):
            names = {}
            for name, parameter in module.named_parameters(remove_duplicate=False):
                names.setdefault(id(parameter), []).append(name)
            return [found for found in names.values() if len(found) > 1]
    """,
    facts="""
        >>> tied(Block(a=(one := Linear(2, 2)), b=one))
        [['a.weight', 'b.weight'], ['a.bias', 'b.bias']]
        if []: named_parameters gives each parameter once. With remove_duplicate=False it gives every name.
        else: The result is a list of lists of names. For each parameter, all its names. Compare objects: == compares values.
        >>> net = Block(a=Linear(2, 2), b=Block(c=Linear(2, 2)))
        >>> net.a.second = net.b.c.weight = net.a.weight
        >>> tied(net)
        [['a.weight', 'a.second', 'b.c.weight']]
        if [['a.weight', 'a.second', 'b.c.weight'], ['a.bias'], ['b.c.bias']]: A parameter with one name is not tied.
        if [['a.weight', 'a.second', 'b.c.weight'], ['a.bias', 'b.c.bias']]: The biases are two parameters. Names, shapes and values do not tell: compare objects, by id() or `is`.
        if []: A parameter may have three names, in different modules. Look at the names of parameters, not of modules.
        else: All names of one parameter stand in one list, two in one module, too. Compare objects: == compares values.
        >>> net = Block(a=Linear(2, 2), b=Linear(2, 2), c=Linear(2, 2), d=Linear(2, 2))
        >>> net.c.weight, net.d.weight = net.b.weight, net.a.weight
        >>> tied(net)
        [['a.weight', 'd.weight'], ['b.weight', 'c.weight']]
        if [['b.weight', 'c.weight'], ['a.weight', 'd.weight']]: The order is that of the first names, not of the second ones.
        >>> net = Block(a=Linear(2, 2, bias=False), b=Linear(2, 2, bias=False))
        >>> net.b.weight = mt.nn.Parameter(net.a.weight.detach())
        >>> net.first = net.second = mt.nn.Parameter(mt.ones(1))
        >>> net.a.mean = net.b.mean = mt.nn.Buffer(mt.ones(1))
        >>> tied(net)
        [['first', 'second']]
        if [['first', 'second'], ['a.weight', 'b.weight']]: They share memory, and are two parameters: compare by id().
        else: None and buffers are not parameters, and a name in the module itself has no dot. named_parameters takes care of this.
    """,
)
