"""apply: Innermost first (difficulty 2, 5 minutes)

Three lines: the children first, each with all that is inside it, then the module. Because the call comes after the
loop, the outer module finds the inner ones done.

1. Each child can do it for itself and all inside it.
2. First a loop over `self.children()`, then the call for the module at hand, then the return.
3. `for module in self.children(): module.apply(fn)`, then `fn(self)`, then `return self`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree.apply",
    changes=True,
    ready=SETUP,
    setup="""
        def names(net, order):
            paths = {}
            for path, module in net.named_modules():
                paths.setdefault(module, path or "net")
            return [paths.get(module, "another") for module in order]
    """,
    facts="""
        >>> net = Block(first=Linear(2, 3))
        >>> found = net.apply(lambda module: 3)
        >>> (type(found).__name__, found is net)
        ('Block', True)
        else: What comes back is not the module. Return self, so that `net = Net().apply(fn)` works.
        >>> order = []
        >>> shared = Linear(2, 2)
        >>> net = Block(left=Block(layer=shared), right=Block(layer=shared))
        >>> net.apply(order.append)
        >>> names(net, order)
        ['left.layer', 'left', 'left.layer', 'right', 'net']
        if ['left.layer']: The `return` stands inside the loop, so it ends after the first child.
        if ['net']: Only the module itself is visited. Let each of its children apply fn first.
        if ['left', 'right', 'net']: This reaches the children and not their children. Each child has an apply of its
            own: call that.
        if ['net', 'left', 'left.layer', 'right']: The outermost comes first here. A module should find those inside it
            done already: go through the children, then call fn for the module itself.
        >>> order = []
        >>> shared = Linear(2, 2)
        >>> net = Block(first=shared, gone=None, second=shared)
        >>> net.apply(order.append)
        >>> names(net, order)
        ['first', 'net']
        else: A module that stands under two names of the same module is visited twice. children() gives it once.
        >>> order = []
        >>> net = Block(gone=None, a=Block(), none=None, b=Block())
        >>> net.apply(order.append)
        >>> names(net, order)
        ['a', 'b', 'net']
        else: `break` ends the loop at the first name that has no module. Those after it are still to be visited:
            children() leaves None out.
    """,
)
