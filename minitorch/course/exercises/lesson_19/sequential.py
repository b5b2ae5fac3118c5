"""Sequential: A chain of modules (difficulty 2, 9 minutes)

Every module has a dictionary of modules, in order. The modules that are registered there are trained, moved and
saved. Call each module, and not its forward, so that its hooks run, too.

1. `self.add_module(name, module)` registers a module. `self._modules` holds the modules, in the order of registering.
2. __init__ loops over names and modules, forward over the modules: each output becomes the next module's input.
3. `named = args[0]` for one OrderedDict, otherwise `{str(i): module for i, module in enumerate(args)}`;
   `self.add_module(name, module)`; `input = module(input)` in a loop over self._modules.values().
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.container:Sequential",
    keeps=True,
    ready=SETUP,
    solution="""
        class Sequential(mt.nn.Module):
            def __init__(self, *args):
                super().__init__()
                ordered = len(args) == 1 and isinstance(args[0], OrderedDict)
                named = args[0] if ordered else {str(number): module for number, module in enumerate(args)}
                for name, module in named.items():
                    self.add_module(name, module)

            def forward(self, input):
                for module in self._modules.values():
                    input = module(input)
                return input
    """,
    facts="""
        if "module name should be a string": Names are strings: str(i).
        if "OrderedDict' as child module": One OrderedDict gives the names and the modules: register each of them.
        >>> list(Sequential(Times(2.0), None, Times(5.0))._modules), list(Sequential(OrderedDict(grow=Times(2.0)))._modules)
        (['0', '1', '2'], ['grow'])
        if ([], []): A Python list is an ordinary attribute, and registers nothing. Use self.add_module for each module.
        else: self.add_module registers each module, and None as well, as "0", "1", ... or under its name in the OrderedDict.
        >>> Sequential(OrderedDict(z=Times(-2.0), r=mt.nn.ReLU(), a=Times(5.0)))(mt.tensor(-3.0)).item()
        30.0
        if "KeyError": The names in an OrderedDict need not be numbers. Loop over self._modules.values().
        if -15.0: Each of your modules gets the input of the chain. It must get the output of the module before it: `input = module(input)`.
        else: Call the modules in the order in which they were given, each with the output of the module before it.
        >>> named = OrderedDict(grow=(same := Times(2.0)))
        >>> c, _ = Sequential(same, same).append(Times(5.0)), Sequential(named).append(same)
        >>> c(mt.tensor(3.0)).item(), c[0] is same, len(named)
        (60.0, True, 1)
        if (60.0, True, 2): The dictionary belongs to the caller, but `append` has changed it. Register its modules one by one.
        if (12.0, True, 1): `append` registers a module, but your forward does not call it: loop over _modules.values().
        if (60.0, False, 1): The container must hold the given modules themselves, not copies.
        if (30.0, True, 1): If a module is in the chain twice, call it twice: use _modules.values(), not children().
        >>> seen, chain = [], Sequential(Times(2.0))
        >>> hooks = [m.register_forward_hook(lambda m, args, out: seen.append(m)) for m in (chain[0], chain)]
        >>> _ = chain(mt.tensor(5.0))
        >>> [type(m).__name__ for m in seen]
        ['Times', 'Sequential']
        if ['Times']: The hooks of the chain do not run. Define forward, and do not define `__call__`.
        if ['Sequential']: You call `module.forward(...)`, which runs no hooks. Call the module itself.
        >>> Sequential()(2.0)
        2.0
        else: An empty chain returns its input.
        >>> list(Sequential(OrderedDict(a=Times(2.0)), 3)._modules)
        raises TypeError
        if ['a']: An OrderedDict gives the names only if it is the single argument. You leave out the second argument.
        else: The argument 3 is not a module, but you raise no error. self.add_module(name, 3) raises the TypeError.
        >>> list(Sequential([Times(2.0), Times(3.0)])._modules)
        raises TypeError
        if ['0', '1']: You unpack a list. Sequential(a, b) takes its modules as separate arguments, and add_module raises a TypeError for a list.
        >>> list(Sequential({"a": Times(2.0)})._modules)
        raises TypeError
        if ['a']: Only an OrderedDict gives names. Pass an ordinary dict to add_module, as any other argument: it raises the TypeError.
    """,
)
