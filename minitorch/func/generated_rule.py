"""generated_rule: the rule of a Function that says generate_vmap_rule = True: its methods inside of vmap, each called once (shelf)."""

from .._tensor import Tensor
from ..autograd.function import Function, backward_of
from .levels import Below, Level, lying, taken

__all__ = ["generated"]


def generated(function, level, dims, looking):
    """A Function of the tensors that slices lie in, and the dimensions of its results, known when it has been applied.

    dims     where the slices of each argument lie, structured as the arguments; None for what is the same for each
    looking  a block in which functions look whether they are given slices
    """
    places = []  # of the results

    def inside():
        return Level("vmap", level.size, level.randomness)

    class Vmapped(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(*args):
            with inside() as at:
                made = function.forward(*into(args, dims, at))
                outs, found = out_of(made if isinstance(made, tuple) else (made,), at)
            places[:] = found
            return outs if isinstance(made, tuple) else outs[0]

        @staticmethod
        def setup_context(ctx, inputs, output):
            with inside() as at:
                outs = output if isinstance(output, tuple) else (output,)
                seen = into(outs, tuple(places), at)
                known = {id(x): out for x, out in zip(seen, outs, strict=True)}
                ctx._saved_places, ctx._forward_places, ctx._set_inside = (), (), {}
                given = into(inputs, dims, at)
                known |= {id(x): whole for x, whole in zip(given, inputs, strict=True)}
                function.setup_context(
                    Inside(ctx, at, (), known), given, seen if isinstance(output, tuple) else seen[0]
                )

        @staticmethod
        def backward(ctx, *grads):
            with looking(), inside() as at:
                found = backward_of(function)(Inside(ctx, at, ctx._saved_places), *into(grads, tuple(places), at))
                found = found if isinstance(found, tuple) else (found,)
                return tuple([put_back(g, dim, at) for g, dim in zip(found, padded(dims, found), strict=True)])

        if function.jvp is not Function.jvp:

            @staticmethod
            def jvp(ctx, *tangents):
                with looking(), inside() as at:
                    saved = ctx._saved_places if ctx.saved_for_forward is None else ctx._forward_places
                    made = function.jvp(Inside(ctx, at, saved), *into(tangents, dims, at))
                    several = made if isinstance(made, tuple) else (made,)
                    found = [put_back(x, dim, at) for x, dim in zip(several, places, strict=True)]
                return tuple(found) if isinstance(made, tuple) else found[0]

    Vmapped.__name__ = f"Vmapped{function.__name__}"
    return Vmapped, places


def into(values, dims, level):
    """Values as they are seen inside of a level: tensors that stand for their slices along dimensions."""
    return tuple([seen(x, dim, level) for x, dim in zip(values, padded(dims, values), strict=True)])


def seen(x, dim, level):
    """One of them; a list of tensors has a list of dimensions."""
    if isinstance(x, (list, tuple)) and isinstance(dim, (list, tuple)):
        return type(x)([seen(one, place, level) for one, place in zip(x, dim, strict=True)])
    return x if dim is None or not isinstance(x, Tensor) else taken(x, dim, level)


def padded(dims, values):
    """As many dimensions as values."""
    return (*dims, *[None] * (len(values) - len(dims)))[: len(values)]


def out_of(values, level):
    """(the tensors that slices lie in, their dimensions), of values from inside of a level."""
    with Below(level):
        found = [lying(x, level) for x in values]
    return tuple([x for x, _ in found]), tuple([dim for _, dim in found])


def put_back(x, dim, level):
    """A gradient or tangent for what has its slices along a dimension; of what is the same for each slice, the sum."""
    if not isinstance(x, Tensor):
        return x
    with Below(level):
        whole, place = lying(x, level)
        if dim is None:
            return whole if place is None else whole.sum(place)
        if place is None:
            return whole.unsqueeze(dim).expand(*whole.shape[:dim], level.size, *whole.shape[dim:])
        return whole.movedim(place, dim)


class Inside:
    """The ctx of a step as the methods of the user's Function see it: with slices for tensors.

    places  where those of the saved tensors lie
    known   id of an argument or result as the methods see it -> the tensor that its slices lie in
    """

    def __init__(self, ctx, level, places, known=None):
        self.__dict__.update(_ctx=ctx, _level=level, _places=places, _known=known or {})

    def save_for_backward(self, *tensors):
        """Keep the tensors that slices lie in, and where."""
        wholes, self._ctx._saved_places = out_of(tensors, self._level)
        self._ctx.save_for_backward(*wholes)

    def save_for_forward(self, *tensors):
        """The same for jvp."""
        wholes, self._ctx._forward_places = out_of(tensors, self._level)
        self._ctx.save_for_forward(*wholes)

    @property
    def saved_tensors(self):
        """What was kept."""
        return into(self._ctx.saved_tensors, self._places, self._level)

    def mark_non_differentiable(self, *results):
        self._ctx.mark_non_differentiable(*[self._known.get(id(x), x) for x in results])

    def mark_dirty(self, *arguments):
        self._ctx.mark_dirty(*[self._known.get(id(x), x) for x in arguments])

    def __getattr__(self, name):
        own = self._ctx._set_inside
        return own[name] if name in own else getattr(self._ctx, name)

    def __setattr__(self, name, value):
        self._ctx._set_inside[name] = value

    def __delattr__(self, name):
        del self._ctx._set_inside[name]
