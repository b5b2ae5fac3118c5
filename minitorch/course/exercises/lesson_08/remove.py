"""Registering a hook, and taking it away again."""

import textwrap

from ...define import Case, Exercise, Mistake, Wrong
from ..fact_words import stops, where
from ..lesson_06.words import asks

SETUP = """
from minitorch.autograd.handle import RemovableHandle
from minitorch.autograd.hooks import Hooks
"""

REGISTER = """
def register(self, hook):
    handle = RemovableHandle(self)
    self[handle.id] = hook
    return handle
"""
REMOVE = """
def remove(self):
    for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
        hooks = reference()
        if hooks is not None:
            hooks.pop(self.id, None)
"""
ALL = (REGISTER, REMOVE)


def with_rest(text):
    """This remove, with register as it should be."""
    return REGISTER + textwrap.dedent(text)


def handles(old, new, text):
    """Both, with a change in one of them."""
    assert old in text
    return "".join([one.replace(old, new) if one is text else one for one in ALL])


exercise = Exercise(
    "remove",
    title="Registering a hook, and taking it away again",
    difficulty=2,
    minutes=5,
    target="minitorch.autograd.handle:RemovableHandle.remove",
    covers={"register": "minitorch.autograd.hooks:Hooks.register"},
    installed=True,
    setup=SETUP,
    stub='''
        def register(self, hook):
            """Put the hook into self, a Hooks, under the number of a new RemovableHandle(self), and return that."""
            ...


        def remove(self):
            """Take the hook out of each dictionary: self.hooks_dict_ref, a weak reference, and those in the tuple
            self.extra_dict_ref. A second time, or when a dictionary is gone, does no harm."""
            ...
    ''',
    solution='''
        def register(self, hook):
            """Put the hook into self, a Hooks, under the number of a new RemovableHandle(self), and return that."""
            handle = RemovableHandle(self)
            self[handle.id] = hook
            return handle


        def remove(self):
            """Take the hook out of each dictionary. A second time, or when a dictionary is gone, does no harm."""
            for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
                hooks = reference()
                if hooks is not None:
                    hooks.pop(self.id, None)
    ''',
    why="A weak reference gives None when nobody else holds the dictionary any more: then there is nothing to do. "
    "`pop` with "
    "a default "
    "is silent about a number that is no longer there.",
    facts=[
        Case(
            """
            hooks = Hooks()
            first, second = hooks.register("first"), hooks.register("second")
            list(hooks) == [first.id, second.id], list(hooks.values())
            """,
            (True, ["first", "second"]),
        ),
        Case(
            """
            hooks = Hooks()
            first, second = hooks.register("first"), hooks.register("second")
            remove(first)
            list(hooks.values())
            """,
            ["second"],
            changes=True,
        ),
        Case(
            """
            hooks = Hooks()
            first, second = hooks.register("the same"), hooks.register("the same")
            remove(second)
            [number == first.id for number in hooks]
            """,
            [True],
            changes=True,
        ),
        Case(
            """
            hooks = Hooks()
            first, second = hooks.register("first"), hooks.register("second")
            remove(first)
            third = hooks.register("third")
            list(hooks.values())
            """,
            ["second", "third"],
            changes=True,
        ),
        Case(
            """
            hooks = Hooks()
            first, second = hooks.register("first"), hooks.register("second")
            remove(first)
            remove(first)
            list(hooks.values())
            """,
            ["second"],
            changes=True,
        ),
        Case(
            """
            hooks = Hooks()
            handle = hooks.register("a hook")
            del hooks
            remove(handle)
            handle.hooks_dict_ref()
            """,
            None,
        ),
        Case(
            """
            hooks, notes, more = Hooks(), Hooks(), Hooks()
            handle = RemovableHandle(hooks, extra_dict=[notes, more])
            hooks[handle.id], more[handle.id], more[-1] = "a hook", "a note", "another"
            remove(handle)
            (list(hooks.values()), list(notes.values()), list(more.values()))
            """,
            ([], [], ["another"]),
            changes=True,
        ),
        Case(
            """
            hooks, notes = Hooks(), Hooks()
            handle = RemovableHandle(hooks, extra_dict=notes)
            hooks[handle.id] = notes[handle.id] = "both"
            del hooks
            remove(handle)
            list(notes.values())
            """,
            [],
            changes=True,
        ),
        Case(
            """
            x = mt.tensor(1.0, requires_grad=True)
            handle = x.register_hook(lambda g: g * 5)
            remove(handle)
            (x * 2).backward()
            x.grad.item()
            """,
            2.0,
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            with_rest(
                """
            def remove(self):
                for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
                    hooks = reference()
                    if hooks is not None:
                        del hooks[self.id]
            """
            ),
            "`del` raises a KeyError when the number is not there: the second time, or in a dictionary that has no "
            "note "
            "about this hook. "
            "`pop` with a default does not.",
        ),
        Wrong(
            with_rest(
                """
            def remove(self):
                for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
                    reference().pop(self.id, None)
            """
            ),
            "A weak reference gives None once its dictionary is gone. Ask before you use it.",
        ),
        Wrong(
            with_rest(
                """
            def remove(self):
                hooks = self.hooks_dict_ref()
                if hooks is not None:
                    hooks.pop(self.id, None)
            """
            ),
            "The hook is gone, but the notes about it in the further dictionaries (`extra_dict_ref`) stay for ever.",
        ),
        Wrong(
            with_rest(
                """
            def remove(self):
                for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
                    hooks = reference()
                    if hooks is not None:
                        hooks.clear()
            """
            ),
            "That takes away everybody's hooks. A handle knows the number of its own: `self.id`.",
        ),
        Wrong(
            with_rest(
                """
            def remove(self):
                hooks = self.hooks_dict_ref()
                if hooks is None:
                    return
                hooks.pop(self.id, None)
                for reference in self.extra_dict_ref:
                    notes = reference()
                    if notes is not None:
                        notes.pop(self.id, None)
            """
            ),
            "When the first dictionary is gone you give up, and the notes in the others stay. Each dictionary is "
            "asked for "
            "itself.",
        ),
        Wrong(
            with_rest(
                """
            def remove(self):
                for hooks in (self.hooks_dict_ref, *self.extra_dict_ref):
                    if hooks is not None:
                        hooks.pop(self.id, None)
            """
            ),
            "What the handle holds is a weak reference, not the dictionary: call it, `reference()`, to get the "
            "dictionary or "
            "None.",
        ),
        Wrong(
            with_rest(
                """
            def remove(self):
                for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
                    hooks = reference()
                    if hooks is not None and hooks:
                        hooks.popitem()
            """
            ),
            "You take away the hook that was registered last, whoever did it. This handle's is under `self.id`.",
        ),
        Wrong(
            handles("    return handle\n", "", REGISTER),
            "register gives back nothing, so nobody can take the hook away again: return the handle.",
        ),
        Wrong(
            handles("self[handle.id] = hook", "self[len(self)] = hook", REGISTER),
            "register puts the hook under another key than the handle's number, and the handle looks for it under handle.id.",
        ),
        Wrong(
            handles("    self[handle.id] = hook\n", "", REGISTER),
            "register makes a handle, and the hook is nowhere: self[handle.id] = hook.",
        ),
    ],
    hints=[
        "The handle knows where the hook is, and its number: register puts the hook there, and remove goes over the references.",
        "`self[handle.id] = hook`, with handle = RemovableHandle(self). In remove, call each of `(self.hooks_dict_ref, "
        "*self.extra_dict_ref)`: it gives the dictionary, or None when that is gone.",
        "`hooks.pop(self.id, None)` does nothing when the number is not there.",
    ],
    mistakes=[
        asks(
            "Look at `register`: a new RemovableHandle(self), the hook in self under handle.id, and the handle itself given back.",
            (True, ["first", "second"]),
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError),
            "`del` raises a KeyError when the number is not there: the second time, or in a dictionary that has no "
            "note "
            "about this hook. "
            "`pop` with a default does not.",
        ),
        stops(
            "'NoneType' object is not callable",
            "The reference itself is None the second time. Leave the handle's references as they are, and take the number out of "
            "what they refer to.",
        ),
        where(
            ["second", "third"],
            "A number is given twice: after a removal len(self) is one that is still in use. The new handle has a number that no "
            "other has, `handle.id`.",
        ),
        Mistake(
            lambda expected, got, error: "NoneType" in str(error),
            "A weak reference gives None once its dictionary is gone. Ask before you use it.",
        ),
        Mistake(
            lambda expected, got, error: "weakref" in str(error) or "ReferenceType" in str(error),
            "What the handle holds is a weak reference, not the dictionary: call it, `reference()`, to get the "
            "dictionary or "
            "None.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and got[0] == [] and got[2] != ["another"],
            "The further dictionaries, `extra_dict_ref`, note something about this hook under the same number: take "
            "exactly "
            "that out.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list) and got != expected,
            "Exactly this handle's hook has to go: the one under the number `self.id`.",
        ),
        stops(
            "'tuple' object is not callable", "`extra_dict_ref` is a tuple of references: go over them, and call each."
        ),
        where(None, "A dictionary that is gone is no error: then there is nothing to take out."),
        stops("RuntimeError", "A dictionary that is gone is no error: then there is nothing to take out."),
    ],
)
