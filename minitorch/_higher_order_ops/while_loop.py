"""while_loop: a function again and again, while another one of the same values says so (shelf)."""

from .._tensor import Tensor
from ..dtypes import bool as bool_dtype

__all__ = ["while_loop"]


def while_loop(cond_fn, body_fn, carried_inputs):
    """What body_fn makes of carried_inputs, applied as long as cond_fn of the values holds: a tuple.

    >>> import minitorch as mt
    >>> mt.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (mt.tensor(0), mt.ones(2)))
    (tensor(3), tensor([8., 8.]))

    Errors: RuntimeError where cond_fn gives neither a bool nor a scalar tensor of one; AssertionError where body_fn gives
    more or fewer values.
    Source: PyTorch, torch.while_loop.
    """
    if not isinstance(carried_inputs, tuple | list):
        raise RuntimeError(f"carried_inputs must be a tuple or list but got {type(carried_inputs)}")
    if not goes_on(cond_fn(*carried_inputs)):
        return tuple(value.clone() if isinstance(value, Tensor) else value for value in carried_inputs)
    made = after(body_fn, carried_inputs)
    while goes_on(cond_fn(*made)):
        made = after(body_fn, made)
    return made


def goes_on(says):
    scalar = isinstance(says, Tensor) and says.dtype == bool_dtype and says.dim() == 0
    if not scalar and not isinstance(says, bool):
        raise RuntimeError(f"cond_fn must return a boolean scalar tensor or a boolean but got {says}")
    return bool(says)


def after(body_fn, values):
    made = body_fn(*values)
    made = made if isinstance(made, tuple) else (made,)
    if len(made) != len(values):
        raise AssertionError(
            f"body_fn should return the same number of elements as carried_inputs, got {len(made)} vs {len(values)}"
        )
    return made
