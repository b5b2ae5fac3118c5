"""_sources: the code of graphs: compiled, kept for tracebacks, and called so that they show it (shelf)."""

import linecache
import sys
import traceback
from pathlib import Path

from .codegen import _custom_builtins

PACKAGE = str(Path(__file__).parents[1])
IN_PYTHON = (f"{PACKAGE}/nn/module", f"{PACKAGE}/fx", f"{PACKAGE}/assertions")


class _Sources:
    """The code of all graphs under made-up names of files, so that tracebacks show its lines."""

    def __init__(self):
        self.texts = {}

    def keep(self, text, place):
        """The name for a text; place says which function it was traced from."""
        key = f"<eval_with_key>.{len(self.texts)}"
        if place:
            key += f" from {place['co_filename']}:{place['co_firstlineno']} in {place['co_name']}"
        self.texts[key] = text
        linecache.lazycache(key, {"__name__": key, "__loader__": self})
        return key

    def get_source(self, name):
        """The text of that name, as linecache asks."""
        return self.texts.get(name)


_loader = _Sources()


def _forward_from_src(src, globals, co_fields=None):
    """The function `forward` of a text."""
    scope = globals.copy()
    exec(compile(src, _loader.keep(src, co_fields), "exec", dont_inherit=True), scope)
    return scope.pop("forward")


def import_line(name, value):
    """The line that imports what code calls `name`."""
    if name in _custom_builtins:
        return _custom_builtins[name].import_str
    return f"from {value.__module__} import {value.__qualname__} as {name}"


def import_lines(names):
    """The lines before a graph's code that is stored."""
    return "\n".join(sorted({import_line(name, value) for name, value in names.items()}))


class _WrappedCall:
    """The call of a GraphModule: where its code fails, the line is printed, too."""

    def __init__(self, cls, cls_call):
        self.cls, self.cls_call = cls, cls_call

    def __call__(self, obj, *args, **kwargs):
        try:
            if self.cls_call is not None:
                return self.cls_call(obj, *args, **kwargs)
            return super(self.cls, obj).__call__(*args, **kwargs)
        except Exception as error:
            frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not is_compiled(frame.filename)]
            frame = frames[-1]
            if "eval_with_key" not in frame.filename:
                raise
            print(self.message(frame), file=sys.stderr)
            raise error.with_traceback(None)  # noqa: B904 - the same error

    @staticmethod
    def message(frame):
        """The traceback, and the line of the code with two around it."""
        lines, number = linecache.getlines(frame.filename), frame.lineno
        said = f"Call using an FX-traced Module, line {number} of the traced Module's generated forward function:"
        marker = "~" * len(frame.line) + "~~~ <--- HERE"
        before, after = "".join(lines[number - 2 : number]), "\n".join(lines[number : number + 2])
        return "\n".join([traceback.format_exc(), said, before, marker, after])


def is_compiled(file):
    """Whether a file is of the part that PyTorch has compiled, so that its tracebacks end before it; ours makes some code, too."""
    return file == "<string>" or (file.startswith(PACKAGE) and not file.startswith(IN_PYTHON))
