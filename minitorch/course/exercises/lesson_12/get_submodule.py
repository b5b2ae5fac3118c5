"""get_submodule: By path (difficulty 3, 9 minutes)

A path is a list of names, and each is one step down. get_parameter leaves the last name for itself, and its way there
is get_submodule's.

1. `target.split(".")` gives the names of the path; and "".split(".") gives one name, an empty one.
2. Go down one name at a time with `held(module, name)`, and ask after each step whether it is a module. For the
   parameter, `target.rpartition(".")` cuts off the last name.
3. `module = held(module, name)`, then `if not isinstance(module, mt.nn.Module): raise AttributeError(...)`; and
   `found = held(self.get_submodule(path), name)` in get_parameter.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree.get_submodule",
    covers="Tree.get_parameter",
    changes=True,
    ready=SETUP,
    solution="""
        def get_parameter(self, target):
            path, _, name = target.rpartition(".")
            found = held(self.get_submodule(path), name)
            if not isinstance(found, mt.nn.Parameter):
                raise AttributeError(f"`{name}` is not an nn.Parameter")
            return found


        def get_submodule(self, target):
            module = self
            for name in target.split(".") if target else ():
                module = held(module, name)
                if not isinstance(module, mt.nn.Module):
                    raise AttributeError(f"`{name}` is not an nn.Module")
            return module
    """,
    facts="""
        >>> net = Block(a=Block(b=Linear(2, 3)))
        >>> found = net.get_submodule("a.c")
        raises AttributeError: no attribute `c`
        else: The `return` stands inside the loop, so the walk ends after the first name.
        >>> net = Block(a=Block())
        >>> net.a.rate = 0.1
        >>> found = net.get_submodule("a.rate.real")
        raises AttributeError: `rate` is not an nn.Module
        if 'TypeError: `rate` is not an nn.Module': What is not there under a name is an AttributeError, whatever else
            stands there.
        if None: What is found on the way may be no module: a number, a parameter, None. Ask isinstance after each step.
        if 'AttributeError: `a.rate.real` is not an nn.Module': The message should name the part of the path that is no
            module, or no parameter, and not the whole path.
        >>> net = Block()
        >>> net.mean = mt.nn.Buffer(mt.ones(2))
        >>> found = net.get_parameter("mean")
        raises AttributeError: `mean` is not an nn.Parameter
        if "AttributeError: 'NoneType' object has no attribute '_get_name'": get_submodule returns nothing. After the
            last step, `return module`.
        else: A buffer is a tensor too, and no parameter. Ask isinstance(found, mt.nn.Parameter).
        >>> net = Block(a=Linear(2, 3))
        >>> found = net.get_parameter("a.weight.data")
        raises AttributeError: `weight` is not an nn.Module
        if 'AttributeError: Block has no attribute `data`': get_parameter looks in this module only. The path before the
            last dot leads to the module that holds it: self.get_submodule(path).
        if 'AttributeError: `a` is not an nn.Parameter': In get_parameter only the last name leads to a parameter. Those
            before it lead to modules: cut the last one off, and leave the way there to get_submodule.
    """,
)
