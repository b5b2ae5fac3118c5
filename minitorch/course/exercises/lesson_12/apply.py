"""apply: A function for every module (difficulty 2, 9 minutes)

named_children needs a set, as the walk does. `fn(self)` comes after the loop, so fn is called for a module after those inside.

1. named_children: how do you notice a module that you have yielded already? apply: what calls `fn` for the modules in a child?
2. named_children keeps a set of the modules that it has yielded. apply calls the method `apply` of each child.
3. `for module in self.children(): module.apply(fn)`, then `fn(self)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree.apply",
    covers="Tree.named_children Tree.children",
    changes=True,
    ready=SETUP,
    setup="names = lambda net, order: [next((p or 'net' for p, one in net.named_modules() if one is m), m) for m in order]",
    facts="""
        >>> row = type("Row", (Block,), {"__len__": lambda self: 0})()
        >>> net = Block(a=Block(c=(inner := Block())), gone=None, inner=inner, row=row)
        >>> net.again, before = net.a, list(net.named_children())
        >>> [(name, module is getattr(net, name)) for name, module in net.named_children()]
        [('a', True), ('inner', True), ('row', True)]
        if []: In `named_children`: nothing is remembered from one call to the next. Make a new set in each call.
        if [('a', True), ('inner', True), ('row', True), ('again', True)]: In `named_children`: a module with two names comes once. Keep a set.
        if [('a', True), ('row', True)]: In `named_children`: a child may also be inside an earlier child. A walk with named_modules gives it only there, so use `self._modules`.
        if [('a', True), ('inner', True)]: In `named_children`: `if module` is False for a module with the length 0. Ask `module is not None`.
        else: In `named_children`: a pair for each module in `self._modules` that is not None, under its first name only. What is inside those does not count.
        >>> [module is one for module, one in zip(net.children(), (net.a, inner, row, None))]
        [True, True, True]
        else: `children` yields the modules of named_children, without their names.
        >>> order = []
        >>> net = Block(left=Block(layer=Linear(2, 2)), gone=None, right=(one := Block()), again=one)
        >>> net.apply(order.append)
        >>> names(net, order)
        ['left.layer', 'left', 'right', 'net']
        if "'NoneType' object has no attribute": A name may be registered with None. Leave it out, or use `children()`.
        if ['left.layer', 'left', 'right', 'right', 'net']: A child with two names is called twice. `children()` gives it once.
        if ['right', 'left.layer', 'left', 'net']: Reversing also swaps the siblings: `left` comes before `right`.
        if ['net', 'left', 'left.layer', 'right']: A module is called after the modules inside it, and not before them.
        else: The children first, with everything inside them, then the module. None is not called.
        >>> order = []
        >>> net = Block(frozen=type("Frozen", (Block,), {"apply": lambda self, fn: self})(a=Block()), b=Block())
        >>> net.apply(order.append) is net, names(net, order)
        (True, ['b', 'net'])
        if (False, ['b', 'net']): `apply` returns this module, and not what `fn` returns.
        else: A class may define its own apply, so call `module.apply(fn)` for each child.
    """,
)
