"""named_modules: One walk over all modules (difficulty 4, 20 minutes)

One set goes through the whole walk, so the walk recognizes a module wherever it meets it again, and it ends also if
modules form a cycle. A second set does the same for what the modules hold, because two modules may share a parameter.

1. named_modules: skip a module that is in the memo; give it; then walk through each module in `self._modules`.
   named_members: two loops, over the walk and over the pairs of one module.
2. `yield prefix, self` gives one pair, and `yield from` gives all pairs of another walk: the same memo, a longer prefix.
   In named_members, the walk is self.named_modules(...) or, if recurse is False, `[(prefix, self)]`.
3. `yield from module.named_modules(memo, join_names(prefix, name), remove_duplicate)` for each module that is not None.
   In named_members: `if member is None or member in memo: continue`, then `memo.add(member)` if remove_duplicate.
   named_parameters returns `self._named_members(lambda module: module._parameters.items(), ...)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree.named_modules",
    covers="named_members=Tree._named_members Tree.named_parameters Tree.parameters",
    changes=True,
    ready=SETUP,
    facts="""
        >>> net = Block(a=Block())
        >>> first = [path for path, module in net.named_modules()]
        >>> (first, [path for path, module in net.named_modules()])
        (['', 'a'], ['', 'a'])
        if (['a', ''], ['a', '']): Yield the module before the modules inside it.
        if (['', 'a.'], ['', 'a.']): The path comes first, then the name: join_names(prefix, name).
        if (['', 'a'], []): Python makes a default value once, so the second walk finds the set of the first. Use None
            as the default, and make a new set inside.
        >>> net = Block(a=Block(c=Block()), skip=None, b=Block())
        >>> [path for path, module in net.named_modules()]
        ['', 'a', 'a.c', 'b']
        if ['', 'a', 'b', 'a.c']: You give all children before the modules inside them. Finish one child, with everything
            inside it, before the next.
        if "'NoneType' object has no attribute": A name may be registered with None. Leave it out.
        >>> shared = Block(inner=Block())
        >>> net = Block(first=shared, second=shared)
        >>> [path for path, module in net.named_modules(remove_duplicate=False)]
        ['', 'first', 'first.inner', 'second', 'second.inner']
        if ['', 'first', 'first.inner']: With remove_duplicate=False nothing is added to the memo. Pass remove_duplicate
            on to the modules inside.
        >>> net = Block(a=Block(b=Block()), c=Block())
        >>> memo = {net.a}
        >>> found = [path for path, module in net.named_modules(memo)]
        >>> (found, len(memo), [path for path, module in net.named_modules({net}, remove_duplicate=False)])
        (['', 'c'], 3, [])
        if (['', 'a', 'a.b', 'c'], 1, ['', 'a', 'a.b', 'c']): The memo of the caller counts. Make a set only if memo is
            None.
        if (['', 'c'], 3, ['', 'a', 'a.b', 'c']): A module in the memo is left out with remove_duplicate=False too. That
            only means that nothing is added.
        if (['', 'a', 'a.b', 'c'], 5, ['', 'a', 'a.b', 'c']): The set of the caller has modules in it, not ids.
        else: A module in the memo is left out, also the first one. Each module that you give is added to the set of the
            caller.
        >>> memo = set()
        >>> found = list(Block(a=Block()).named_modules(memo))
        >>> len(memo)
        2
        if 0: `memo or set()` also replaces an empty set of the caller. Ask `memo is None`.
        >>> net = Block(a=Block())
        >>> net.a.owner = net
        >>> [path for path, module in net.named_modules()]
        ['', 'a']
        if "RecursionError": The walk does not end in a cycle. Look into the memo, and pass the same memo on.
        >>> next(Block(a=Block()).named_modules())[0]
        ''
        else: You collect all pairs before you give the first one: `yield` each pair.
        >>> class Wide(Block):
        ...     def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        ...         yield prefix + "!", self
        ...
        >>> class Row(Block):
        ...     def __len__(self):
        ...         return 0
        ...
        >>> [path for path, module in Block(wide=Wide(), row=Row(a=Block())).named_modules(prefix="net")]
        ['net', 'net.wide!', 'net.row', 'net.row.a']
        if ['net', 'net.wide!']: `if module:` is False for a module with the length 0. Ask `module is not None`.
        if ['net', 'net.wide', 'net.row', 'net.row.a']: A class may define its own named_modules: call
            `module.named_modules(...)` for each module inside.
        >>> shared = Linear(2, 2)
        >>> net = Block(first=shared, second=shared)
        >>> ([n for n, _ in net.named_parameters()], [n for n, _ in net.named_parameters(remove_duplicate=False)])
        (['first.weight', 'first.bias'], ['first.weight', 'first.bias', 'second.weight', 'second.bias'])
        if (['weight', 'bias'], ['weight', 'bias', 'weight', 'bias']): You give the name within the module. Its path
            comes first: join_names(path, name).
        if ([], []): named_parameters is self._named_members with `lambda module: module._parameters.items()`.
        else: named_members passes remove_duplicate on to named_modules.
        >>> net = Block(a=Linear(2, 2), b=Linear(2, 2))
        >>> net.b.weight = net.a.weight
        >>> [name for name, p in net.named_parameters()]
        ['a.weight', 'a.bias', 'b.bias']
        if ['a.weight', 'a.bias', 'b.weight', 'b.bias']: Two different modules hold one parameter. named_members has a
            set of its own, for the members.
        if ['a.weight', 'a.bias']: You remember names. Remember the members.
        >>> net = Block(a=Linear(2, 3, bias=False))
        >>> net.scale = mt.nn.Parameter(mt.ones(1))
        >>> [[name for name, p in net.named_parameters("net", recurse)] for recurse in (True, False)]
        [['net.scale', 'net.a.weight'], ['net.scale']]
        if [['scale', 'a.weight'], ['net.scale']]: Pass the prefix on to named_modules.
        if [['net.net.scale', 'net.net.a.weight'], ['net.net.scale']]: The paths of named_modules begin with the prefix
            already.
        if [['net.scale', 'net.a.weight'], ['net.scale', 'net.a.weight']]: If recurse is False, only this module is asked:
            the walk is [(prefix, self)].
        if [['scale', 'a.weight'], ['scale']]: named_parameters passes all of its arguments on to self._named_members.
        >>> net = Block(a=Linear(2, 3, bias=False))
        >>> net.scale = mt.nn.Parameter(mt.ones(1))
        >>> next(net.parameters()) is net.scale, len(list(net.parameters())), len(list(net.parameters(recurse=False)))
        (True, 2, 1)
        if (True, 2, 2): parameters passes `recurse` on to named_parameters, and that to self._named_members.
        else: parameters gives the parameters of named_parameters, without their paths.
    """,
)
