"""timeline: what runs when a module is called and differentiated: hooks and forwards, in order, and what they replaced."""

from .sheet import HIGH, Sheet
from .show import COLOURS, INK, SOFT, shape, shorten

ROW = HIGH + 4
EVENTS = {  # which dictionary of a module -> what its hooks are called, and their colour
    "_forward_pre_hooks": ("forward pre-hook", "hook"),
    "_forward_hooks": ("forward hook", "hook"),
    "_backward_pre_hooks": ("backward pre-hook", "gradient"),
    "_backward_hooks": ("backward hook", "gradient"),
}


class Event:
    """Something that ran: where, what, what it was given and whether it gave something else instead."""

    def __init__(self, path, what, colour, name, given=""):
        self.path, self.what, self.colour, self.name, self.given = path, what, colour, name, given
        self.gave = ""

    @property
    def label(self):
        return shorten(f"{self.what} {self.name}".strip(), 40)

    @property
    def text(self):
        return f"{self.path:16} {self.what:18} {self.name:12} {self.given}" + f" -> {self.gave}" * bool(self.gave)


def timeline(module, *args, backward=True, name="module", **kwargs):
    """Call a module, differentiate the sum of its result, and draw what ran, in order.

    Shown are the forward of every module inside and every hook on one of them, with the shapes that it was given and,
    where it put something else in their place, what. The gradients are put back as they were.

    >>> import minitorch as mt
    >>> class Double(mt.nn.Module):
    ...     def forward(self, x):
    ...         return 2 * x
    >>> double = Double()
    >>> handle = double.register_forward_hook(lambda module, args, result: result + 1)
    >>> print(mt.viz.timeline(double, mt.ones(3), name="double"))
    double: 2 events
    double           forward                         (3,) -> (3,)
    double           forward hook       <lambda>     [(3,)] (3,) -> (3,) instead
    """
    events, undo = [], []
    tensors = [p for _, p in module.named_parameters()] + [x for x in [*args, *kwargs.values()] if hasattr(x, "_array")]
    gradients = [(x, x._grad) for x in tensors if x._edge is None]
    for x, _ in gradients:
        x._grad = None  # .grad is added to in place
    try:
        for path, one in module.named_modules():
            listen(one, path or name, events, undo)
        result = module(*args, **kwargs)
        if backward:
            outputs = [
                x for x in (result if isinstance(result, tuple) else (result,)) if getattr(x, "requires_grad", False)
            ]
            if outputs:
                sum([x.sum() for x in outputs]).backward()
    finally:
        for restore in reversed(undo):
            restore()
        for x, gradient in gradients:
            x._grad = gradient
    head = f"{name}: {len(events)} event" + "s" * (len(events) != 1)
    sheet = Sheet()
    wide = max([6.4 * len(event.label) + 16 for event in events] + [0]), max([7.0 * len(e.path) for e in events] + [0])
    for line, event in enumerate(events):
        draw(sheet, event, line, wide)
    return sheet.picture("\n".join([head, *[event.text.rstrip() for event in events]]), head)


def listen(module, path, events, undo):
    """Put listeners around a module's forward and hooks, and note how to take them away."""
    held = vars(module)
    had, forward = held.get("forward"), module.forward
    held["forward"] = around(forward, Event(path, "forward", "output", ""), events, 0)
    undo.append(lambda: held.pop("forward") if had is None else held.update(forward=had))
    for key, (what, colour) in EVENTS.items():
        hooks = held.get(key) or {}
        before = dict(hooks)
        for number, hook in before.items():
            called = getattr(hook, "__name__", type(hook).__name__)
            hooks[number] = around(hook, Event(path, what, colour, called), events, 1)
        undo.append(lambda hooks=hooks, before=before: [hooks.update({n: h}) for n, h in before.items() if n in hooks])


def around(function, event, events, skip):
    """A function that does what `function` does, and notes it. A hook's first argument is its module."""

    def noted(*args, **kwargs):
        seen = Event(event.path, event.what, event.colour, event.name, shapes(args[skip:]))
        if skip == 0:
            found = function(*args, **kwargs)
            events.append(seen)
            seen.gave = shapes((found,))
            return found
        events.append(seen)
        found = function(*args, **kwargs)
        seen.gave = "" if found is None else f"{shapes((found,))} instead"
        return found

    return noted


def shapes(values):
    """The shapes of tensors, in whatever they are nested; other things by their type."""
    found = []
    for value in values:
        if hasattr(value, "_array"):
            found.append(shape(value._array.shape))
        elif isinstance(value, (tuple, list)):
            found.append(f"[{shapes(value)}]")
        elif isinstance(value, dict):
            found.append(f"{{{', '.join([f'{k}: {shapes((v,))}' for k, v in value.items()])}}}" if value else "{}")
        else:
            found.append("None" if value is None else type(value).__name__)
    return " ".join(found)


def draw(sheet, event, line, wide):
    """One event: its place in the order, what it is, whose, and what went through it."""
    colour, fill = COLOURS[event.colour][:2]
    y = line * ROW
    sheet.words(14, y + HIGH / 2 + 4, str(line + 1), 10, SOFT, "end")
    sheet.box(24, y, wide[0], HIGH, colour, fill)
    sheet.words(24 + wide[0] / 2, y + HIGH / 2 + 4, event.label, 10.5, INK, "middle")
    sheet.words(34 + wide[0], y + HIGH / 2 + 4, event.path, 11, bold=True)
    arrow = f"{event.given} → {event.gave}" if event.gave else event.given
    sheet.words(44 + sum(wide), y + HIGH / 2 + 4, arrow, 10, SOFT, mono=True)
