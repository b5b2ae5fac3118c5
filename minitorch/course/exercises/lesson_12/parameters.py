"""parameters: A line or two over the walk (difficulty 2, 5 minutes)

The walk and what it remembers are written once, so none of these can forget anything. `parameters` is what an
optimizer is made with.

1. The two named ones call self._named_members with a function of a module, and hand on everything that they were
   given.
2. `lambda module: module._parameters.items()` opens the drawer. The other three are a loop with a `yield` each.
3. `return self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)`, and
   `for _, parameter in self.named_parameters(recurse=recurse): yield parameter`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree.parameters",
    covers="Tree.named_parameters Tree.named_buffers Tree.buffers Tree.modules",
    changes=True,
    ready=SETUP,
    facts="""
        >>> net = Block(a=Linear(2, 3))
        >>> net.scale = mt.nn.Parameter(mt.ones(1))
        >>> ([n for n, _ in net.named_parameters("net", False)], len(list(net.parameters(recurse=False))), len(list(net.parameters())))
        (['net.scale'], 1, 3)
        if (['net.scale', 'net.a.weight', 'net.a.bias'], 3, 3): named_parameters does not hand on recurse, so it always
            walks the whole tree.
        if (['net.scale'], 3, 3): A parameter that two modules share comes twice, and recurse is not asked. The walk
            that remembers is there already: self.named_parameters(recurse=recurse).
        >>> net = Block(a=Linear(2, 3), b=Block())
        >>> net.mean = mt.nn.Buffer(mt.ones(1))
        >>> net.b.count = mt.nn.Buffer(mt.tensor(0))
        >>> ([n for n, _ in net.named_buffers()], [list(b.shape) for b in net.buffers()], len(list(net.buffers(recurse=False))))
        (['mean', 'b.count'], [[1], []], 1)
        if (['a.weight', 'a.bias'], [[3, 2], [3]], 0): named_buffers looks into the drawer of the parameters. The
            buffers stand in module._buffers.
        else: buffers gives the parameters. It goes through self.named_buffers.
        >>> net = Block(a=Linear(2, 3))
        >>> (next(net.parameters()) is net.a.weight, next(net.modules()) is net, list(Block().buffers()))
        (True, True, [])
        if "TypeError: 'Block' object is not an iterator": `return` ends the loop with the first module. `yield` gives
            it and goes on.
        if (True, False, []): You give the pairs, path and module together. Take each apart, and give the module alone.
        >>> net = Linear(2, 3)
        >>> net.weight.requires_grad_(False)
        >>> ([name for name, p in net.named_parameters()], len(list(net.parameters())))
        (['weight', 'bias'], 2)
        else: A frozen parameter is a parameter as well. All of them are given, and whoever wants to leave some out does
            so.
    """,
)
