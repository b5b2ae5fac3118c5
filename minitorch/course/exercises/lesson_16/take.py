"""take: Taken, or what is wrong (difficulty 2, 5 minutes)

It never raises. Whatever goes wrong becomes a text with the key in it, and the load goes on to the next tensor.

1. Three outcomes: another shape, an exception while copying, and all is well.
2. `with no_grad():` inside a `try`; in it either put_in_place_of(module, name, tensor, given) or tensor.copy_(given).
3. Return WRONG_SHAPE.format(key, given.shape, tensor.shape), or after `except Exception as error:`
   NOT_COPIED.format(key, tensor.size(), given.size(), error.args), or "".
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.loading:take",
    alone=True,
    changes=True,
    ready=SETUP,
    setup="""
        def taken(take, module, name, given, assign=False, key="net.key"):
            tensor = getattr(module, name)
            said = take(module, name, tensor, key, given, assign)
            return said, getattr(module, name).tolist()
    """,
    stub="""
        def take(module, name, tensor, key, given, assign):
            if not isinstance(given, Tensor):
                return NO_TENSOR.format(key, type(given))
            if tensor.ndim == 0 and given.shape == (1,):
                given = given[0]
            ...
    """,
    solution="""
        def take(module, name, tensor, key, given, assign):
            if not isinstance(given, Tensor):
                return NO_TENSOR.format(key, type(given))
            if tensor.ndim == 0 and given.shape == (1,):
                given = given[0]  # as PyTorch 0.3 stored single numbers
            if given.shape != tensor.shape:
                return WRONG_SHAPE.format(key, given.shape, tensor.shape)
            try:
                with no_grad():
                    if assign:
                        put_in_place_of(module, name, tensor, given)
                    else:
                        tensor.copy_(given)
            except Exception as error:
                return NOT_COPIED.format(key, tensor.size(), given.size(), error.args)
            return ""
    """,
    facts="""
        >>> said, now = taken(take, Scale(1.0, 2.0), 'factor', mt.ones(3))
        >>> (said.split(', ', 1)[0], now)
        ('size mismatch for net.key: copying a param with shape minitorch.Size([3]) from checkpoint', [1.0, 2.0])
        else: The text is another: WRONG_SHAPE takes the whole key, then the two shapes, of the checkpoint and of the
            model.
        >>> taken(take, Scale(1.0, 2.0), 'factor', mt.ones(1, 2))[0][:17]
        'size mismatch for'
        else: Another shape passes. Nothing is broadcast here: any difference between given.shape and tensor.shape is
            WRONG_SHAPE.
        >>> taken(take, Scale(1.0), 'factor', [5.0])[0][:50]
        'While copying the parameter named "net.key", expec'
        else: The text is another. WRONG_SHAPE takes the key and the two shapes (checkpoint, model); NOT_COPIED the key,
            the two sizes (model, checkpoint) and error.args.
        >>> n = mt.nn.Module()
        >>> n.register_buffer('count', mt.tensor(1))
        >>> taken(take, n, 'count', mt.tensor([7]))
        ('', 7)
        else: If nothing is wrong, the answer is the empty text, "", and not None.
        >>> scale, given = Scale(1.0), mt.tensor([5.0], dtype=mt.float64)
        >>> said, now = taken(take, scale, 'factor', given)
        >>> (said, now, scale.factor.dtype == mt.float32)
        ('', [5.0], True)
        else: The other way round: put_in_place_of is for assign, copy_ for the rest.
        >>> scale, given = Scale(1.0), mt.nn.Parameter(mt.tensor([5.0]))
        >>> said = take(scale, 'factor', scale.factor, 'k', given, True)
        >>> (said, scale.factor is given)
        ('', True)
        else: `assign` is not looked at. With it, the given tensor itself becomes the parameter: put_in_place_of.
        >>> scale, given = Scale(1.0), mt.tensor([5.0])
        >>> said = take(scale, 'factor', scale.factor, 'a.factor', given, True)
        >>> (said, list(scale._parameters), scale.factor.tolist(), scale.factor.requires_grad)
        ('', ['factor'], [5.0], True)
        else: A plain tensor cannot take a parameter's place. put_in_place_of makes a Parameter of it where that is
            needed.
        >>> row = mt.nn.Module()
        >>> row.register_buffer('r', mt.zeros(1).expand(3))
        >>> take(row, 'r', row.r, 'net.r', mt.ones(3), False)[:50]
        'While copying the parameter named "net.r", whose d'
    """,
)
