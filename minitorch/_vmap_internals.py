"""_vmap_internals: vmap under the name that programs took it from before it was public (shelf)."""

import warnings
from functools import wraps

from .func.vmap import vmap as _public


def vmap(func, in_dims=0, out_dims=0):
    """torch.vmap, with a warning that this name of it is old. Source: PyTorch, torch._vmap_internals.vmap."""
    text = "Please use `torch.vmap` instead of `torch._vmap_internals.vmap`."
    warnings.warn(text, FutureWarning, stacklevel=2)
    return _vmap(func, in_dims, out_dims)


def _vmap(func, in_dims=0, out_dims=0, allow_none_pass_through=False):
    """The same without the warning; a result that is None for each slice may be let through.

    >>> import minitorch as mt
    >>> from minitorch._vmap_internals import _vmap
    >>> _vmap(lambda x: (x.sum(), None), allow_none_pass_through=True)(mt.ones(2, 3))
    (tensor([3., 3.]), None)

    Source: PyTorch, torch._vmap_internals._vmap.
    """
    if not allow_none_pass_through:
        return _public(func, in_dims, out_dims)

    @wraps(func)
    def wrapper(*args):
        shape = []

        def there(*slices):
            made = func(*slices)
            shape[:] = [made]
            return tuple([x for x in made if x is not None]) if isinstance(made, tuple) else made

        found = _public(there, in_dims, out_dims)(*args)
        if not isinstance(shape[0], tuple):
            return found
        rest = iter(found)
        return tuple([None if x is None else next(rest) for x in shape[0]])

    return wrapper
