"""functionalize: a function without changes in place, for compilers that cannot read them (shelf)."""

from functools import wraps

REMOVED = ("mutations", "mutations_and_views")


def functionalize(func, *, remove="mutations"):
    """A function that gives what `func` gives and leaves its arguments as func does.

    remove  "mutations" or "mutations_and_views": what PyTorch's tracing does not see any more; nothing is traced here

    >>> import minitorch as mt
    >>> mt.func.functionalize(lambda x: x.add_(1))(mt.ones(2))
    tensor([2., 2.])

    Errors: RuntimeError for another `remove`. Source: PyTorch, torch.func.functionalize.
    """
    if remove not in REMOVED:
        raise RuntimeError(
            f"functionalize(f, remove='mutations'): received invalid argument for remove={remove}. Valid options are: "
            f"{' and '.join([repr(one) for one in REMOVED])}"
        )

    @wraps(func)
    def functional(*args, **kwargs):
        return func(*args, **kwargs)

    return functional
