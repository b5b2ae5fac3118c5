"""ModuleDict: Modules by name (difficulty 1, 4 minutes)

Each method is a look into the dictionary of modules, or a call of add_module, which checks names and modules. The
module was a dictionary all along.

1. Once more all is in self._modules. Adding goes through add_module.
2. __init__ hands on to update, update to `self[key] = module`, which is __setitem__, and that to add_module.
3. `for key, module in pairs(modules, "ModuleDict", "ModuleDict"): self[key] = module`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.container:ModuleDict",
    changes=True,
    keeps=True,
    ready=SETUP,
    solution="""
        class ModuleDict(mt.nn.Module):
            def __init__(self, modules=None):
                super().__init__()
                if modules is not None:
                    self.update(modules)

            def update(self, modules):
                for key, module in pairs(modules, "ModuleDict", "ModuleDict"):
                    self[key] = module

            def __getitem__(self, key):
                return self._modules[key]

            def __setitem__(self, key, module):
                self.add_module(key, module)

            def __contains__(self, key):
                return key in self._modules

            def items(self):
                return self._modules.items()
    """,
    facts="""
        >>> d = ModuleDict({'a': Times(2.0)})
        >>> ('a' in d, 'b' in d, 'keys' in d)
        (True, False, False)
        else: `in` asks whether a module of that name has been added.
        >>> d = ModuleDict({'a': Times(2.0), 'b': Times(3.0)})
        >>> d.update({'a': Times(4.0), 'c': Times(5.0)})
        >>> [(name, m.factor.item()) for name, m in d.items()]
        [('a', 4.0), ('b', 3.0), ('c', 5.0)]
        if 'TypeError: cannot unpack non-iterable Times object': items() gives pairs, (name, module), and you give the
            modules alone.
        else: update replaces what is there under a name, and keeps its place.
        >>> d = ModuleDict([('x', Times(2.0))])
        >>> d.update(ModuleDict({'y': Times(3.0)}))
        >>> list(d.state_dict())
        ['x.factor', 'y.factor']
        else: update takes pairs and another ModuleDict as well: `pairs` makes one of both.
        >>> ModuleDict({'a': Times(2.0)})['b']
        raises KeyError
        else: A name that is not there is a KeyError in a dictionary, and getattr raises AttributeError; and it would
            find a method, too. Look into `_modules`.
        >>> len(ModuleDict({'a.b': Times(2.0)})._modules)
        raises KeyError
        else: Writing into `_modules` takes whatever comes. add_module refuses what is no module, and names with a dot.
    """,
)
