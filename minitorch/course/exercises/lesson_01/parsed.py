"""A device from its name."""

from ...define import Case, Exercise, Mistake, Wrong

SETUP = """
from minitorch.backend import check_number, device
"""
INIT = '''
        def __init__(self, type, index=None):
            """A device from a name, from another device, or from the number of a GPU."""
            if isinstance(type, device) and index is None:
                type, index = type.type, type.index
            elif isinstance(type, int):
                type, index = "cuda", type
            elif not isinstance(type, str):
                raise TypeError(f"device() expects a name such as 'cpu' or 'cuda:0', but got {type!r}")
            self.type, self.index = parsed(type, index)
'''
PARSED = '''
        def parsed(text, index):
            """("cuda", 1) of "cuda:1" and None, or of "cuda" and 1; PyTorch's errors for what is no device."""
            name, colon, number = text.partition(":")
            if name not in ("cpu", "cuda", "meta"):
                raise RuntimeError(f"Expected one of cpu, cuda, meta device type at start of device string: {text}")
            if colon:
                check_number(text, number, index)
                index = int(number)
            if index is not None and index < 0:
                raise RuntimeError(f"Device index must not be negative, but got {index}")
            return name, index
'''


def read(
    known="if name not in ('cpu', 'cuda', 'meta'):",
    index="int(number)",
    check="check_number(text, number, index)",
    end=None,
):
    end = """
            if index is not None and index < 0:
                raise RuntimeError(f"Device index must not be negative, but got {index}")
            return name, index
""" if end is None else end  # fmt: skip
    return f"""
        def parsed(text, index):
            name, colon, number = text.partition(":")
            {known}
                raise RuntimeError(f"Expected one of cpu, cuda, meta device type at start of device string: {{text}}")
            if colon:
                {check}
                index = {index}{end}
"""


def made(first="type, index = type.type, type.index", second='type, index = "cuda", type'):
    return f"""
        def __init__(self, type, index=None):
            if isinstance(type, device) and index is None:
                {first}
            elif isinstance(type, int):
                {second}
            elif not isinstance(type, str):
                raise TypeError(f"device() expects a name, but got {{type!r}}")
            self.type, self.index = parsed(type, index)
"""


exercise = Exercise(
    "parsed",
    title="A device from its name",
    difficulty=2,
    minutes=5,
    target="minitorch.backend:parsed",
    covers={"__init__": "minitorch.backend:device.__init__"},
    installed=True,
    setup=SETUP,
    stub='''
        def __init__(self, type, index=None):
            """A device from a name, from another device, or from the number of a GPU."""
            ...
            self.type, self.index = parsed(type, index)

        def parsed(text, index):
            """("cuda", 1) of "cuda:1" and None, or of "cuda" and 1; PyTorch's errors for what is no device."""
            name, colon, number = text.partition(":")
            if name not in ("cpu", "cuda", "meta"):
                raise RuntimeError(f"Expected one of cpu, cuda, meta device type at start of device string: {text}")
            ...
    ''',
    solution=INIT + PARSED,
    why="However it is said, a device is two facts, and all ways lead through one function that looks at them.",
    facts=[
        Case("parsed('cpu', None)", ("cpu", None)),
        Case("parsed('cuda', None)", ("cuda", None)),
        Case("parsed('cuda:1', None)", ("cuda", 1)),
        Case("parsed('cuda:12', None)", ("cuda", 12)),
        Case("parsed('cuda:0', None)", ("cuda", 0)),
        Case("parsed('cuda', 3)", ("cuda", 3)),
        Case("parsed('cuda', 0)", ("cuda", 0)),
        Case("parsed('cpu:0', None)", ("cpu", 0)),
        Case("parsed('gpu', None)", raises=RuntimeError, match="gpu"),
        Case("parsed('', None)", raises=RuntimeError),
        Case("parsed('cuda:x', None)", raises=RuntimeError, match="Invalid device string"),
        Case("parsed('cuda:', None)", raises=RuntimeError, match="Invalid device string"),
        Case("parsed('cuda:1', 1)", raises=RuntimeError, match="explicitly"),
        Case("parsed('cuda', -1)", raises=RuntimeError, match="negative"),
        Case("d = mt.device('cuda:2')\nd.type, d.index", ("cuda", 2)),
        Case("d = mt.device('cpu')\nd.type, d.index", ("cpu", None)),
        Case("d = mt.device('cuda', 1)\nd.type, d.index", ("cuda", 1)),
        Case("d = mt.device(mt.device('cuda:2'))\nd.type, d.index", ("cuda", 2)),
        Case("d = mt.device(mt.device('cpu'))\nd.type, d.index", ("cpu", None)),
        Case("d = mt.device(1)\nd.type, d.index", ("cuda", 1)),
        Case("d = mt.device(0)\nd.type, d.index", ("cuda", 0)),
        Case("mt.device(2.5)", raises=TypeError),
        Case("mt.device(None)", raises=TypeError),
        Case("mt.device(mt.device('cuda'), 1)", raises=TypeError),
        Case("mt.zeros(2, device='cpu').device.type", "cpu"),
    ],
    wrong=[
        Wrong(INIT + read(index="number"), "The number is still text: int(number)."),
        Wrong(
            INIT + read(check="pass"),
            "Not everything behind a colon is a number, and the index may have been given besides: check_number sees to both.",
        ),
        Wrong(
            INIT + read(end="\n            return name, index"),
            "An index below 0 is accepted. Raise a RuntimeError.",
        ),
        Wrong(
            INIT
            + read(
                end="""
            if index and index < 0:
                raise RuntimeError("negative")
            return name, index or None
"""
            ),
            "0 counts as false, and it is the first GPU. Compare with None.",
        ),
        Wrong(
            INIT
            + """
        def parsed(text, index):
            name, colon, number = text.partition(":")
            if name not in ("cpu", "cuda", "meta"):
                raise RuntimeError(f"Expected one of cpu, cuda, meta device type at start of device string: {text}")
            check_number(text, number, index)
            return name, int(number)
""",
            "Most names have no colon: then `number` is empty, and the index is the one that was given, or None.",
        ),
        Wrong(
            INIT
            + """
        def parsed(text, index):
            name, colon, number = text.partition(":")
            if name not in ("cpu", "cuda", "meta"):
                raise RuntimeError(f"Expected one of cpu, cuda, meta device type at start of device string: {text}")
            if colon:
                check_number(text, number, index)
                index = int(number)
            if index < 0:
                raise RuntimeError("negative")
            return name, index
""",
            "None < 0 is an error of Python's. A device need not have an index: ask for None first.",
        ),
        Wrong(
            made(first="type = type.type") + PARSED,
            "Of a device that is given, its index counts as well: device(device('cuda:2')) is cuda:2.",
        ),
        Wrong(
            made(second='type, index = "cpu", type') + PARSED,
            "A bare number is that of a GPU: the type is cuda.",
        ),
        Wrong(
            made(second='type = f"cuda:{index}"') + PARSED,
            "The bare number is in `type`, and `index` is None here: the type is cuda, and the index is that number.",
        ),
        Wrong(
            """
        def __init__(self, type, index=None):
            if isinstance(type, device):
                type, index = type.type, type.index
            elif isinstance(type, int):
                type, index = "cuda", type
            elif not isinstance(type, str):
                raise TypeError(type)
            self.type, self.index = parsed(type, index)
"""
            + PARSED,
            "A device and an index beside it: PyTorch raises a TypeError, for the device has said already which index it has.",
        ),
        Wrong(
            """
        def __init__(self, type, index=None):
            if isinstance(type, device) and index is None:
                type, index = type.type, type.index
            elif isinstance(type, int):
                type, index = "cuda", type
            self.type, self.index = parsed(type, index)
"""
            + PARSED,
            "What is no device, no number and no text has no name to be read: raise a TypeError.",
        ),
        Wrong(
            """
        def __init__(self, type, index=None):
            if isinstance(type, int):
                type, index = "cuda", type
            elif not isinstance(type, str):
                raise TypeError(type)
            self.type, self.index = parsed(type, index)
"""
            + PARSED,
            "device(...) of a device is a device with the same type and index.",
        ),
        Wrong(
            """
        def __init__(self, type, index=None):
            if isinstance(type, device) and index is None:
                type, index = type.type, type.index
            elif not isinstance(type, str):
                raise TypeError(type)
            self.type, self.index = parsed(type, index)
"""
            + PARSED,
            "A number alone is the number of a GPU: device(1) is cuda:1.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and isinstance(got[0], str) and ":" in got[0],
            "The type is the part before the colon alone, `name`.",
        ),
        Mistake(
            lambda expected, got, error: "because index was passed explicitly" in str(error) and isinstance(expected, tuple),
            "check_number(text, number, index) wants the three in this order; and whoever gives an index gives "
            "the bare name beside it: \"cuda\" and 1.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and expected == ("cuda", 0),
            "0 is the first GPU. Only an index below 0 is refused.",
        ),
        Mistake(
            lambda expected, got, error: "'int' object has no attribute 'partition'" in str(error),
            "parsed reads text. Of a bare number `type` becomes \"cuda\" first, and `index` that number.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "has no attribute 'partition'" in str(error),
            "parsed reads text. What is no text has to be dealt with in __init__: a device, a number, or a TypeError.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "should return None" in str(error),
            "__init__ returns nothing. Give `type` and `index` their values, and let the last line do the rest.",
        ),
        Mistake(
            lambda expected, got, error: error is None and got is None and isinstance(expected, tuple),
            "parsed has to return the pair: the name, and the index or None.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "invalid literal" in str(error),
            "int(...) of what is no number stops with Python's own error. Ask check_number before, and only where there is a colon.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) or isinstance(got, tuple) and len(got) == 3,
            "parsed returns two things: the name and the index.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, tuple) and len(got) == 2 and isinstance(expected, tuple) and got[0] == expected[0]
                and isinstance(expected[1], int) and got[1] is None
            ),
            "The index is lost: it is the number behind the colon, or else the one that was given.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, tuple) and len(got) == 2 and isinstance(expected, tuple) and got[0] == expected[0]
                and expected[1] is None
            ),
            "Without a number there is no index: it stays None.",
        ),
        Mistake(
            lambda expected, got, error: "Invalid device string" in str(error) and isinstance(expected, tuple),
            "Without a colon there is no number to check: ask `if colon` first.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and isinstance(expected, tuple),
            "This device exists, and is refused. Only an index below 0 is an error, and what check_number finds behind a colon.",
        ),
    ],
    hints=[
        "A device, a number, a text: three kinds of thing may come in as `type`, and for anything else there is a TypeError.",
        "From a device take both its type and its index; a number is the index, and the type is cuda. In parsed, `colon` says whether "
        "there is a number behind it: check it, make it an int. In the end, no index may be below 0.",
        "`if isinstance(type, device) and index is None: type, index = type.type, type.index`, "
        '`elif isinstance(type, int): type, index = "cuda", type`, `elif not isinstance(type, str): raise TypeError(...)`. And '
        "`if colon:` check_number(text, number, index) and `index = int(number)`.",
    ],
)  # fmt: skip
