"""train: The switch for a whole tree (difficulty 2, 7 minutes)

Each module sets its own mode and calls train() on its children. So a class can override train(), which a loop over modules() would ignore.

1. Which method of a child knows what the child does with a mode?
2. children() gives the modules that are directly inside. Call train(mode) on each. Check the mode before anything else.
3. `self.training = mode`, then `module.train(mode)` for each of self.children(), then `return self`. eval calls train(False).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.mode:Mode.train",
    covers="Mode.eval",
    changes=True,
    setup="""
        def tree(inner=None):
            net, block = mt.nn.Module(), mt.nn.Module()
            net.first, net.block = mt.nn.Linear(1, 1), block
            net.register_module("none", None)
            block.inner, block.other = inner or mt.nn.Module(), mt.nn.Module()
            return net

        class Stubborn(mt.nn.Module):
            calls = 0

            def train(self, mode=True):
                self.calls += 1
                return super().train(False)
    """,
    facts="""
        if "'NoneType' object has no attribute 'train": An entry of self._modules may be None. self.children() leaves it out.
        if "'tuple' object": named_children() gives pairs (name, module). children() gives the modules alone.
        if "'NoneType'": train() and eval() return the module: `return self`.
        >>> [m.training for m in train(tree(), False).modules()]
        [False, False, False, False, False]
        if [False, False, False, True, True]: The children are switched, but not the modules inside them: call module.train(mode).
        if [False, True, True, True, True]: The children are not switched to `mode`: pass it on, `module.train(mode)` for each child.
        else: Afterwards, every module in the tree has the mode that was passed.
        >>> stubborn = Stubborn()
        >>> stubborn.inside = mt.nn.Module()
        >>> [m.training for m in train(tree(stubborn)).modules()], stubborn.calls
        ([True, True, True, False, False, True], 1)
        if ([True, True, True, True, True, True], 0): An overridden train() is never called. Call `module.train(mode)` on every child, whatever its mode is, and do not set the attribute from outside.
        else: Pass `mode` on to every child, once. A child's own train() switches the modules inside that child.
        >>> train(mt.nn.Module(), 1).training
        raises ValueError: training mode is expected to be boolean
        if "ValueError": The message should be "training mode is expected to be boolean".
        else: A mode that is not a bool is an error, even 1, although 1 == True. Check the type: isinstance(mode, bool).
        >>> m = mt.nn.Module()
        >>> try:
        ...     train(m, 'yes')
        ... except ValueError:
        ...     pass
        >>> m.training
        True
        else: The ValueError comes too late: the module already has the wrong mode. Check the mode first.
        >>> net = tree(Stubborn())
        >>> net.eval().eval() is net, net.training, net.block.inner.eval().calls, net.first.weight.requires_grad
        (True, False, 3, True)
        else: eval() is `self.train(False)`, also where a class overrides train(). It returns the module, and freezes nothing.
    """,
)
