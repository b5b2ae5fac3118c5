"""train: The switch for a whole tree (difficulty 2, 6 minutes)

Each module switches itself and asks its children. So a class can have its say, which a loop over modules() would not
allow, and eval() is train(False).

1. A module can switch itself in one line. Who knows how to switch a child?
2. children() gives the modules right inside. Each has a train(), perhaps one of its own.
3. `self.training = mode`, then `module.train(mode)` for each of self.children(), then `return self`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.mode:Mode.train",
    alone=True,
    setup="""
        def tree():
            net, block = mt.nn.Module(), mt.nn.Module()
            net.first, net.block = mt.nn.Module(), block
            block.inner, block.other = mt.nn.Module(), mt.nn.Module()
            return net

        class Stubborn(mt.nn.Module):
            def train(self, mode=True):
                return super().train(False)
    """,
    facts="""
        >>> [m.training for m in train(tree(), False).modules()]
        [False, False, False, False, False]
        if "AttributeError: 'NoneType' object has no attribute 'modules'": `net = net.train()` and `net.eval()(x)` are
            written everywhere: return the module.
        if [False, False, False, True, True]: The children are switched, and what is inside them is not. Ask each child:
            `module.train(mode)`.
        if [False, True, True, True, True]: Only the module itself is switched. The layers that look at the mode are
            inside it, perhaps deep inside.
        else: A module is in another mode than it was asked to be. The module itself gets `self.training = mode`, and
            each of its children is asked to do the same with `module.train(mode)`.
        >>> net = tree()
        >>> net.block.inner = Stubborn()
        >>> [m.training for m in train(net).modules()]
        [True, True, True, False, True]
        if [True, True, True, True, True]: You set the mode of each module from outside, so a class with a train() of
            its own is not asked. Call `module.train(mode)` of the children.
        >>> train(mt.nn.Module(), 'yes').training
        raises ValueError: training mode is expected to be boolean
        else: Anything is taken for a mode: `net.train('eval')` would switch to training. Refuse what is no bool.
    """,
)
