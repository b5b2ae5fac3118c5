"""ModuleList: A list that is a module (difficulty 3, 14 minutes)

A ModuleList contains no Python list. Like every module, it keeps its modules in the dictionary `_modules`, in order. After a
removal, it numbers the modules again. Otherwise the next append would overwrite a module.

1. The modules are `self._modules.values()`, in order. append is one call of self.add_module. What happens to your loop in
   extend if the container grows during this loop?
2. For __delitem__, make a Python list of the modules, delete from this list, and make a new dictionary from it.
3. `self._modules = {str(i): module for i, module in enumerate(modules)}`, after `modules = list(self)` and
   `del modules[index]`. In extend: `for module in list(modules)`.
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
                for module in list(modules):
                    self.append(module)
                return self

            def __delitem__(self, index):
                modules = list(self)
                del modules[index]
                self._modules = {str(number): one for number, one in enumerate(modules)}


        class ModuleList(_Numbered):
            def __init__(self, modules=None):
                super().__init__()
                if modules is not None:
                    self.extend(modules)

            def __getitem__(self, index):
                if isinstance(index, slice):
                    return type(self)(list(self)[index])
                return list(self)[index]
    """,
    facts="""
        if "module name should be a string": Names are strings: str(i).
        if "maximum recursion": list(self) calls __iter__ and __len__, so they cannot call it. Use self._modules.
        if "'str' object has no attribute": iter(layers) must give the modules, not their names: use the values of self._modules.
        if "'generator'": extend and the constructor take any iterable. A generator has no length and no index.
        if "changed size during iteration": The container grows while you loop over it. Loop over list(modules).
        >>> l = ModuleList([Times(1.0)])
        >>> (l.append(Times(2.0)) is l, list(l.state_dict()), len(l), l[1].factor.item())
        (True, ['0.factor', '1.factor'], 2, 2.0)
        if (True, [], 2, 2.0): A Python list registers nothing. Register the modules in self._modules with self.add_module.
        if (False, ['0.factor', '1.factor'], 2, 2.0): append returns the container: `return self`.
        else: append, len, iter and [index] must all use self._modules.
        >>> l = ModuleList().append(Times(1.0))
        >>> same = l.extend(Times(f) for f in (2.0, 3.0)) is l
        >>> (same, factors(l.extend(m for m, _ in zip(l, range(9)))), len(l))
        (True, [1.0, 2.0, 3.0, 1.0, 2.0, 3.0], 6)
        if (True, [1.0, 2.0, 3.0, 3.0], 3): If a module was added twice, len counts it twice: len(self._modules), not children().
        if (True, [1.0, 2.0, 3.0], 3): If a module was added twice, it counts twice. Use self._modules and its values().
        if (True, [1.0, 2.0, 3.0], 6): children() gives each module only once. Use iter(self._modules.values()).
        if (True, [1.0, 2.0, 3.0] * 4, 12): The list grows while you loop over it, so the loop never ends. Loop over list(modules).
        >>> len(l.extend(l if len(l) == 6 else []))
        12
        else: extend appends each module at the end. It takes any iterable, even a generator or the container itself.
        >>> part = (l := ModuleList([Times(1.5), Times(2.5), Times(3.5)]))[1:]
        >>> (factors([l[0], l[-1]]), type(part).__name__, list(part._modules), factors(part), part[0] is l[1])
        ([1.5, 3.5], 'ModuleList', ['0', '1'], [2.5, 3.5], True)
        if ([1.5, 3.5], 'ModuleList', ['1', '2'], [2.5, 3.5], True): Your slice keeps the old names. Make a new ModuleList: it counts from "0".
        else: layers[-1] is the last module. A slice is a ModuleList that holds the same modules.
        >>> [factors(l[s]) for s in (slice(-1), slice(-2, None), slice(1, 9), slice(None, None, 2))]
        [[1.5, 2.5], [2.5, 3.5], [2.5, 3.5], [1.5, 3.5]]
        else: These are layers[:-1], layers[-2:], layers[1:9] and layers[::2]. A Python list handles all of them: list(self)[index].
        >>> l = ModuleList([(same := Times(2.0)), Times(1.0), same, Times(3.0)]).eval()
        >>> del l[2]
        >>> (factors(l), list(l._modules))
        ([2.0, 1.0, 3.0], ['0', '1', '2'])
        if ([2.0, 1.0, 3.0], ['1', '2', '3']): The names must count from "0".
        if ([2.0, 1.0, 3.0], [0, 1, 2]): Names are strings: str(number).
        if ([2.0, 1.0, 3.0], ['0', '1', '3']): The last module keeps its old name "3". Count the names from "0" after each removal.
        if ([2.0, 1.0, 3.0, 3.0], ['0', '1', '2', '3']): The new names go up to "2", and the old name "3" is still there. Make a new dictionary.
        else: Remove only the module at this index, even if the list holds the same module twice: `del modules[index]`. Then number the others from "0".
        >>> del l[7]
        raises IndexError
        else: `del` with an index that is too large raises an IndexError, as in a Python list.
        >>> factors(l), l.training
        ([2.0, 1.0, 3.0], False)
        else: `del` changes only self._modules, and changes nothing if the index is too large. Do not call __init__ again, and do not call clear() before the IndexError.
        >>> ModuleList([Times(1.0)])[3].training
        raises IndexError
        else: An index that is too large raises an IndexError, as in a Python list.
        >>> l = ModuleList(Times(float(n)) for n in range(12))
        >>> del l[-1], l[2:-1], l[::2]
        >>> (factors(l.append(l[0])), list(l._modules))
        ([1.0, 1.0], ['0', '1'])
        else: `del` removes one module, or the modules of a slice as in a Python list, such as [2:-1] and [::2]. After that, append uses the next number.
        >>> factors(mt.nn.Sequential(OrderedDict(a=Times(1.0))).append(Times(2.0)))
        [1.0, 2.0]
        else: A Sequential may have names other than "0", "1", and it has no attribute that ModuleList makes. Use len(self) and the values of self._modules.
        >>> (l := ModuleList([None]).append(None).append(None)).__delitem__(0), len(l)
        (None, 2)
        else: None also has a place in the list: add_module registers it like a module, and len counts it.
        >>> ModuleList([3.0]).training
        raises TypeError
        if True: You add something that is not a module. Use add_module: it raises the TypeError.
    """,
)
