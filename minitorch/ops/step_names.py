"""step_names: what composites of nn still call; nothing is renamed any more (shelf)."""

led: dict = {}


def step_called(x, name):
    """The tensor itself."""
    return x


def step_of(x, name, *inputs):
    """The tensor itself."""
    return x
