"""Sequential: One after the other (difficulty 2, 6 minutes)

The container needs no list of its own: the module's dictionary of modules keeps them in order, and whatever is in it
is trained, moved and saved. Calling each module, and not its forward, lets hooks run. (children() would leave out a
module that stands in the chain twice.)

1. A module has a method that registers another one under a name: lesson 11 used add_module.
2. _modules holds the modules in the order in which they were registered. In forward, input becomes the result of
   each.
3. `self.add_module(str(number), module)` in a loop over enumerate(args), or over args[0].items(); `input =
   module(input)` in a loop over self._modules.values().
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.container:Sequential",
    changes=True,
    keeps=True,
    ready=SETUP,
    setup="""
        class Plus(mt.nn.Module):
            def __init__(self, shift):
                super().__init__()
                self.shift = mt.nn.Parameter(mt.tensor(shift))

            def forward(self, x):
                return x + self.shift
    """,
    stub="""
        class Sequential(mt.nn.Module):

            def __init__(self, *args):
                super().__init__()
                ...

            def forward(self, input):
                ...
    """,
    solution="""
        class Sequential(mt.nn.Module):
            def __init__(self, *args):
                super().__init__()
                named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)
                for name, module in named:
                    self.add_module(name if isinstance(name, str) else str(name), module)

            def forward(self, input):
                for module in self._modules.values():
                    input = module(input)
                return input
    """,
    facts="""
        >>> c = Sequential(OrderedDict(grow=Times(2.0), move=Plus(3.0)))
        >>> (list(c.state_dict()), c(mt.tensor(5.0)).item())
        (['grow.factor', 'move.shift'], 13.0)
        if (['grow.factor', 'move.shift'], 8.0): Each module gets the input of the chain. It should get the result of
            the one before it: `input = module(input)`.
        else: One OrderedDict gives names and modules.
        >>> same = Times(2.0)
        >>> Sequential(same, Plus(1.0), same)(mt.tensor(3.0)).item()
        14.0
        if 7.0: children() gives each module once, so one that stands in the chain twice is called once. Take
            _modules.values().
        else: A module that stands in the chain twice is called twice.
        >>> seen = []
        >>> first = Times(2.0)
        >>> h = first.register_forward_hook(lambda m, args, out: seen.append(out.item()))
        >>> _ = Sequential(first, Plus(3.0))(mt.tensor(5.0))
        >>> seen
        [10.0]
        if []: You call `module.forward(...)`, which passes the hooks by. Call the module itself.
        else: Call each module, and not its forward: then its hooks run.
    """,
)
