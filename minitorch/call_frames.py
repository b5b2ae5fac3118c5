"""call_frames: the frames of a call, asked for its name, its arguments, and for whoever made it (shelf)."""

import os

from .aliases import ALIAS
from .numpy_errors import FOLDER

ASKING = tuple(
    [
        os.path.join(FOLDER, *name.split())
        for name in (
            "overrides install.py",
            "overrides copies.py",
            "dispatch install.py",
            "func install.py",
            "overrides <asking>",
            "fast totals.py",
        )
    ]
)


def outside(frame):
    """The frame that a call came from; what only asks whether somebody takes the call over is passed by."""
    frame = frame.f_back
    while frame is not None and frame.f_code.co_filename in ASKING:
        frame = frame.f_back
    return frame


def called_name(frame):
    """The name of the public function whose call a frame is; None for a layer's."""
    name, values = frame.f_code.co_name, locals_of(frame)
    if name == "__call__":
        return getattr(values.get("self"), "name", None) if hasattr(values.get("self"), "forward") else None
    if frame.f_code is ALIAS:
        return values["call"].public[0]
    if name in ("call", "named", "change"):
        inner = values.get("function") or values.get("op") or values.get("general")
        return values.get("name") or getattr(inner, "__name__", None)
    return name


def locals_of(frame):
    """The local variables of a frame without the error on its way: a frame may keep them, and the error keeps the frame."""
    values = frame.f_locals
    if isinstance(values, dict):
        values.pop("error", None)
    return values


def given(frame):
    """The arguments of the call that a frame is, by place and by name."""
    code, values = frame.f_code, locals_of(frame)
    args = [values.get(name) for name in code.co_varnames[: code.co_argcount]]
    alone = {name: values.get(name) for name in code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]}
    named = {name: value for name, value in alone.items() if value is not None}  # None is a default
    at = code.co_argcount + code.co_kwonlyargcount
    more = values.get(code.co_varnames[at], ()) if code.co_flags & 4 else ()
    while args and args[-1] is None and not more:
        args.pop()
    if code.co_flags & 8:
        named |= values.get(code.co_varnames[at + bool(code.co_flags & 4)], {})
    return [*args, *more], named
