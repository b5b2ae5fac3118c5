"""ModuleList: A list that is a module (difficulty 2, 7 minutes)

There is no list in it: the dictionary `_modules`, in which every module keeps its modules, is in order, and its names
are numbers. All that a list can do is a look into it.

1. Everything is in self._modules, a dictionary from names to modules, in the order in which they were added.
2. append is add_module under the name str(len(self)); extend is append for each of list(modules).
3. `return iter(self._modules.values())`; a slice: `type(self)(list(self._modules.values())[idx])`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.container:ModuleList",
    covers="_Numbered",
    changes=True,
    keeps=True,
    ready=SETUP,
    setup="""
        def factors(modules):
            return [module.factor.item() for module in modules]
    """,
    solution="""
        class _Numbered(mt.nn.Module):
            def __len__(self):
                return len(self._modules)

            def __iter__(self):
                return iter(self._modules.values())

            def append(self, module):
                self.add_module(str(len(self)), module)
                return self

            def extend(self, modules):
                check_iterable(modules, type(self).__name__)
                for module in list(modules):
                    self.append(module)
                return self


        class ModuleList(_Numbered):
            def __init__(self, modules=None):
                super().__init__()
                if modules is not None:
                    self.extend(modules)

            def __getitem__(self, idx):
                if isinstance(idx, slice):
                    return type(self)(list(self._modules.values())[idx])
                return self._modules[self._key(idx)]
    """,
    facts="""
        >>> l = ModuleList([Times(1.0)])
        >>> (l.append(Times(2.0)) is l, list(l.state_dict()))
        (True, ['0.factor', '1.factor'])
        else: append registers the module under the next number, and returns the container.
        >>> l = ModuleList([Times(1.0)])
        >>> (l.extend(Times(f) for f in (2.0, 3.0)) is l, factors(l))
        (True, [1.0, 2.0, 3.0])
        else: extend takes the modules of any iterable, a generator too, and returns the container.
        >>> l = ModuleList([Times(1.5), Times(2.5), Times(3.5)])
        >>> (type(l[1:]).__name__, factors(l[1:]), l[1:][0] is l[1])
        ('ModuleList', [2.5, 3.5], True)
        else: A slice gives a ModuleList that holds the same modules, not copies.
        >>> same = Times(4.5)
        >>> l = ModuleList([same, Times(1.0), same])
        >>> (len(l), factors(l))
        (3, [4.5, 1.0, 4.5])
        else: A module that stands in the list twice counts, and comes, twice.
        >>> l = ModuleList([Times(1.0), Times(2.0)])
        >>> _ = l.extend(l)
        >>> (len(l), l[2] is l[0])
        (4, True)
        else: A container that is extended by itself is twice as long, with the same modules again.
        >>> ModuleList([Times(1.0)])[3].training
        raises IndexError
        else: An index may count from the end, and "-1" is no name in it. `self._key(idx)` is the name, or raises
            IndexError.
        >>> len(ModuleList([Times(1.0), 3.0])._modules)
        raises TypeError
        else: Writing into `_modules` registers whatever comes, a number too. add_module checks that it is a module.
        >>> len(ModuleList().extend(3)._modules)
        raises TypeError: extend should be called with an iterable
        else: check_iterable(modules, type(self).__name__) complains in words that help: call it first.
    """,
)
