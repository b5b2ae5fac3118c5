"""state_dict: The state of the whole tree (difficulty 3, 10 minutes)

Each module writes its own tensors under its prefix. Then it lets each module inside do the same, with a longer prefix.

1. save_own: what does an entry share with the tensor? state_dict: which methods may a class override? Call those.
2. All modules share `destination`: call each child's state_dict with it and keep_vars. In self._modules, a child may be None, or have two names.
3. `destination[prefix + name] = tensor if keep_vars else tensor.detach()`, and
   `child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State.state_dict",
    covers="save_own=State._save_to_state_dict",
    changes=True,
    ready=SETUP,
    setup="""
        class Named(Scale):
            def _save_to_state_dict(self, destination, prefix, keep_vars):
                destination[prefix + "other"] = 1

            def state_dict(self, destination=None, prefix="", keep_vars=False):
                super().state_dict(destination, prefix, keep_vars)[prefix + "more"] = 2
                return destination
    """,
    shows=("self._save_extra_state", "destination, local_metadata", "return self._after"),
    given="""
        pair = Pair(Scale(2.0), Norm(1))
        pair.first.register_parameter("bias", None)
    """,
    facts="""
        >>> deep = Pair(Pair(Scale(1.0), Norm(1)), Scale(2.0))
        >>> deep.second = None
        >>> list(deep.state_dict(prefix="net."))
        ['net.first.first.factor', 'net.first.second.weight', 'net.first.second.mean']
        if "'NoneType' object has no attribute": An entry of self._modules may be None. Leave it out.
        if ['net.first.first.factor', 'net.first.second.weight', 'net.first.second.mean', 'net.first.second.scratch']: A buffer with persistent=False is not saved: read self._own_state().
        if []: Call self._save_to_state_dict, and then the state_dict of each module inside, which reaches the modules inside that.
        else: A tensor has the key prefix + name. The prefix of a child is yours, its name and a dot: f"{prefix}{name}.". All modules write into the same dictionary: pass destination on.
        >>> pair.second = pair.first
        >>> pair.weight = mt.nn.Parameter(mt.ones(1))
        >>> list(pair.state_dict())
        ['weight', 'first.factor', 'second.factor']
        if ['weight', 'first.factor']: named_children() and named_modules() give a module once. Read self._modules.
        else: First what belongs to the module itself, then the modules inside.
        >>> list(Pair(Named(1.0), Odd(2.0)).state_dict())
        ['first.other', 'first.more', 'second.factor', 'second._extra_state']
        if "NoneType": All modules write into one dictionary: pass destination on to each.
        if ['first.other', 'first.more']: Ask `child is not None`. A module with __len__ may be false.
        if ['first.other', 'first.more', 'second.factor']: Keep the line that calls self._save_extra_state.
        if ['first.other', 'second.factor', 'second._extra_state']: A class may override state_dict. Call the child's method.
        else: A class may have its own _save_to_state_dict. So call the method self._save_to_state_dict.
        >>> state = pair.state_dict()
        >>> with mt.no_grad():
        ...     pair.first.factor.fill_(5.0)
        >>> own, saved = pair.first.factor, state["first.factor"]
        >>> (saved.item(), saved.requires_grad, own.requires_grad, saved._version == own._version)
        (5.0, False, True, True)
        if (5.0, False, True, False): `.data` has a version counter of its own, so autograd would miss a change through the state: tensor.detach().
        if (5.0, True, True, True): Without keep_vars, the tensors of the state require no gradient: tensor.detach().
        else: The state has detached tensors in the memory of the parameters, without clone(). The parameters stay as they are.
        >>> state = mt.nn.Module().state_dict()
        >>> same = pair.state_dict(destination=state, keep_vars=True) is state
        >>> (same, list(state._metadata), state["first.factor"] is pair.first.factor, state["second.mean"] is pair.second.mean)
        (True, ['', 'first', 'second'], True, True)
        if (True, ['', 'first', 'second'], False, False): With keep_vars=True the state has the tensors themselves: pass it on.
        else: All write into the dictionary that was passed in, or the versions of their classes are lost. Pass destination on.
        >>> handle = pair._register_state_dict_hook(lambda module, state, prefix, metadata: {"renamed": 1})
        >>> list(pair.state_dict())
        ['renamed']
    """,
)
