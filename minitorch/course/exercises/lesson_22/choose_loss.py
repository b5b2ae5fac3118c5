"""choose_loss: Which way a call of cross_entropy goes (difficulty 2, 6 minutes)

Most calls need no option, so they can take the fast way. Any option that changes the loss, or another kind of target, needs the general way.

1. Take the four options one by one: with which values does the option change nothing?
2. `ignore_index` changes nothing if no row has this target. After `are_classes`, no target is negative.
3. `weight is None and not label_smoothing and reduction == "mean" and ignore_index < 0`, and are_classes: `mean_cross_entropy`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.loss:cross_entropy",
    setup="""
        from unittest.mock import patch
        F, NAME = mt.nn.functional, "minitorch.nn.functional.class_loss.general_cross_entropy"

        def way(*given, **options):
            with patch(NAME, lambda input, target, *found: found):
                found = F.cross_entropy(*given, **options)
            return found if isinstance(found, tuple) else "joint"
    """,
    solution="""
        @autocasts("full")
        def cross_entropy(
            input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
        ):
            reduction = check_reduction(reduction, size_average, reduce)
            plain = weight is None and not label_smoothing and reduction == "mean" and ignore_index < 0
            if plain and are_classes(target._array, input._array):
                return mean_cross_entropy(input, target)
            return general_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing)
    """,
    shows="reduction =",
    given="""
        x, target, weight = mt.tensor([[2.0, 0.0], [0.0, 0.0]]), mt.tensor([0, 1]), mt.tensor([1.0, 3.0])
    """,
    facts="""
        if "IndexError": mean_cross_entropy uses the targets as indices. First ask are_classes(target._array, input._array).
        >>> way(x, target), mt.nn.CrossEntropyLoss()(x, target)
        ('joint', T(0.4100376))
        else: Without options, and with one right class for each row, call mean_cross_entropy(input, target).
        >>> way(x, target, weight), way(x, target, reduction="sum"), way(x, target, label_smoothing=0.1)
        ((T([1.0, 3.0]), -100, 'mean', 0.0), (None, -100, 'sum', 0.0), (None, -100, 'mean', 0.1))
        else: A weight, another reduction and smoothing need the general way: general_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing).
        >>> F.cross_entropy(x, target, ignore_index=1), F.cross_entropy(x, mt.tensor([0, -100]))
        (T(0.126928), T(0.126928))
        else: A row with the target `ignore_index` does not count, but mean_cross_entropy counts every row. ignore_index may be any number.
        >>> F.cross_entropy(x, mt.ones(2, 2) / 2), F.cross_entropy(x.reshape(1, 2, 2), mt.tensor([[0, 1]])), F.cross_entropy(x[0], target[0])
        (T(0.9100376), T(0.4100376), T(0.126928))
        else: The target may be probabilities, and the scores need not be [N, C]. Then are_classes is False, and the call takes the general way.
        >>> mt.nn.CrossEntropyLoss(reduction="none")(x, target)
        T([0.126928, 0.6931472])
        >>> F.cross_entropy(x, mt.tensor([0, 2]))
        raises IndexError: Target 2 is out of bounds
    """,
)
