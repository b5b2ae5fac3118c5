"""ModuleDict: A dictionary that is a module (difficulty 2, 8 minutes)

The dictionary `_modules` does the work. What the class adds is that the names are registered: the modules are trained, moved
and saved. MutableMapping makes `in`, `items`, `update`, `pop` and all the others from five methods.

1. Every module has a dictionary of its modules, in order: self._modules. Which of the five methods must check something?
2. `heads[name] = module` registers a module, as Sequential does. The others ask self._modules.
3. `self.add_module(key, module)`; `self._modules[key]`; `iter(self._modules)`. In __init__, self.update(modules) if there are any.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.container:ModuleDict",
    changes=True,
    keeps=True,
    ready=SETUP,
    facts="""
        if "maximum recursion": self[key], len(self) and list(self) call your methods, so these cannot use them. Use self._modules.
        if "Module.__init__() call": super().__init__() comes first: it makes the dictionaries of Module.
        >>> d = ModuleDict()
        >>> d["c"] = Times(5.0)
        >>> list(d.state_dict())
        ['c.factor']
        if []: A Python dictionary registers nothing. Keep the modules in self._modules.
        else: `d["c"] = module` registers the module under the name "c".
        >>> d = ModuleDict({"b": Times(2.0), "a": Times(3.0)})
        >>> list(d._modules), list(d), len(d), d["a"].factor.item()
        (['b', 'a'], ['b', 'a'], 2, 3.0)
        if "KeyError": A module is not found under its name. The constructor adds those that it gets: self.update(modules).
        else: iter gives the names, in the order in which they were added.
        >>> ModuleDict({"a": Times(1.0)})["b"]
        raises KeyError
        else: A name that is not there raises a KeyError, as in a dictionary: self._modules[key].
        >>> del ModuleDict({"a": Times(1.0)})["training"]
        raises KeyError
        else: Only a name of a module can be deleted. Another one raises a KeyError, as in a dictionary.
        >>> d["c"], d["b"] = d["a"], Times(7.0)
        >>> del d["a"]
        >>> list(d), factors(d.values()), "a" in d, list(d.state_dict())
        (['b', 'c'], [7.0, 3.0], False, ['b.factor', 'c.factor'])
        else: A module under a name that is there takes the place of the old one. `del` removes the name and its module.
        >>> ModuleDict({"a": 3.0}).training
        raises TypeError
        if True: What is not a module is added here. add_module checks that.
        >>> ModuleDict({"keys": Times(1.0)})["keys"].training
        raises KeyError: already exists
        >>> same = Times(1.0)
        >>> len(ModuleDict({"a": same, "b": same}))
        2
        else: A module that is there under two names counts twice. children() gives it once.
        >>> len(ModuleDict()), len(ModuleDict([("a", Times(1.0)), ("b", Times(2.0))])), len(ModuleDict(ModuleDict({"a": Times(1.0)})))
        (0, 2, 1)
        else: ModuleDict() is empty. The constructor takes what `update` takes: pairs of a name and a module, too.
    """,
)
