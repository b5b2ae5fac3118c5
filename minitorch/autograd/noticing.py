"""noticing: be told of every step that is recorded. Who wants that is rare, so recording itself knows nothing of it.

While somebody listens, the recorders of all operations are exchanged for ones that tell; afterwards the plain ones are
back, and a step costs what it did before.
"""

from ..graph.record import record, record_one, record_two, record_view
from ..ops.op import Op
from . import function

PLAIN = {"record": record, "record_one": record_one, "record_two": record_two, "record_view": record_view}
listeners: list = []  # what to call with each new node


def listen(call):
    """From now on call `call(node)` with each step that is recorded."""
    listeners.append(call)
    if len(listeners) == 1:
        exchange({name: telling(recorder) for name, recorder in PLAIN.items()}, telling_function)


def stop_listening(call):
    """Call it no more."""
    if call in listeners:
        listeners.remove(call)
        if not listeners:
            exchange(PLAIN, plain_function)


def exchange(recorders, of_function):
    for name, recorder in recorders.items():
        setattr(Op, name, recorder)
    function.record_results = of_function


def telling(recorder):
    """A recorder that tells the listeners of the node it made, if it made one."""

    def recording(op, *args):
        results = args[-1] if type(args[-1]) is tuple else (args[-1],)
        before = [x._edge for x in results]
        recorder(op, *args)
        for x, old in zip(results, before, strict=True):
            if x._edge is not old:
                return tell(x._edge[0])

    return recording


def tell(node):
    for call in tuple(listeners):
        call(node)


plain_function = function.record_results


def telling_function(ctx, args, outs):
    """The same for the steps of a Function of the user's."""
    results = plain_function(ctx, args, outs)
    tell(ctx)
    return results
