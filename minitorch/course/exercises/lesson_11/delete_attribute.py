"""del."""

from ...define import Case, Exercise, Mistake, Wrong

exercise = Exercise(
    "delete_attribute",
    title="Deleting what is registered",
    difficulty=2,
    minutes=4,
    target="minitorch.nn.module.registry:Registry.__delattr__",
    installed=True,
    stub='''
        def delete_attribute(self, name):
            """What `del self.name` does: takes the name out of the dictionary that it is registered in, or deletes it as usual.

            A buffer that was not persistent leaves no trace in `_non_persistent_buffers_set`.
            """
            ...
    ''',
    solution='''
        def delete_attribute(self, name):
            """What `del self.name` does: takes the name out of the dictionary that it is registered in, or deletes it as usual.

            A buffer that was not persistent leaves no trace in `_non_persistent_buffers_set`.
            """
            for kind in (self._parameters, self._buffers, self._modules):
                if name in kind:
                    del kind[name]
                    self._non_persistent_buffers_set.discard(name)
                    return
            object.__delattr__(self, name)
    ''',
    why="Python calls __delattr__ for every del. What is registered stands in no __dict__, so it has to be looked for; all else "
    "is Python's, and Python also raises the right error for a name that is nowhere.",
    facts=[
        Case(
            """
            m = mt.nn.Module()
            m.w, m.b = mt.nn.Parameter(mt.ones(2)), mt.nn.Parameter(mt.ones(2))
            del m.w
            (hasattr(m, "w"), list(m._parameters))
            """,
            (False, ["b"]),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.inner, m.mean = mt.nn.Module(), mt.nn.Buffer(mt.ones(2))
            del m.inner
            del m.mean
            (list(m._modules), list(m._buffers))
            """,
            ([], []),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.mask = mt.nn.Buffer(mt.ones(2), persistent=False)
            m.other = mt.nn.Buffer(mt.ones(2), persistent=False)
            del m.mask
            sorted(m._non_persistent_buffers_set)
            """,
            ["other"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_parameter("bias", None)
            del m.bias
            hasattr(m, "bias")
            """,
            False,
        ),
        Case(
            """
            m = mt.nn.Module()
            m.rate = 0.1
            del m.rate
            hasattr(m, "rate")
            """,
            False,
        ),
        Case(
            """
            m = mt.nn.Module()
            del m.wieght
            """,
            raises=AttributeError,
            match="wieght",
        ),
        Case(
            """
            class Net(mt.nn.Module):
                @property
                def rate(self):
                    return 1

                @rate.deleter
                def rate(self):
                    self.deleted = True

            net = Net()
            del net.rate
            net.deleted
            """,
            True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    if name in kind:
                        kind[name] = None
                        self._non_persistent_buffers_set.discard(name)
                        return
                object.__delattr__(self, name)
            """,
            "None does not take the name away: it says that what has this name is left out. `del kind[name]` takes it "
            "out of the dictionary.",
        ),
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers):
                    if name in kind:
                        del kind[name]
                        self._non_persistent_buffers_set.discard(name)
                        return
                object.__delattr__(self, name)
            """,
            "Modules are registered too, in `_modules`.",
        ),
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    if name in kind:
                        del kind[name]
                        self._non_persistent_buffers_set.discard(name)
                        return
                raise AttributeError(name)
            """,
            "Ordinary attributes can be deleted as well. Leave to Python what is registered nowhere: "
            "`object.__delattr__(self, name)` deletes it, or raises the right error.",
        ),
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    if name in kind:
                        del kind[name]
                        self._non_persistent_buffers_set.clear()
                        return
                object.__delattr__(self, name)
            """,
            "You empty the whole set of names. The other buffers in it are not persistent still: `discard(name)` takes "
            "out one.",
        ),
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    kind.pop(name, None)
                object.__delattr__(self, name)
            """,
            "Python is asked to delete a name that stands in one of the three dictionaries, where it does not look, and finds "
            "nothing. Where the name is registered, take it out there and return.",
        ),
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    if name in kind:
                        del kind[name]
                        return
                object.__delattr__(self, name)
            """,
            "The name stays in `_non_persistent_buffers_set`. A buffer that takes it later would be left out of the checkpoint, "
            "without anybody having said so.",
        ),
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    if name in kind:
                        del kind[name]
                        self._non_persistent_buffers_set.remove(name)
                        return
                object.__delattr__(self, name)
            """,
            "`remove` is a KeyError for a name that is not in the set, and most are not: `discard` takes it out if it is there.",
        ),
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    if name in kind:
                        del kind[name]
                        self._non_persistent_buffers_set.discard(name)
            """,
            "Ordinary attributes are not deleted, and a name that is nowhere raises nothing. Leave both to Python: "
            "`object.__delattr__(self, name)`.",
        ),
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    if kind.get(name) is not None:
                        del kind[name]
                        self._non_persistent_buffers_set.discard(name)
                        return
                object.__delattr__(self, name)
            """,
            "A name can be registered with the value None, and then .get(name) looks as if it were not there. Ask `name in` the "
            "dictionary.",
        ),
        Wrong(
            """
            def delete_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    if name in kind:
                        del kind[name]
                        self._non_persistent_buffers_set.discard(name)
                        return
                del self.__dict__[name]
            """,
            "Deleting from __dict__ goes past properties, and a name that is nowhere becomes a KeyError. "
            "`object.__delattr__(self, name)` does what Python would have done.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError),
            "The name is not in every dictionary. Ask `name in kind` before you delete it there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "`del self.name` and delattr call this very function again. For what is ordinary write "
            "`object.__delattr__(self, name)`.",
        ),
    ],
    hints=[
        "Look through the three dictionaries. Where the name stands, delete it there, and you are done.",
        "A set has `discard`, which says nothing if the name is not in it.",
        "After the loop: `object.__delattr__(self, name)`.",
    ],
)
