"""tied: Parameters with several names (difficulty 2, 6 minutes)

With remove_duplicate=False the walk gives a shared parameter under each of its names. The id of the object then tells
which names belong together.

1. `module.named_parameters(remove_duplicate=False)` gives every name. Collect the names of each object.
2. A dictionary from `id(parameter)` to a list of names keeps them in order. The values of the parameters do not matter.
3. `names.setdefault(id(parameter), []).append(name)` in the loop, then the lists of `names.values()` with more than one
   name.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    solution='''
        def tied(module):
            """The parameters that have more than one name: a list that has, for each of them, the list of its names.

            Both are in the order of the walk: [["one.weight", "two.weight"], ["one.bias", "two.bias"]].
            """
            names = {}
            for name, parameter in module.named_parameters(remove_duplicate=False):
                names.setdefault(id(parameter), []).append(name)
            return [found for found in names.values() if len(found) > 1]
    ''',
    facts="""
        >>> shared = Linear(2, 2)
        >>> tied(Block(a=shared, b=shared))
        [['a.weight', 'b.weight'], ['a.bias', 'b.bias']]
        if []: named_parameters gives each parameter once. With remove_duplicate=False it gives every name.
        >>> net = Block(a=Linear(2, 2), b=Block(c=Linear(2, 2)), d=Linear(2, 2))
        >>> net.b.c.weight = net.d.weight = net.a.weight
        >>> tied(net)
        [['a.weight', 'b.c.weight', 'd.weight']]
        if [['a.weight', 'b.c.weight', 'd.weight'], ['a.bias'], ['b.c.bias'], ['d.bias']]: A parameter with one name is not
            tied. Leave it out.
        if [['a.weight', 'b.c.weight', 'd.weight'], ['a.bias', 'b.c.bias', 'd.bias']]: The biases are three parameters.
            Names and values do not tell: compare objects, by id() or `is`.
        else: All names of one parameter stand in one list.
        >>> tied(Block(a=Linear(2, 2), b=Linear(2, 2)))
        []
        else: Two parameters with the same values are two parameters: compare objects, by id() or `is`.
        >>> net = Block(a=Linear(2, 2), b=Linear(2, 2))
        >>> net.b.weight = mt.nn.Parameter(net.a.weight.detach())
        >>> tied(net)
        []
        if [['a.weight', 'b.weight']]: Two parameters may share memory and are two objects. Compare objects, by id() or `is`.
        >>> net = Block(a=Linear(2, 2), b=mt.nn.Module())
        >>> net.b.q, net.b.p = net.a.bias, net.a.weight
        >>> tied(net)
        [['a.weight', 'b.p'], ['a.bias', 'b.q']]
        else: The parameters come in the order of the walk: in that of their first names.
        >>> net = Linear(2, 2)
        >>> net.second = net.weight
        >>> tied(net)
        [['weight', 'second']]
        else: One module may hold a parameter under two names.
    """,
)
