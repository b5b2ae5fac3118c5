"""named_members: What the modules hold (difficulty 3, 9 minutes)

The walk remembers modules, and this method what they hold: two modules may share a parameter. Every iterator over
parameters and buffers is a line over it.

1. Two loops: over the walk, and over what get_members_fn gives for the module at hand.
2. The walk is self.named_modules(...), or, with recurse=False, a list of one pair. A set remembers members.
3. `if member is None or member in memo: continue`; then add it with remove_duplicate; then `yield joined(path, name),
   member`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree._named_members",
    called="named_members",
    changes=True,
    ready=SETUP,
    facts="""
        >>> shared = Linear(2, 2)
        >>> net = Block(first=shared, second=shared)
        >>> ([n for n, _ in net.named_parameters()], [n for n, _ in net.named_parameters(remove_duplicate=False)])
        (['first.weight', 'first.bias'], ['first.weight', 'first.bias', 'second.weight', 'second.bias'])
        if (['weight', 'bias'], ['weight', 'bias', 'weight', 'bias']): You give the name in the module, and the way to
            the module is missing: `joined(path, name)`.
        else: The path comes first, then the name in the module: joined(path, name).
        >>> net = Block(a=Linear(2, 3))
        >>> net.scale = mt.nn.Parameter(mt.ones(1))
        >>> [name for name, p in net.named_parameters(prefix="net", recurse=False)]
        ['net.scale']
        else: With recurse=False the prefix is lost. The walk of one module is [(prefix, self)].
        >>> net = Block(a=Linear(2, 3, bias=False))
        >>> [name for name, p in net.named_parameters("net")]
        ['net.a.weight']
        if ['a.weight']: The prefix is lost on the way: hand it to named_modules, which puts it before each path.
        else: The prefix stands there once. named_modules was given it, and its paths begin with it already.
        >>> net = Block(a=Block(b=Block()))
        >>> [path for path, letter in net._named_members(lambda module: [("x", len(module._modules)), ("y", None)])]
        ['x', 'a.b.x']
        else: You remember names. Every layer has a `weight`: remember the members themselves.
    """,
)
