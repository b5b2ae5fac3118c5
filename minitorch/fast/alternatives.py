"""alternatives: a second forward or formula, for arrays, of operations that are there already (short cuts)."""

from ..ops.op import Op
from . import formulas, kernels
from .twins import with_twin


class Alternatives:
    """Quicker forwards and formulas of some operations.

    forwards  {operation: what makes the quick forward of the plain one}
    own       {operation: {input: formula}}
    joints    {operation: joint formula}

    What numba has compiled goes before them.
    """

    def __init__(self, forwards=None, own=None, joints=None):
        self.forwards, self.own, self.joints = forwards or {}, own or {}, joints or {}
        everything.append(self)

    def put(self):
        """Let the operations have them; returns what undoes it."""
        self.enter(dict.__setitem__)
        return lambda: self.enter(lambda table, name, _: table.pop(name))

    def enter(self, change):
        """Change the tables by what is here, and let the operations look them up anew."""
        for op, make in self.forwards.items():
            change(kernels.KERNELS, formulas.name_of(op), make)
        for op, mine in self.own.items():
            name = formulas.name_of(op)
            change(
                formulas.FORMULAS,
                name,
                {one: with_twin(formula, f"{name}.grad[{one}]") for one, formula in mine.items()},
            )
        for op, joint in self.joints.items():
            name = formulas.name_of(op)
            change(formulas.JOINTS, name, with_twin(joint, f"{name}.grad"))
        formulas.known.clear()
        for op in {**self.forwards, **self.own}:
            op.node_types.clear()
            op.quick, op.call = None, Op.make(op, op.call.stranger)


everything: list = []  # all of them
