"""profiler.operators: torch.ops.profiler: record_function's block as two operators, for graphs, which know no `with` (shelf)."""

from ..autograd.profiler import begin, finish, open_profiles
from ..creation.tensor import tensor
from ..dtypes import uint8
from ..library import Library
from ..library.operators import namespace_of

library = Library("profiler", "FRAGMENT")
library.define("_record_function_enter(str name, str? args=None) -> Tensor")
library.define("_record_function_exit(Tensor handle) -> ()")
profiler = namespace_of("profiler")

events: list = []  # the entries that have begun; a handle says in eight bytes which one is meant


def enter(name, args=None):
    """Begin an entry of a profile; a tensor that says which."""
    events.append(begin(name) if open_profiles else None)
    return tensor(list((len(events) - 1).to_bytes(8, "little")), dtype=uint8)


def leave(handle):
    """End it."""
    number = int.from_bytes(bytes(handle.tolist()), "little")
    if events[number] is not None:
        finish(events[number])
    events[number] = None
    while events and events[-1] is None:
        events.pop()


library.impl("_record_function_enter", enter)
library.impl("_record_function_exit", leave)
