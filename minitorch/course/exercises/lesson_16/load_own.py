"""load_own: One module's own tensors (difficulty 3, 12 minutes)

A mismatch does not raise here. It is added to one of three lists, so that one message can report all mismatches.

1. Write two loops: over the module's own tensors (is the key in the state?), and over the state's keys (does the module know the name?).
2. In the second loop: `name, dot, _ = key[len(prefix):].partition(".")`. There is a dot if the key is for a module inside.
3. `message = load_tensor(self, name, tensor, key, state_dict[key], local_metadata)`, and `known = self._modules if dot else own`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State._load_from_state_dict",
    called="load_own",
    changes=True,
    ready=SETUP,
    setup="""
        def report(module, state, assign=False):
            loading = Loading({}, assign)
            lists, about = (loading.missing, loading.unexpected, loading.errors), loading.metadata_at("net.")
            module._load_from_state_dict(state, "net.", about, False, *lists)
            return *lists[:2], [" ".join(error.split()[:4]) for error in loading.errors]
    """,
    shows=("self._load_extra_state",),
    given="""
        scale, norm, pair = Scale(1.0), Norm(1), Pair(Odd(1.0), Scale(2.0))
    """,
    facts="""
        >>> state = {"net.factor": mt.tensor([5.0])}
        >>> report(scale, state), len(state)
        (([], [], []), 1)
        if (([], [], []), 0): The caller still needs the entries of `state_dict`: read them, without `pop` or `del`.
        if (([], ['net.factor'], []), 1): net.factor is known: cut the prefix off. rpartition puts a name without a dot last.
        if (([], [], [""]), 1): load_tensor returns "" if all is well. Append the message only if there is one.
        else: The state has exactly what the module needs, so the three lists stay empty. The key of a tensor is prefix + name.
        >>> report(norm, {}), report(pair, {})
        ((['net.weight', 'net.mean'], [], []), ([], [], []))
        if (([], [], []), ([], [], [])): The list is still empty. Append to it, for any `strict`: missing_keys + [key] is a new list.
        else: missing_keys gets each whole key that the module has and the state does not, in the order of self._own_state().
        >>> report(norm, {"net.weight": mt.ones(3), "net.mean": None})
        ([], [], ['size mismatch for net.weight:', 'While copying the parameter'])
        if ([], [], ['size mismatch for net.weight:']): The load stops at the first problem. Append the message, and go on.
        if ([], [], ['size mismatch for weight:', 'While copying the parameter']): The message names `weight`: pass the whole key.
        if ([], [], []): Append each message to error_msgs, for any `strict`.
        if (['net.mean'], [], ['size mismatch for net.weight:']): A key with the value None is not missing: ask `key in state_dict`.
        else: load_tensor returns a message if something is wrong. Append it to error_msgs.
        >>> norm.inner, norm.bias, _ = Scale(1.0), None, norm.add_module("lost", None)
        >>> keys = "gain", "scratch", "bias", "inner", "inner.a.b", "weight.0", "net.weight", "other.a", "lost.a"
        >>> report(norm, {f"net.{key}": 1 for key in keys} | {"my.net.gain": 1, "gain": 1})[1]
        ['net.gain', 'net.scratch', 'net.bias', 'net.inner', 'net.weight.0', 'net.net.weight', 'net.other.a']
        if []: Append to unexpected_keys, for any `strict`.
        if ['gain', 'scratch', 'bias', 'inner', 'weight.0', 'net.weight', 'other.a']: The list gets each whole key, with its prefix.
        if ['net.gain', 'net.scratch', 'net.bias', 'net.inner', 'net.weight.0', 'net.other.a']: `replace` or `lstrip` cuts off too much.
        if ['net.gain', 'net.scratch', 'net.bias', 'net.inner', 'net.weight.0', 'net.net.weight', 'net.other.a', 'my.net.gain', 'gain']: A key that does not begin with the prefix belongs to another module. Ask key.startswith(prefix).
        if ['net.gain', 'net.scratch', 'net.bias', 'net.inner']: A key for a module inside, with a dot, is also unexpected if self._modules does not have its first name.
        if ['net.gain', 'net.scratch', 'net.bias', 'net.weight.0', 'net.net.weight', 'net.other.a']: No tensor has the key net.inner: a dot must follow the name of a module.
        if ['net.gain', 'net.scratch', 'net.bias', 'net.net.weight', 'net.other.a']: `inner` is not a tensor, and nothing can follow `weight`. With a dot, ask self._modules, and without one, self._own_state().
        else: Look at the table. A key with another prefix belongs to another module. After the prefix, a name without a dot must be a tensor of this module, and a name up to the first dot must be in self._modules, even with None.
        >>> given = mt.nn.Parameter(mt.tensor([8.0]))
        >>> report(scale, {"net.factor": given}, assign=True) and (scale.factor is given, list(scale._parameters))
        (True, ['factor'])
        else: The arguments of load_tensor: the module, the name without prefix, the tensor, the key, the given tensor, local_metadata.
        >>> _ = pair.load_state_dict({"first.factor": mt.ones(1), "first._extra_state": 3.0, "second.factor": mt.ones(1)})
        >>> pair.first.factor.item()
        3.0
        if 'Unexpected key(s) in state_dict: "first.factor"': Here the prefix is empty: cut off len(prefix) characters, not the part before the first dot.
        else: Keep the line with self._load_extra_state at the end.
    """,
)
