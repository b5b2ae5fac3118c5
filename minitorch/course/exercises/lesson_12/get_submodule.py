"""get_submodule: The module at a path (difficulty 2, 5 minutes)

A path is a list of names, and each name is one step. The check in the loop makes the error name the wrong step.

1. `target.split(".") if target else ()` gives the names. Each step starts from the module that the step before reached.
2. Start with `module = self`. For each name, `module = find_attribute(module, name)`, and check that it is a module.
3. `if not isinstance(module, Registry): raise AttributeError(f"`{name}` is not an nn.Module")` in the loop; after it
   `return module`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree.get_submodule",
    changes=True,
    ready=SETUP,
    facts="""
        >>> net = Block(a=Block(b=Linear(2, 3)))
        >>> (net.get_submodule("a.b") is net.a.b, net.get_submodule("") is net)
        (True, True)
        if (False, True): Only the first step is taken: the `return` comes after the loop.
        else: Each step starts from the module that the step before reached. For "" there is no step.
        >>> net = Block(a=Linear(2, 3))
        >>> net.get_submodule("a.c.b")
        raises AttributeError: Linear has no attribute `c`
        else: find_attribute(module, name) raises the error that names the class and the attribute.
        >>> net = Block(a=Block())
        >>> net.a.rate = 0.1
        >>> net.get_submodule("a.rate.real")
        raises AttributeError: `rate` is not an nn.Module
        if "`real` is not": A step may lead to a number or to None. Check in the loop, after each step, that it is a module.
        if 'AttributeError: `a.rate.real` is not an nn.Module': The message names the wrong step and not the whole path.
        else: Check after each step, in the loop, that it is a module.
        >>> net = Block(a=None)
        >>> net.get_submodule("a")
        raises AttributeError: `a` is not an nn.Module
        else: None is registered as `a`, and it is not a module. The last step is checked as well.
    """,
)
