"""watching: what goes through a module while it is trained, gathered by hooks and drawn over the steps."""

from .charts import curves

KINDS = {
    "activation": "spread (standard deviation) of what each module gives",
    "zeros": "part of what each module gives that is zero",
    "gradient": "length of the gradient of what each module gives",
}


class Watching:
    """Hooks on every module without modules inside. `remove()`, or the end of a `with` block, takes them away.

    `.history[kind][path]` is a list with a number per call; kinds are "activation", "zeros" and "gradient".
    """

    def __init__(self, module):
        self.history = {kind: {} for kind in KINDS}
        self.handles = []
        for path, one in module.named_modules():
            if not any(inner is not None for inner in one._modules.values()):
                self.handles.append(one.register_forward_hook(self._noting(path or type(one).__name__)))

    def _noting(self, path):
        def note(module, args, result):
            if not hasattr(result, "_array"):
                return
            array = result._array
            self._add("activation", path, array.std())
            self._add("zeros", path, (array == 0).mean())
            if result.requires_grad:
                result.register_hook(
                    lambda g: self._add("gradient", path, (g._array.astype("float64") ** 2).sum() ** 0.5)
                )

        return note

    def _add(self, kind, path, value):
        self.history[kind].setdefault(path, []).append(float(value))

    def picture(self, kind="activation", title=None, logy=False):
        """A line per module over the calls; kind is "activation", "zeros" or "gradient"."""
        if kind not in KINDS:
            raise ValueError(f"picture() draws {', '.join(KINDS)}, not {kind!r}")
        return curves(None, title=title or KINDS[kind], xlabel="call", ylabel=kind, logy=logy, **self.history[kind])

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


def watch(module):
    """Gather, from now on, how large the activations and their gradients are in every module inside.

    >>> import minitorch as mt
    >>> class Double(mt.nn.Module):
    ...     def forward(self, x):
    ...         return 2 * x
    >>> double = Double()
    >>> with mt.viz.watch(double) as seen:
    ...     _ = double(mt.tensor([1.0, 3.0]))
    >>> seen.history["activation"]
    {'Double': [2.0]}
    """
    return Watching(module)
