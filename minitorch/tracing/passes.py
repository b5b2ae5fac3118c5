"""passes: a graph is made smaller: constants folded, common parts shared, unused steps dropped (shelf).

A step is touched only if it is pure: it changes nothing, draws no random numbers, and Python read nothing of it. Nothing is
folded or shared whose memory some step changes in place.
"""

from .._tensor import Tensor
from ..graph.grad_mode import no_grad
from .graph import Value, filled, leaves, replace

SIMPLE = (bool, int, float, complex, str, type(None))


def improve(graph):
    """All three, in the order in which each leaves work for the next."""
    fold(graph)
    share(graph)
    drop(graph)
    return graph


def pure_steps(graph):
    """The steps that give the same each time and do nothing else; `empty` gives whatever lay in its memory."""
    unsafe, pure = graph.unsafe(), set()
    for step in graph.steps:
        memories = {value.memory for value in step.operands() + step.results()}
        if not (step.effect or step.no_grad or "empty" in step.name or memories & unsafe):
            pure.add(step)
    return pure


def fold(graph):
    """Compute now what depends on constants alone."""
    pure, kept = pure_steps(graph), []
    for step in graph.steps:
        if step in pure and all([value.kind == "constant" for value in step.operands()]):
            with no_grad():
                made = step.function(*filled(step.args, graph.constants), **filled(step.kwargs, graph.constants))
            for value, x in zip(step.results(), leaves(made, Tensor), strict=True):
                value.kind, graph.constants[value] = "constant", x
        else:
            kept.append(step)
    graph.steps = kept


def share(graph):
    """Of several steps that compute the same of the same, keep the first."""
    pure, seen, same, kept = pure_steps(graph), {}, {}, []
    for step in graph.steps:
        step.args, step.kwargs = filled(step.args, same), filled(step.kwargs, same)
        first = seen.setdefault((step.function, alike(step.args), alike(step.kwargs)), step) if step in pure else step
        if first is step:
            kept.append(step)
        else:
            same |= zip(step.results(), first.results(), strict=True)
    graph.steps = kept


def alike(structure):
    """A text that is the same for the same arguments: 1, 1.0 and True differ, and so do two objects that print alike."""
    return repr(
        replace(structure, lambda leaf: (type(leaf).__name__, repr(leaf) if isinstance(leaf, SIMPLE) else id(leaf)))
    )


def drop(graph):
    """Leave out the steps whose results nobody uses, and the states and constants of which nothing is left."""
    used, kept = set(leaves(graph.outputs, Value)), []
    for step in reversed(graph.steps):
        if step.effect or used & set(step.results()):
            kept.append(step)
            used |= set(step.operands())
    graph.steps = kept[::-1]
    graph.states = {value: name for value, name in graph.states.items() if value in used}
    graph.constants = {value: x for value, x in graph.constants.items() if value in used}
