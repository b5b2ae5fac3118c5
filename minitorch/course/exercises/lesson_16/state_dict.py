"""state_dict: The state of the whole tree (difficulty 3, 12 minutes)

Each module writes its own tensors under its prefix. Then it lets each module inside do the same, with a longer prefix.

1. self._parameters and self._buffers hold a module's own tensors, under all their names; some entries are None. In
   state_dict, ask which method may be overridden, and call that one.
2. own_state leaves out what is in self._non_persistent_buffers_set. In state_dict, all modules share `destination`:
   call each child's own state_dict with the same destination and keep_vars. Some children are None.
3. `a | b` joins two dictionaries. `destination[prefix + name] = tensor if keep_vars else tensor.detach()`, and
   `child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State.state_dict",
    covers="own_state=State._own_state save_own=State._save_to_state_dict",
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
        norm, scale = Norm(0), Scale(2.0)
        norm.register_parameter("bias", None)
        norm.register_buffer("total", None)
    """,
    facts="""
        >>> own = norm._own_state()
        >>> (list(own), own["weight"] is norm.weight, own["mean"] is norm.mean)
        (['weight', 'mean'], True, True)
        if (['weight', 'mean', 'scratch'], True, True): `scratch` is not persistent: see self._non_persistent_buffers_set.
        if "Boolean value": Ask `is not None`. What a tensor holds does not matter: it may be a buffer of zeros.
        else: First the parameters, then the persistent buffers: the tensors themselves, without clone() or detach(), and
            without the entries that are None.
        >>> norm._own_state().clear()
        >>> (list(norm._own_state()), list(norm._parameters), list(norm._buffers))
        (['weight', 'mean'], ['weight', 'bias'], ['mean', 'scratch', 'total'])
        else: You change a dictionary of the module, or give out one that you made before. Make a new one in each call.
        >>> scale.again = scale.factor.requires_grad_(False)
        >>> scale.mean = scale.center = mt.nn.Buffer(mt.zeros(1))
        >>> scale.inside = Norm(1)
        >>> list(scale._own_state())
        ['factor', 'again', 'mean', 'center']
        if ['mean', 'center']: A frozen parameter belongs to the state as well: do not ask for requires_grad.
        else: Only this module's own tensors are expected, and each under all its names. named_parameters() gives a tensor
            once: read self._parameters.
        >>> deep = Pair(Pair(Scale(1.0), Norm(1)), Scale(2.0))
        >>> deep.second = None
        >>> list(deep.state_dict(prefix="net."))
        ['net.first.first.factor', 'net.first.second.weight', 'net.first.second.mean']
        if "'NoneType' object has no attribute": An entry of self._modules may be None. Leave it out.
        else: A tensor has the key prefix + name. The prefix of a child is yours, its name and a dot: f"{prefix}{name}.". All
            modules write into the same dictionary: pass destination on.
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
