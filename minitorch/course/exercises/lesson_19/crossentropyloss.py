"""CrossEntropyLoss: A loss as a module (difficulty 2, 7 minutes)

The weight of the classes is a buffer: it moves with the module to another dtype or device, and no optimizer trains it. The
function computes, the module keeps its options.

1. A module can keep a tensor in three ways: as an attribute, a parameter or a buffer. Only one of them meets the contract.
2. `_WeightedLoss` passes reduction to `_Loss` and registers the weight. `CrossEntropyLoss` keeps the other two options,
   and forward passes all four on.
3. `self.register_buffer("weight", weight)`, which also takes None. In `CrossEntropyLoss`: `super().__init__(weight,
   reduction)`; in forward `F.cross_entropy(input, target, weight=self.weight, ...)`, with all four options by name.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.loss:CrossEntropyLoss",
    covers="_WeightedLoss",
    keeps=True,
    given="scores = mt.tensor([[2.0, 0.0], [2.0, 0.0]])",
    facts="""
        if "not supported between instances of 'str' and 'int'": Pass the options by name: after `weight` comes another one.
        if "has no attribute 'weight'": Keep the weight under this name, in _WeightedLoss. Register it also where it is None.
        >>> round(CrossEntropyLoss()(scores, mt.tensor([0, 1])).item(), 4)
        1.1269
        if 0.764: F.cross_entropy takes scores, and does the softmax itself.
        >>> l = CrossEntropyLoss(weight=mt.tensor([1.0, 3.0]), reduction='none').double()
        >>> [round(v, 4) for v in l(scores.double(), mt.tensor([0, 1])).tolist()]
        [0.1269, 6.3808]
        if "weight should be": An ordinary attribute is neither saved nor converted, and no other name should hold the weight.
        if "not iterable": Here is one number for both rows. Both classes pass reduction on, and forward passes it by name.
        if [0.1269, 2.1269]: The weight does not reach F.cross_entropy. Which class keeps it, and does forward pass it on?
        else: weight and reduction are kept, and passed on by forward.
        >>> l = CrossEntropyLoss(mt.tensor([1.0, 3.0]))
        >>> (list(l.state_dict()), list(l.parameters()), l.double().weight.dtype is mt.float64)
        (['weight'], [], True)
        if ([], [], True): The weight is registered as a buffer, but is not in the state_dict: it should be persistent.
        else: Keep the weight as a buffer: neither a parameter nor an ordinary attribute.
        >>> list(CrossEntropyLoss().buffers()), _WeightedLoss().weight, list(_WeightedLoss(mt.ones(2)).buffers())
        ([], None, [T([1.0, 1.0])])
        else: _WeightedLoss registers the weight, for every such loss. Without one, None: the number of classes is not known.
        >>> x = mt.zeros(1, 3, requires_grad=True)
        >>> CrossEntropyLoss(reduction='sum')(mt.cat([x, x]), mt.tensor([0, -100])).backward()
        >>> x.grad
        T([[-0.6666667, 0.3333333, 0.3333333]])
        if "does not require grad": The loss has lost its graph, so nothing can be trained with it. Return it as it is.
        else: ignore_index is -100 unless another is given.
        >>> l, _ = CrossEntropyLoss(ignore_index=1, label_smoothing=0.2), CrossEntropyLoss()
        >>> round(l(mt.tensor([[0.0, 1.0], [0.0, 1.0]]), mt.tensor([0, 1])).item(), 4)
        1.2133
        else: Pass self.ignore_index and self.label_smoothing on, which each loss has for itself.
    """,
)
