"""_logging: torch._logging: how much PyTorch's loggers say, and records for tools, as lines of JSON in a file (shelf)."""

from ._internal import LazyString, getArtifactLogger, hide_warnings, set_logs, trace_structured, warning_once
from .structured import INTERN_TABLE as INTERN_TABLE  # so that torch._logging.structured is there

__all__ = [
    "LazyString",
    "getArtifactLogger",
    "hide_warnings",
    "set_logs",
    "trace_structured",
    "warning_once",
]
