"""not_trained: Who is trained, and who is not (difficulty 2, 6 minutes)

Training is a matter of identity: backward() writes into the .grad of the object that the network uses, and the
optimizer reads the .grad of the object that it holds. Equal numbers, or even the same memory, do not help.

1. `module.named_parameters()` gives names and parameters. Which question tells whether the optimizer holds the very
   object?
2. `parameter is one`, for each `one` in a list of `tensors`; make the list once, since an iterator can be looped over
   once.
3. `if parameter.requires_grad and not any(parameter is one for one in held)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    setup="""
        def tied():
            net = Net()
            net.first, net.last = Linear(3, 3), Linear(3, 3)
            net.last.weight = net.first.weight
            return net
    """,
    solution='''
        def not_trained(tensors, module):
            """The names of the module's parameters that want a gradient and are none of the objects in `tensors`.

            tensors  what an optimizer holds: a list of tensors, or anything else to loop over
            """
            held = list(tensors)
            return [
                name
                for name, parameter in module.named_parameters()
                if parameter.requires_grad and not any(parameter is one for one in held)
            ]
    ''',
    facts="""
        >>> net = Net()
        >>> held = list(net.parameters())
        >>> net.last.weight = mt.nn.Parameter(net.last.weight)
        >>> not_trained(held, net)
        ['last.weight']
        if [T([[1.0, 1.0, 1.0]])]: These are the parameters themselves. Asked for are their names:
            `module.named_parameters()` gives both.
        if 'RuntimeError: The size of tensor a (2) must match the size': `in` compares with ==, and == of two tensors
            gives a tensor of answers. Ask `parameter is one` for each of them.
        if ['first.weight', 'first.bias', 'last.bias']: These are the ones that are trained. Asked for are the others.
        if []: You compare numbers. A copy has the same numbers, and the optimizer does not hold it: compare objects,
            with `is`.
        if ['first.weight', 'first.bias', 'last.weight', 'last.bias']: Before the first backward() no parameter has a
            gradient, and after it a forgotten one has one too. Ask what the optimizer holds.
        >>> net = Net()
        >>> net.first.weight.requires_grad_(False)
        >>> not_trained([net.last.weight, net.last.bias], net)
        ['first.bias']
        else: A parameter that wants no gradient is frozen on purpose. Leave it out.
        >>> net = Net()
        >>> not_trained(net.last.parameters(), net)
        ['first.weight', 'first.bias']
        if ['first.weight', 'first.bias', 'last.weight', 'last.bias']: `net.parameters()` can be looped over once only,
            and you loop for every name. Make a list of it first.
        >>> net = tied()
        >>> not_trained([net.first.bias], net)
        ['first.weight', 'last.bias']
        if ['first.weight', 'last.weight', 'last.bias']: A tied parameter is listed under each of its names. Once is
            enough, under its first: leave out remove_duplicate=False.
    """,
)
