"""state_dict: The state of the whole tree (difficulty 3, 9 minutes)

Each module writes its own tensors under its prefix. Then it lets each module inside do the same, with a longer prefix.

1. save_own is one loop over self._own_state(). In state_dict, the module's own part comes first, then each child.
2. Write into `destination`, which all modules share. A child is asked by its own method state_dict, with the same
   destination and keep_vars. Some children are None.
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
        class Words(Scale):
            def get_extra_state(self):
                return ["cat", "dog"]

        class Named(Scale):
            def _save_to_state_dict(self, destination, prefix, keep_vars):
                destination[prefix + "other"] = self.factor.detach()

        class Empty(Scale):
            def __len__(self):
                return 0
    """,
    stub='''
        def save_own(self, destination, prefix, keep_vars):
            """Write this module's own state, self._own_state(), into `destination`. Each key is prefix + name.

            The tensors share the module's memory and require no gradient: tensor.detach(). With keep_vars=True they are
            the parameters and buffers themselves.
            """
            ...
            self._save_extra_state(destination, prefix)


        def state_dict(self, destination=None, prefix="", keep_vars=False):
            """The state of this module and of all modules inside it. The keys are those of get_parameter: "first.weight".

            The module's own part is written by the method self._save_to_state_dict, which is save_own unless the class has
            its own. Then each module in self._modules that is not None writes into the same dictionary, in that order.
            """
            destination, local_metadata = self._before_state_dict(destination, prefix, keep_vars)
            ...
            return self._after_state_dict(destination, prefix, local_metadata)
    ''',
    given="""
        pair = Pair(Scale(2.0), Norm(1))
    """,
    facts="""
        >>> list(pair.state_dict())
        ['first.factor', 'second.weight', 'second.mean']
        if ['first', 'second']: Each module inside writes into the same dictionary: pass destination=destination on.
        if ['firstfactor', 'secondweight', 'secondmean']: The dot is missing in the prefix of a child.
        else: The prefix of a child is yours, its name and a dot: f"{prefix}{name}.".
        >>> list(Pair(Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0)), Scale(4.0)).state_dict(prefix="net."))
        ['net.first.first.first.factor', 'net.first.first.second.factor', 'net.first.second.factor', 'net.second.factor']
        else: At every depth the prefix grows: your own prefix belongs to that of a child, too.
        >>> scale = Scale(2.0)
        >>> list(Pair(scale, scale).state_dict())
        ['first.factor', 'second.factor']
        if ['first.factor']: named_children() and named_modules() give a module once, even if it has two names. Read
            self._modules.
        >>> pair.weight, pair.first = mt.nn.Parameter(mt.ones(1)), None
        >>> list(pair.state_dict())
        ['weight', 'second.weight', 'second.mean']
        if "'NoneType' object has no attribute": An entry of self._modules may be None. Leave it out.
        else: First what belongs to the module itself, then the modules inside.
        >>> list(Pair(Empty(2.0), Scale(3.0)).state_dict())
        ['first.factor', 'second.factor']
        if ['second.factor']: Ask `child is not None`. A module with __len__ may be false.
        >>> state = pair.state_dict()
        >>> with mt.no_grad():
        ...     pair.first.factor.fill_(5.0)
        >>> (state["first.factor"].item(), state["first.factor"].requires_grad, pair.first.factor.requires_grad)
        (5.0, False, True)
        if (5.0, True, True): Without keep_vars, the tensors of the state require no gradient: tensor.detach().
        if (2.0, False, True): The state has a copy. The tensors share the module's memory: tensor.detach() without clone().
        else: The state has detached tensors in the memory of the parameters.
        >>> whole = pair.state_dict(keep_vars=True)
        >>> (whole["first.factor"] is pair.first.factor, whole["second.mean"] is pair.second.mean)
        (True, True)
        else: With keep_vars=True the state has the parameters and buffers themselves, at every depth: pass keep_vars on.
        >>> state = mt.nn.Module().state_dict()
        >>> (pair.state_dict(destination=state) is state, list(state._metadata))
        (True, ['', 'first', 'second'])
        else: All write into the dictionary that was passed in, or the versions of their classes are lost. Pass destination on.
        >>> (list(Pair(Words(1.0), Scale(2.0)).state_dict()), list(Named(2.0).state_dict()))
        (['first.factor', 'first._extra_state', 'second.factor'], ['other'])
        if (['first.factor', 'first._extra_state', 'second.factor'], ['factor']): A class may replace
            _save_to_state_dict. So call the method self._save_to_state_dict.
        else: Keep the line that calls self._save_extra_state: some classes store more than tensors.
        >>> handle = pair._register_state_dict_hook(lambda module, state, prefix, metadata: {"renamed": 1})
        >>> list(pair.state_dict())
        ['renamed']
        else: Return what self._after_state_dict returns: a hook may have put another dictionary in the place of yours.
    """,
)
