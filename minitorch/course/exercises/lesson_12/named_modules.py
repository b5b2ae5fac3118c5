"""named_modules: One walk over all modules (difficulty 4, 17 minutes)

One set for the whole walk recognizes a module wherever it comes again. A second set recognizes a parameter that two modules share.

1. In named_modules: is this module in the memo? If not, yield it, then what the modules inside yield. named_members: two loops.
2. `yield prefix, self` gives one pair, and `yield from` gives all pairs of another walk, with the same memo and a longer prefix.
   In named_members, the walk is self.named_modules(...) or, if recurse is False, `[(prefix, self)]`.
3. `yield from module.named_modules(memo, join_names(prefix, name), remove_duplicate)` for each module that is not None.
   In named_members: `if member is not None and member not in memo:`, then `memo.add(member)` if remove_duplicate.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree.named_modules",
    covers="Tree.parameters Tree.modules named_members=Tree._named_members",
    changes=True,
    ready=SETUP,
    facts="""
        if "'NoneType' object is not iterable": A walk gives None. Write a generator: with `yield` in it, a `return` only ends it.
        >>> net = Block(b=Block(c=Block()), skip=None, a=Block())
        >>> [[path for path, module in net.named_modules()] for _ in range(2)]
        [['', 'b', 'b.c', 'a'], ['', 'b', 'b.c', 'a']]
        if [['', 'b', 'b.c', 'a'], []]: The default `memo=set()` is made once, and all calls share it. Make a new set if memo is None.
        if [['b.c', 'b', 'a', ''], ['b.c', 'b', 'a', '']]: Yield the module before the modules inside it.
        if [['', 'b', 'a', 'b.c'], ['', 'b', 'a', 'b.c']]: Finish one child, with everything inside it, before the next.
        if [['', '.b', '.b.c', '.a'], ['', '.b', '.b.c', '.a']]: The path of the module itself is empty, and no dot follows it: join_names(prefix, name).
        if "'NoneType' object has no attribute": A name may be registered with None. Leave it out.
        else: For each module inside, in the order of `self._modules`, yield all pairs of its own walk, with the same memo and the path as its prefix.
        >>> net = Block(a=Block(b=Block()), c=Block())
        >>> memo, empty = {net.a}, set()
        >>> found, _ = [path for path, module in net.named_modules(memo)], list(net.named_modules(empty))
        >>> (found, len(memo), len(empty))
        (['', 'c'], 3, 4)
        if (['', 'c'], 3, 0): `memo or set()` also replaces an empty set of the caller. Ask `memo is None`.
        if (['', 'a', 'a.b', 'c'], 1, 0): The memo of the caller counts. Make a set only if memo is None.
        if (['', 'a', 'a.b', 'c'], 5, 4): The set of the caller has modules in it, not ids.
        else: A module in the memo is left out. Each module that you give is added to the set of the caller.
        >>> net.c.owner = net
        >>> list(net.named_modules({net})), next(net.named_modules())[0], len(list(net.named_modules()))
        ([], '', 4)
        if "maximum recursion": A cycle: a module has to be in the memo before you visit the modules inside it.
        if "list' object is not an iterator": You collect all pairs before you give the first one: `yield` each pair.
        else: The module itself may be in the memo, too. Then the walk gives nothing.
        >>> shared = Block(inner=Block())
        >>> net = Block(first=shared, second=shared, third=Block())
        >>> [path for path, module in net.named_modules({net.third}, remove_duplicate=False)]
        ['', 'first', 'first.inner', 'second', 'second.inner']
        if ['', 'first', 'first.inner', 'second', 'second.inner', 'third']: A module in the memo is left out with remove_duplicate=False too. That only means that nothing is added.
        else: With remove_duplicate=False nothing is added to the memo. Pass remove_duplicate on to the modules inside.
        >>> own = lambda self, memo=None, prefix="", remove_duplicate=True: [(prefix + "!", self)]
        >>> Wide = type("Wide", (Block,), {"named_modules": own})
        >>> Row = type("Row", (Block,), {"__len__": lambda self: 0})
        >>> [path for path, module in Block(wide=Wide(), row=Row(a=Block())).named_modules(prefix="net")]
        ['net', 'net.wide!', 'net.row', 'net.row.a']
        if ['net', 'net.wide!']: `if module:` is False for a module with the length 0. Ask `module is not None`.
        else: A class may define its own named_modules: call `module.named_modules(...)` for each module inside.
        >>> net = Block(first=Linear(2, 2), third=Linear(2, 2))
        >>> net.second, net.third.weight = net.first, net.first.weight
        >>> net.third.bias, net.own = mt.nn.Parameter(net.first.bias.detach()), mt.nn.Parameter(mt.ones(1))
        >>> [name for name, p in net.named_parameters()]
        ['own', 'first.weight', 'first.bias', 'third.bias']
        if ['.own', 'first.weight', 'first.bias', 'third.bias']: The path of the module itself is empty: join_names(path, name).
        if ['own', 'weight', 'bias', 'bias']: You give the name within the module. Its path comes first: join_names(path, name).
        if ['own']: You take the members of `self` each time: get_members_fn(module) for each module of the walk.
        if ['own', 'first.weight', 'first.bias']: Names, values and memory do not tell. Remember the members themselves.
        else: Two different modules hold one parameter. named_members needs a set of its own for the members, one set for the whole walk.
        >>> [name for name, p in Block(a=net.first, b=net.first).named_parameters(remove_duplicate=False)]
        ['a.weight', 'a.bias', 'b.weight', 'b.bias']
        else: With remove_duplicate=False each member comes under all its names. Pass remove_duplicate on to named_modules.
        >>> net = Block(a=Linear(2, 3, bias=False))
        >>> net.scale = net.same = net.a.same = mt.nn.Parameter(mt.ones(1))
        >>> [[name for name, p in net.named_parameters("net", recurse)] for recurse in (True, False)]
        [['net.scale', 'net.a.weight'], ['net.scale']]
        if [['net.scale', 'net.a.weight'], ['net.scale', 'net.same']]: Each member comes once if recurse is False, too.
        if [['net.scale', 'net.a.weight'], ['net.scale', 'net.a.weight']]: If recurse is False, the walk is [(prefix, self)].
        else: None is left out, and the paths begin with the prefix. Pass it on to named_modules.
        >>> [net.get_parameter(name) is p for name, p in net.named_parameters()]
        [True, True]
        else: The second of each pair is the member itself.
        >>> [*net.parameters(recurse=False)] == [net.scale], len(list(net.parameters())), next(net.parameters()) is net.scale, [*Block(a=net, b=net).modules()][1:] == [net, net.a]
        (True, 2, True, True)
        else: In `parameters`: yield the second of each pair of named_parameters(recurse=recurse). In `modules`: of named_modules(), so each comes once.
    """,
)
