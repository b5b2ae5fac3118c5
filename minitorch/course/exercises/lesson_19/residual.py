"""Residual: A forward of your own (difficulty 2, 7 minutes)

A ModuleList registers the layers, and your forward decides how to use them. Because each layer only adds to its
input, the network still computes something useful when one layer is left out.

1. What registers a list of modules? What do you need in the loop besides the layer?
2. `enumerate` gives the index and the layer. A layer that is left out adds nothing.
3. `self.layers = mt.nn.ModuleList(layers)`; in the loop `x = x + layer(x).tanh()`, if the index is not in `skip`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    solution="""
        class Residual(mt.nn.Module):
            def __init__(self, layers):
                super().__init__()
                self.layers = mt.nn.ModuleList(layers)

            def forward(self, x, skip=()):
                for index, layer in enumerate(self.layers):
                    if index not in skip:
                        x = x + layer(x).tanh()
                return x
    """,
    given="net, x = Residual([Times(2.0), Times(-1.0)]), mt.tensor([0.5, 2.0])",
    facts="""
        if "Module.__init__() call": Call super().__init__() first: it makes the dictionaries of Module.
        if "'NoneType' is not": By default, skip is an empty tuple, not None.
        >>> [name for name, p in net.named_parameters()]
        ['layers.0.factor', 'layers.1.factor']
        if []: A Python list registers nothing, as at the beginning of this lesson. Keep the layers in a ModuleList.
        else: Keep the layers in a ModuleList, as the attribute `layers`. The names of the parameters then begin with "layers.0", "layers.1" and so on.
        >>> net(x).tolist(), x.tolist()
        ([0.4100912, 2.004281], [0.5, 2.0])  # within 0.001
        if ([0.4100912, 2.004281], [0.4100912, 2.004281]): `x += ...` changes the tensor of the caller. x + layer(x).tanh() makes a new one.
        if ([0.5, 2.0], [0.5, 2.0]): No layer adds anything, although skip is empty.
        if ([-0.642015, -0.761312], [0.5, 2.0]): Your layer replaces x. Add its result to x: x + layer(x).tanh().
        if ([0.0, 0.0], [0.5, 2.0]): Apply tanh to the result of a layer before you add it.
        else: Each layer gets the sum from the layer before it, and adds tanh of its own result to this sum.
        >>> [net(x, skip).tolist() for skip in ([0], (1,), [0, 1], [])]
        [[0.0378828, 1.0359724], [1.2615942, 2.9993293], [0.5, 2.0], [0.4100912, 2.004281]]  # within 0.001
        else: `skip` holds indices. A layer whose index is in `skip` adds nothing in this call. The next call uses the layer again.
        >>> same = Times(2.0); two = Residual([same, same])
        >>> two(x, skip=[1]).tolist(), two.layers[1] is same
        ([1.2615942, 2.9993293], True)  # within 0.001
        if ([1.2615942, 2.9993293], False): The network must hold the given layers themselves, not copies.
        else: The same layer may be in the list twice: count the indices with enumerate.
        >>> seen, _ = [], net.layers[0].register_forward_hook(lambda module, args, result: seen.append(module))
        >>> _ = net(x, skip=[0])[0].backward(), net(x)[0].backward()
        >>> len(seen), [round(p.grad.item(), 3) for p in net.parameters()]
        (1, [0.152, 0.74])
        if (2, [0.152, 0.74]): You call a layer that should be left out, so its hook runs. Check the index before you call the layer.
        if (0, [0.152, 0.74]): You call `layer.forward(...)`, which runs no hooks. Call the layer itself.
        else: Gradients flow through both terms of x + layer(x).tanh(): no detach.
    """,
)
