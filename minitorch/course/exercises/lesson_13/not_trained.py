"""not_trained: Parameters that an optimizer does not hold (difficulty 2, 4 minutes)

An optimizer reads the `.grad` of the objects that it holds, so they must be the network's. Equal values are not enough.

1. `module.named_parameters()` gives names and parameters. For each, is this very object in `held`?
2. Compare by id() or `is`. An iterator gives its values only once, so make a list or a set of ids first.
3. `ids = {id(one) for one in held}`, then the names where `parameter.requires_grad and id(parameter) not in ids`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    solution="""
        def not_trained(held, module):
            ids = {id(one) for one in held}
            return [name for name, p in module.named_parameters() if p.requires_grad and id(p) not in ids]
    """,
    facts="""
        >>> not_trained([], Net())
        ['first.weight', 'first.bias', 'last.weight', 'last.bias']
        if []: Here nothing is held. Go through all of `module.named_parameters()`, and return the names of those not in `held`.
        else: The answer is a list of names, in the order of named_parameters. A set has no order.
        >>> net = Net()
        >>> held = list(net.parameters())
        >>> net.last.weight = mt.nn.Parameter(net.last.weight)
        >>> not_trained(held, net)
        ['last.weight']
        if []: The optimizer holds another object. Equal values or the same memory are not enough: compare objects, by id() or `is`.
        if ['first.weight', 'first.bias', 'last.weight', 'last.bias']: Do not ask for `grad`. Compare with the objects in `held`.
        if "must match the size": `in` compares with ==, which compares tensors element by element. Compare by id().
        >>> net = Net()
        >>> net.first.weight.requires_grad_(False)
        >>> net.scale = net.again = mt.nn.Parameter(mt.ones(1))
        >>> not_trained(net.last.parameters(), net)
        ['scale', 'first.bias']
        if ['scale', 'first.bias', 'last.weight', 'last.bias']: An iterator gives its values once. First make a set of ids.
        if ['scale', 'again', 'first.bias']: A tied parameter is listed once, under its first name.
        if ['scale', 'first.weight', 'first.bias']: A parameter that requires no gradient is frozen on purpose. Leave it out.
    """,
)
