"""fuser_utils: whether nodes could be one step (shelf)."""


def validate_partition(partition):
    """Whether no value goes out of a set of nodes and, through others, comes in again.

    Source: PyTorch, torch.fx.passes.utils.fuser_utils.validate_partition.
    """
    inside = set(partition)
    waiting = [user for node in partition for user in node.users if user not in inside]
    seen = set()
    while waiting:
        node = waiting.pop()
        if node in inside:
            return False
        if node not in seen:
            seen.add(node)
            waiting += node.users
    return True
