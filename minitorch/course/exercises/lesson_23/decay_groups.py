"""decay_groups: Which parameters shrink (difficulty 2, 5 minutes)

Weight matrices and filters have two dimensions or more. Biases and the scales of normalization layers have one.

1. Collect the parameters that can be trained first, then divide them.
2. `p.dim()` is the number of dimensions, `p.requires_grad` tells whether it is trained.
3. `params = [p for p in module.parameters() if p.requires_grad]`, then two list comprehensions with `p.dim() >= 2` and `p.dim() < 2`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution="""
        def decay_groups(module, weight_decay):
            params = [p for p in module.parameters() if p.requires_grad]
            return [
                {"params": [p for p in params if p.dim() >= 2], "weight_decay": weight_decay},
                {"params": [p for p in params if p.dim() < 2], "weight_decay": 0.0},
            ]
    """,
    given="""
        def names(net, groups):
            known = {id(p): name for name, p in net.named_parameters()}
            found = [([known[id(p)] for p in group['params']], group.get('weight_decay')) for group in groups]
            return found if all(part == sorted(part, key=[*known.values()].index) for part, _ in found) else 'another order'

        net = mt.nn.Sequential(mt.nn.Conv1d(1, 2, 3), mt.nn.BatchNorm1d(2), mt.nn.Linear(4, 3))
    """,
    facts="""
        if "KeyError: ": A group has "weight_decay" and "params", which is a list of the parameters themselves.
        >>> names(net, decay_groups(net, 0.1))
        [(['0.weight', '2.weight'], 0.1), (['0.bias', '1.weight', '1.bias', '2.bias'], 0.0)]
        if 'another order': Each parameter is listed once, in the order of module.parameters(). A set has no fixed order.
        if [(['2.weight'], 0.1), (['0.weight', '0.bias', '1.weight', '1.bias', '2.bias'], 0.0)]: Two *or more*: a convolution too.
        if [(['0.weight', '1.weight', '2.weight'], 0.1), (['0.bias', '1.bias', '2.bias'], 0.0)]: Look at the number of dimensions, not at the name.
        if [(['0.weight', '2.weight'], 0.1), (['0.bias', '1.weight', '1.bias', '2.bias'], None)]: The second group, too, has a "weight_decay": 0.0.
        else: Parameters with two or more dimensions come first, with `weight_decay`; the others follow, with 0.
        >>> net.scale, net.table, net.tied = mt.nn.Parameter(mt.tensor(2.0)), mt.nn.Parameter(mt.ones(1, 1)), net[0].weight
        >>> names(net, decay_groups(net, 0.5))
        [(['table', 'tied', '2.weight'], 0.5), (['scale', '0.bias', '1.weight', '1.bias', '2.bias'], 0.0)]
        if [(['tied', '2.weight'], 0.5), (['0.bias', '1.weight', '1.bias', '2.bias'], 0.0)]: The module's own parameters belong to the groups, too: module.parameters().
        if [(['tied', '2.weight'], 0.5), (['scale', 'table', '0.bias', '1.weight', '1.bias', '2.bias'], 0.0)]: The parameter "table" has two dimensions, whatever its size and its module.
        else: Only the number of dimensions decides, whatever the module. A parameter that is there twice is listed once.
        >>> _, groups = net[2].requires_grad_(False), decay_groups(net, 0.5)
        >>> names(net, groups), type(groups[0]['params']).__name__, len(decay_groups(mt.nn.Linear(2, 2, bias=False), 0.5))
        ([(['0.weight'], 0.5), (['0.bias', '1.weight', '1.bias'], 0.0)], 'list', 2)
        else: Frozen parameters are in neither group. There are always two groups, also if one is empty. "params" is a list.
    """,
)
