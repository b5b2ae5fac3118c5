"""named_modules: One walk over all modules (difficulty 4, 12 minutes)

One set goes through the whole walk, so a module is known wherever it turns up again, and the path grows on the way
down. A walk that remembers also ends in a circle.

1. Three steps: leave if the module is in the memo; give it; then walk each module in `self._modules`.
2. `yield prefix, self` gives one pair, and `yield from` gives all of another walk. Hand the same memo down, with a
   longer prefix.
3. joined: `f"{path}.{name}" if path else name`. Then `yield from module.named_modules(memo, joined(prefix, name),
   remove_duplicate)` for each module that is not None.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree.named_modules",
    covers="joined",
    ready=SETUP,
    facts="""
        >>> net = Block(a=Block())
        >>> first = [path for path, module in net.named_modules()]
        >>> (first, [path for path, module in net.named_modules()])
        (['', 'a'], ['', 'a'])
        if (['', 'a.'], ['', 'a.']): joined is given the two the wrong way round: first the path, then the name.
        if 'minitorch.course.members.Incomplete: `joined` is missing:': You give level after level: all children, then
            all grandchildren. Finish one child, with all that is inside it, before the next.
        if (['', 'a'], []): A default value is made once, when the function is defined: the second walk finds everything
            in the set of the first. Take None as the default and make a new set inside.
        >>> net = Block(a=Block(), skip=None, b=Block())
        >>> [path for path, module in net.named_modules()]
        ['', 'a', 'b']
        else: A name may be registered with None: no module is there, and None has no named_modules. Leave it out.
        >>> shared = Block(inner=Block())
        >>> net = Block(first=shared, second=shared)
        >>> [path for path, module in net.named_modules(remove_duplicate=False)]
        ['', 'first', 'first.inner', 'second', 'second.inner']
        else: You do not hand remove_duplicate down. Below the first level it has its default again, and removes.
        >>> net = Block(a=Block(b=Block()), c=Block())
        >>> [path for path, module in net.named_modules({net.a}, remove_duplicate=False)]
        ['', 'c']
        if ['', 'a', 'a.b', 'c']: What the caller put into the memo is left out in any case. remove_duplicate=False only
            means that nothing is added.
        >>> net = Block(a=Block())
        >>> memo = set()
        >>> found = [path for path, module in net.named_modules(memo)]
        >>> (found, len(memo))
        (['', 'a'], 2)
        else: `memo or set()` replaces an empty set too, and then whoever handed it in learns nothing. Ask `memo is
            None`.
        >>> next(Block(a=Block()).named_modules())[0]
        ''
        else: You collect everything into a list. Whoever wants only the first ones has to wait for the whole walk:
            `yield` each pair when you come to it.
        >>> class Wide(Block):
        ...     def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        ...         yield prefix + "!", self
        ...
        >>> [path for path, module in Block(wide=Wide(), last=Block()).named_modules()]
        ['', 'wide!', 'last']
        else: You go on with this function, and past a class with a walk of its own: ask the module,
            `module.named_modules(...)`.
        >>> class Row(Block):
        ...     def __len__(self):
        ...         return len(self._modules)
        ...
        >>> [path for path, module in Block(row=Row(), last=Row(a=Block())).named_modules()]
        ['', 'row', 'last', 'last.a']
        else: `if module:` asks whether it is true, and a container of length 0 is not. Ask `module is not None`.
        >>> net = Block(a=Block())
        >>> [path for path, module in net.named_modules({net})]
        []
        else: You look into the memo for the modules inside, and not for the first one: it may have been met already, in
            another walk with the same memo.
    """,
)
