"""train: The switch for a whole tree (difficulty 2, 7 minutes)

Each module sets its own mode and calls train() of its children. So a class can override train() and decide for itself, which
a loop over modules() would not allow.

1. A module sets its own mode in one line. Its children have a method for theirs.
2. children() gives the modules that are directly inside. Call train(mode) of each. Check the mode before anything else.
3. `self.training = mode`, then `module.train(mode)` for each of self.children(), then `return self`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.mode:Mode.train",
    alone=True,
    changes=True,
    stub='''
        def train(self, mode=True):
            """Set `.training` of this module to True or False, and let each module inside set its own. Returns the module.

            A class may override train(), for example so that a part of a network stays in evaluation mode. So
            train() of every module inside must be called by the module that holds it.
            Any other mode, such as "eval" or 1: ValueError("training mode is expected to be boolean"), and no mode changes.
            """
            ...
    ''',
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
        if "AttributeError: 'NoneType' object has no attribute 'modules'": Programs write `net = net.train()` and
            `net.eval()(x)`: return the module.
        if [False, False, False, True, True]: The children are switched, but not the modules inside them. Call
            `module.train(mode)` of each child.
        if [False, True, True, True, True]: Only the module itself is switched. The layers that read the mode are inside it.
        if [True, False, False, False, False]: The module itself keeps its old mode: `self.training = mode`.
        if [True, True, True, True, True]: No mode has changed. The attribute is `training`, and the new mode is the argument.
        >>> net = tree()
        >>> net.block.inner = Stubborn()
        >>> [m.training for m in train(net).modules()]
        [True, True, True, False, True]
        if [True, True, True, True, True]: You set the attribute of each module from outside, so a train() that a class
            overrides is never called. Call `module.train(mode)` of the children.
        if [True, True, True, False, False]: `mode` is not passed on to every child.
        >>> train(mt.nn.Module(), 'yes').training
        raises ValueError: training mode is expected to be boolean
        if 'yes': Any value is accepted, so `net.train('eval')` would switch to training. Raise a ValueError if the mode is
            not a bool.
        if True: Any value is accepted, so `net.train('eval')` would switch to training. Raise a ValueError if the mode is not
            a bool.
        >>> train(mt.nn.Module(), 1).training
        raises ValueError: training mode is expected to be boolean
        if 1: 1 == True, but 1 is not a bool. Ask for the type: isinstance(mode, bool).
        if True: 1 == True, but 1 is not a bool. Ask for the type: isinstance(mode, bool).
        >>> m = mt.nn.Module()
        >>> try:
        ...     train(m, 'yes')
        ... except ValueError:
        ...     pass
        >>> m.training
        True
        if 'yes': The ValueError comes too late: the module already has the wrong mode. Check the mode first.
        >>> calls = []
        >>> class Counted(mt.nn.Module):
        ...     def train(self, mode=True):
        ...         calls.append(mode)
        ...         return super().train(mode)
        >>> net = tree()
        >>> net.block.inner = Counted()
        >>> _ = train(net, False)
        >>> calls
        [False]
        if [False, False, False]: The module inside is switched several times: children() gives the modules directly inside,
            and each of them switches its own children.
        if [False, False]: The module inside is switched twice: children() gives the modules directly inside, and each of
            them switches its own children.
        if []: train() of the module inside was not called.
    """,
)
