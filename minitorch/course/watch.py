"""What a call was given, written down before and after: has the call changed any of it?"""

import re

from .values import compare, freeze, is_tensor

PLAIN = (bool, int, float, complex, str, bytes, type(None))


def written_down(values):
    """{a Python expression: its value now} of everything that can be reached in a dictionary of names.

    >>> written_down({"sizes": [1, 2]})
    {'sizes': [1, 2]}
    """
    found, seen = {}, set()
    for name, value in values.items():
        _write(name, value, found, seen)
    return found


def changed(before, after):
    """The expressions whose values differ: those that are gone or new, too."""
    gone = object()
    return [key for key in before | after if _differ(before.get(key, gone), after.get(key, gone))]


def variable_of(expression):
    """The name that an expression of written_down starts from.

    >>> variable_of("list(model.first._parameters)"), variable_of("x.requires_grad")
    ('model', 'x')
    """
    return re.search(r"(?:(?:list|len)\()?(\w+)", expression).group(1)


def _differ(one, other):
    try:
        return one is not other and compare(one, other, 0, 0) is not None
    except Exception:  # values with an == of their own
        return False


def _write(name, value, found, seen):
    if isinstance(value, PLAIN):
        found[name] = value
        return
    if id(value) in seen or len(found) > 500:
        return
    seen.add(id(value))
    if is_tensor(value):
        found[name] = freeze(value)
        if hasattr(value, "_requires_grad"):
            found[f"{name}.requires_grad"] = bool(value._requires_grad)
    elif is_module(value):
        _write_module(name, value, found, seen)
    elif isinstance(value, dict):
        if not all(isinstance(one, PLAIN) for one in value.values()):
            found[f"list({name})"] = [key if isinstance(key, PLAIN) else freeze(key) for key in value]
            for key, one in value.items():
                _write(f"{name}[{key!r}]", one, found, seen)
        else:
            found[name] = dict(value)
    elif isinstance(value, (list, tuple)):
        if not all(isinstance(one, PLAIN) for one in value):
            found[f"len({name})"] = len(value)
            for place, one in enumerate(value):
                _write(f"{name}[{place}]", one, found, seen)
        else:
            found[name] = freeze(value)
    elif not callable(value):
        found[name] = freeze(value)


def is_module(value):
    own = getattr(value, "__dict__", {})
    return not isinstance(value, type) and "_parameters" in own and "_modules" in own


def _write_module(name, module, found, seen):
    for key, value in vars(module).items():
        if key in ("_parameters", "_buffers", "_modules"):
            found[f"list({name}.{key})"] = list(value)
            for inner, one in value.items():
                _write(f"{name}.{inner}", one, found, seen)
        elif "hooks" not in key:  # who looks on does not count
            _write(f"{name}.{key}", value, found, seen)
