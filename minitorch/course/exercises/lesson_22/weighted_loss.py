"""weighted_loss: All options of cross-entropy (difficulty 4, 12 minutes)

The mean is divided by the weights of the rows that count, so that the size of the weights does not matter.

1. Compute one loss for each row, as in the table. Treat the ignored rows next, and the reduction last.
2. With mt.where, replace an ignored target by 0, pick that number, and set the loss of the row to 0 afterwards.
3. `counts = target != ignore_index`, `right = mt.where(counts, target, 0)`, `weighted = logs * weight`,
   `hard = -weighted[mt.arange(len(target)), right]`, then `mt.where(counts, (1 - label_smoothing) * hard - label_smoothing *
   weighted.mean(1), 0.0)`. The mean is their sum divided by `weight[right][counts].sum()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.loss:weighted_loss",
    forbids=dict.fromkeys(
        ("cross_entropy", "nll_loss", "CrossEntropyLoss", "NLLLoss"),
        "This function of the package is the whole exercise. Pick the numbers yourself.",
    ),
    solution="""
        def weighted_loss(logs, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
            if weight is None:
                weight = logs.new_ones(logs.shape[1])
            counts = target != ignore_index
            right = mt.where(counts, target, 0)
            weighted = logs * weight
            hard = -weighted[mt.arange(len(target)), right]
            losses = mt.where(counts, (1 - label_smoothing) * hard - label_smoothing * weighted.mean(1), 0.0)
            if reduction == "none":
                return losses
            return losses.sum() / (1 if reduction == "sum" else weight[right][counts].sum())
    """,
    given="""
        scores, target = mt.tensor([[2.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]), mt.tensor([0, 1, 2])
        weight, logs = mt.tensor([0.1, 0.2, 0.4]), scores.log_softmax(1)
    """,
    facts="""
        >>> weighted_loss(logs, target), weighted_loss(logs, target, reduction='sum'), weighted_loss(logs, target, reduction='none')
        (T(1.1141448), T(3.3424344), T([0.2395448, 1.5514447, 1.5514447]))
        if "'NoneType'": A weight of None counts every class as 1.
        else: Without options, the loss of a row is -log p of its right class. "none" returns these losses, "sum" their sum, "mean" their mean.
        >>> weighted_loss(logs, mt.tensor([0, 1, 1]), weight, reduction='none'), weighted_loss(logs, mt.tensor([0, 1, 1]), weight)
        (T([0.0239545, 0.3102889, 0.3102889]), T(1.2890648))
        else: Multiply the loss of a row by weight[target]. The mean is the sum of these losses, divided by the sum of weight[target].
        >>> weighted_loss(logs, mt.tensor([0, -100, 2]), reduction='none'), weighted_loss(logs, mt.tensor([0, -100, 2])), weighted_loss(logs[:1], mt.tensor([-100]))
        (T([0.2395448, 0.0, 1.5514448]), T(0.8954948), T(nan))
        if "IndexError": An ignored target may not be a class: replace it before you use it as an index.
        else: The row with the target -100 does not count: with "none", its loss is 0. The mean is the mean of the other two rows. If no row counts, it is 0 / 0, nan.
        >>> weighted_loss(logs, mt.tensor([0, 3, 1]), weight=weight, ignore_index=3), weighted_loss(logs, target, weight, 2, 'sum')
        (T(1.1141447), T(0.3342434))
        else: Only rows with the target `ignore_index` are left out, of the sum and of the divisor. It may be any number, even a class. The sum is weighted, too.
        >>> weighted_loss(logs, target, reduction='none', label_smoothing=0.3)
        T([0.6395448, 1.4514447, 1.4514447])
        else: The loss of a row is (1 - epsilon) times that of its right class, plus epsilon / C times the sum over all C classes, including the right one.
        >>> weighted_loss(logs, target, weight=weight, reduction='none', label_smoothing=0.3), weighted_loss(logs, mt.tensor([0, 2, 1]), weight=weight, ignore_index=2, label_smoothing=0.3)
        (T([0.1535363, 0.2858034, 0.5330057]), T(1.5644655))
        else: Within the sum over all classes, each class has its own weight. The divisor has only the weights of the right classes. An ignored row has the loss 0: its smooth part does not count either. In the other rows, all classes count.
        >>> mt.nn.functional.cross_entropy(mt.tensor([[0.0, -mt.inf, 0.0], [0.0, 0.0, 0.0]]), mt.tensor([-100, 2]), label_smoothing=0.5)
        T(1.0986123)
        if T(nan): The ignored row has log p = -inf, and 0 times infinity is nan. Choose with mt.where instead of a product.
        else: cross_entropy calls your function for every row that counts. Only the second row counts, and its loss is log 3: there are two rows and three classes.
        >>> x = mt.zeros(2, 2, requires_grad=True)
        >>> sum(weighted_loss(x.log_softmax(1), mt.tensor([0, 1]), mt.tensor([1.0, 3.0]), -100, kind).sum() for kind in ('none', 'sum', 'mean')).backward()
        >>> x.grad
        T([[-1.125, 1.125], [3.375, -3.375]])
        else: With every reduction, the gradients must flow from the losses to the log-probabilities.
    """,
)
