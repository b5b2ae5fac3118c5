"""_logging.structured: texts by numbers, and stacks as lists, for records of trace_structured (shelf)."""

from ._internal import INTERN_TABLE, from_traceback, intern_string

__all__ = ["INTERN_TABLE", "from_traceback", "intern_string"]
