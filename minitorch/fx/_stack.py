"""_stack: the last line of a stack trace (shelf)."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class _ParsedStackTrace:
    """The innermost line of a stack trace."""

    file: str
    lineno: str
    name: str
    code: str

    def get_summary_str(self):
        return f"File: {self.file}:{self.lineno} in {self.name}, code: {self.code}"


def _parse_stack_trace(stack_trace, filter_fn=None):
    """The last line of a stack trace, or the last that filter_fn(file, name, code) lets through."""
    lines = stack_trace.strip().split("\n")
    for number in range(len(lines) - 2, -1, -1):
        found = re.match(r"^File \"(.+)\", line (\d+), in (.+)$", lines[number].strip())
        if found:
            file, line, name = found.groups()
            code = lines[number + 1].strip()
            if filter_fn is None or filter_fn(file, name, code):
                return _ParsedStackTrace(file, line, name, code)
    return None
