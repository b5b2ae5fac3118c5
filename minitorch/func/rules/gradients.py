"""gradients: the rule of autograd.grad: one walk for all slices, as none of them depends on another (shelf)."""

from ...autograd.grad import unused
from ...ops.join.stack import stack
from ..levels import batched, beneath, moves, slices_of, zeros_of
from ..rows import gradients_together, walk_together
from .rule import is_batched, lying, named


def listed(x):
    """What is given once, or several times, as a list."""
    return [] if x is None else list(x) if isinstance(x, (list, tuple)) else [x]


@named("grad")
def grad(
    call, level, outputs, inputs=None, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
    allow_unused=None, is_grads_batched=False, materialize_grads=False,
):  # fmt: skip
    if inputs is None:  # the attribute
        return NotImplemented
    outs, inputs = listed(outputs), listed(inputs)
    slopes = listed(grad_outputs) or [None] * len(outs)
    if is_grads_batched or unfit(outs, slopes, level):
        return NotImplemented
    rare = create_graph, allow_unused, materialize_grads
    keep = create_graph if retain_graph is None else retain_graph
    if level.kind == "rows":
        found = walk_together(outs, inputs, slopes, keep, create_graph)
        return tuple([unused(i, inputs, *rare) if g is None else g for i, g in enumerate(found)])
    if not any([is_batched(x, level) for x in outs]):
        found = gradients_together(call.__self__, level, outs, inputs, slopes, keep, create_graph)
        return tuple([unused(i, inputs, *rare) if g is None else batched(level, None, g) for i, g in enumerate(found)])
    options = {"retain_graph": True, "create_graph": create_graph, "allow_unused": True}
    copies = [(x, made) for x, _, made in level.copies.values()]
    found, sources, walk = walked(call, level, outs, slopes, inputs, copies, options)
    sums = []
    for x in inputs:
        g = found.get(id(x))
        if not is_batched(x, level):
            for source, slope in sources:
                g = added(g, through(call, level, source, slope, x, options))
            if g is None:
                g = one_by_one(call, level, walk, (outs, x, grad_outputs), x, options)
        sums.append(g)
    return tuple([unused(i, inputs, *rare) if g is None else batched(level, None, g) for i, g in enumerate(sums)])


def one_by_one(call, level, walk, asked, x, options):
    """The gradients by a tensor that no transform told to have a copy for each slice, if anything depends on it."""
    if call((walk[0], [x], walk[1]), options)[0] is None:
        return None
    (found,) = call.__self__.for_each(level, asked, options)
    return (stack(slices_of(found).parts), 0) if slices_of(found) else spread(found, level)


def unfit(outs, slopes, level):
    """Whether the walk for one slice would be refused, which then says so."""
    return any([x.dim() > 0 and g is None or not moves(x) for x, g in zip(outs, slopes, strict=True)]) or any(
        [g is not None and g.shape != x.shape for x, g in zip(outs, slopes, strict=True)]
    )


def walked(call, level, outs, slopes, inputs, copies, options):
    """({id of an input: (gradients of all slices, their dimension)}, [(tensor, the same)] of what was copied, the walk)."""
    roots, given, sources = [], [], []
    for x, g in zip(outs, slopes, strict=True):
        if not is_batched(x, level):
            g = zeros_of(x) + 1 if g is None else g
            sources.append((x, spread(g, level)))
            continue
        parts = beneath(slices_of(x))
        roots += parts
        given += [zeros_of(one) + 1 for one in parts] if g is None else fitting(g, x, level)
    asked = [(x, slices_of(x)) for x in inputs if is_batched(x, level)]
    asked += [(x, slices_of(made)) for x, made in copies]
    wanted = [part for _, slices in asked for part in beneath(slices)]
    slopes = iter(call((roots, wanted, given), options) if wanted else ())
    found = {}
    for x, slices in asked:
        parts = [next(slopes) for _ in beneath(slices)]
        if all([g is None for g in parts]):
            continue
        if slices.whole is not None:
            found[id(x)] = parts[0], slices.whole[1]
        else:
            filled = [zeros_of(p) if g is None else g for p, g in zip(slices.parts, parts, strict=True)]
            found[id(x)] = stack(filled), 0
    sources += [(x, found[id(x)]) for x, _ in copies if id(x) in found and x.grad_fn is not None]
    return found, sources, (roots, given)


def spread(g, level):
    """(a gradient for all slices, its dimension)."""
    whole, dim = lying(g, level)
    return (whole.expand(level.size, *whole.shape), 0) if dim is None else (whole, dim)


def fitting(g, x, level):
    """Gradients for what the slices of x lie in."""
    whole, dim = spread(g, level)
    slices = slices_of(x)
    return list(whole.unbind(dim)) if slices.whole is None else [whole.movedim(dim, slices.whole[1])]


def through(call, level, source, slope, x, options):
    """The gradients by x of a tensor that is the same for each slice, as its own come in; None where it does not depend on x."""
    if source is x or not source.requires_grad:
        return None
    (found,) = gradients_together(
        call.__self__, level, [source], [x], [batched(level, None, slope)], True, options["create_graph"]
    )
    return found


def added(one, other):
    """The sum of two, each with the dimension its slices lie along."""
    if one is None or other is None:
        return one or other
    return one[0].movedim(one[1], 0) + other[0].movedim(other[1], 0), 0
