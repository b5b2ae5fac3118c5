"""Reading what is registered."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited

SOLUTION = '''
def get_attribute(self, name):
    """What is registered as `name`, in `_parameters`, `_buffers` or `_modules`. Python asks when it finds nothing.

    AttributeError, which names the class and the attribute, if there is none; also before __init__ has made the
    dictionaries.
    """
    own = self.__dict__
    for kind in ("_parameters", "_buffers", "_modules"):
        if kind in own and name in own[kind]:
            return own[kind][name]
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
'''

exercise = Exercise(
    "get_attribute",
    title="Reading what is registered",
    difficulty=2,
    minutes=4,
    target="minitorch.nn.module.registry:Registry.__getattr__",
    installed=True,
    stub='''
        def get_attribute(self, name):
            """What is registered as `name`, in `_parameters`, `_buffers` or `_modules`. Python asks when it finds nothing.

            AttributeError, which names the class and the attribute, if there is none; also before __init__ has made the
            dictionaries.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Python asks only for what it did not find, so this is a search in three dictionaries. They are read from "
    "self.__dict__: asking for self._parameters would, where it is missing, ask this very function again.",
    facts=[
        Case(
            """
            m = mt.nn.Module()
            w = mt.nn.Parameter(mt.ones(2))
            m._parameters["w"] = w
            m.w is w
            """,
            True,
        ),
        Case(
            """
            m = mt.nn.Module()
            m._buffers["mean"] = mt.zeros(2)
            m.mean.tolist()
            """,
            [0.0, 0.0],
        ),
        Case(
            """
            m, inner = mt.nn.Module(), mt.nn.Module()
            m._modules["inner"] = inner
            m.inner is inner
            """,
            True,
        ),
        Case(
            """
            m = mt.nn.Module()
            m._parameters["bias"] = None
            m.bias is None
            """,
            True,
        ),
        Case(
            """
            m = mt.nn.Module()
            m._modules["inner"] = mt.nn.Module()
            m.inner._buffers["mean"] = mt.ones(1)
            m.inner.mean.item()
            """,
            1.0,
        ),
        Case(
            """
            m = mt.nn.Module()
            m.rate = 0.1
            m.rate
            """,
            0.1,
        ),
        Case("mt.nn.Module().wieght", raises=AttributeError, match="wieght"),
        Case(
            """
            class Encoder(mt.nn.Module):
                pass

            Encoder().wieght
            """,
            raises=AttributeError,
            match="Encoder",
        ),
        Case("hasattr(mt.nn.Module(), 'weight')", False),
        Case(
            """
            class Net(mt.nn.Module):
                def __init__(self):
                    self.rate = 0.1

            net = Net()
            (net.rate, hasattr(net, "w"), hasattr(net, "_parameters"))
            """,
            (0.1, False, False),
        ),
        Case(
            """
            class Net(mt.nn.Module):
                @property
                def size(self):
                    return self.w.numel()

            net = Net()
            net._parameters["w"] = mt.nn.Parameter(mt.ones(2))
            net.size
            """,
            2,
        ),
        Case(
            """
            half = mt.nn.Module.__new__(mt.nn.Module)
            half.__dict__["_modules"] = {"inner": 3}
            (half.inner, hasattr(half, "other"))
            """,
            (3, False),
        ),
    ],
    wrong=[
        Wrong(
            """
            def get_attribute(self, name):
                for kind in ("_parameters", "_buffers", "_modules"):
                    held = vars(self).get(kind, {})
                    if name in held:
                        return held
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            """,
            "You return the whole dictionary in which the name stands. Asked for is what stands there under the name.",
        ),
        Wrong(
            """
            def get_attribute(self, name):
                for kind in ("parameters", "buffers", "modules"):
                    held = vars(self).get(kind, {})
                    if name in held:
                        return held[name]
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            """,
            "The three dictionaries are called `_parameters`, `_buffers` and `_modules`, with an underscore in front.",
        ),
        Wrong(
            """
            def get_attribute(self, name):
                for kind in (self._parameters, self._buffers, self._modules):
                    if name in kind:
                        return kind[name]
                raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
            """,
            "Before __init__ there is no _parameters, so Python asks __getattr__ for it, which asks for _parameters, and so "
            "on without end. Read it from `self.__dict__`, which needs no __getattr__.",
        ),
        Wrong(
            edited(SOLUTION, ("if kind in own and name in", "if name in")),
            "Before __init__ the dictionaries are not there, and `own[kind]` is a KeyError. hasattr expects an "
            "AttributeError. Ask `kind in own` first, or use own.get(kind, {}).",
        ),
        Wrong(
            """
            def get_attribute(self, name):
                own = self.__dict__
                for kind in ("_parameters", "_buffers", "_modules"):
                    if kind in own and name in own[kind]:
                        return own[kind][name]
            """,
            "A name that is nowhere gives None: a typing error such as `m.wieght` would pass for an attribute. Raise an "
            "AttributeError at the end.",
        ),
        Wrong(
            edited(SOLUTION, ("kind in own and name in own[kind]", "own.get(kind, {}).get(name) is not None")),
            "A name can be registered with the value None: a bias that is left out. Then .get(name) looks as if it were not "
            "there. Ask `name in` the dictionary.",
        ),
        Wrong(
            """
            def get_attribute(self, name):
                own = self.__dict__
                if name in own.get("_parameters", {}):
                    return own["_parameters"][name]
                raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
            """,
            "Only the first dictionary is asked. Buffers and modules have dictionaries of their own, `_buffers` and "
            "`_modules`: raise "
            "when all three have been asked.",
        ),
        Wrong(
            edited(SOLUTION, ("raise AttributeError(f", "raise KeyError(f")),
            "A missing attribute is an AttributeError, everywhere in Python: hasattr and getattr with a default rely on it.",
        ),
        Wrong(
            edited(SOLUTION, ("{type(self).__name__}", "Module")),
            "The message should name the class of the module at hand, not always Module: type(self).__name__.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "ambiguous" in str(error),
            "`or` and `if` ask a tensor for its truth, and a tensor of several numbers has none. Ask `name in` each "
            "dictionary instead.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError)
                and expected is not None
                and not isinstance(expected, type)
                and "NoneType" not in str(error)
            ),
            "A name that is registered is not found. Look in all three dictionaries, `_parameters`, `_buffers` and "
            "`_modules`, before you raise.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "It asks for an attribute that is not there, and so Python calls it again, without end. Inside this function read "
            "`self.__dict__`, which is always there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError),
            "A missing name is an AttributeError, everywhere in Python, and your code stops with a KeyError. Ask whether the "
            "name, and the dictionary, are there before you read them.",
        ),
        Mistake(
            lambda expected, got, error: error is None and got is None and expected is not None,
            "The name is registered, and your code does not return what stands in the dictionary.",
        ),
    ],
    hints=[
        "Three dictionaries, by name: `_parameters`, `_buffers`, `_modules`. Where are they kept, before anything else?",
        "`own = self.__dict__`; for each of the three names ask whether it is in `own`, and whether `name` is in that dictionary.",
        "`if kind in own and name in own[kind]: return own[kind][name]`; after the loop `raise AttributeError(...)`.",
    ],
)
