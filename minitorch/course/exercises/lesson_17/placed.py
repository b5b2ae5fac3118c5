"""Where a storage goes."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited

GIVEN = """
    import io
    from minitorch.backend import device
    from minitorch.serialization.archive import UnpicklingError
    from minitorch.serialization.loading import Loader, Storage, Typed, check_count, check_identity, check_location

    def file(*tensors):
        f = io.BytesIO()
        mt.save(list(tensors), f)
        f.seek(0)
        return f

    def loader(map_location=None):
        return Loader(file(mt.ones(3), mt.zeros(2)), False, map_location)

    def seen():
        calls = []
        def note(storage, location):
            calls.append((type(storage).__name__, storage.nbytes(), location))
        return calls, note

    def refusal(make):
        try:
            return type(make()).__name__
        except UnpicklingError as error:
            return "restore data location" if "restore data location" in str(error) else "UnpicklingError"
"""

SOLUTION = '''
def placed(self, key, location):
    """The storage of this number, on the device where it was, or where self.map_location says."""
    storage = Storage(self.archive.storage(f"data/{key}"))
    to = self.map_location
    if callable(to):
        moved = to(storage, location)
        if moved is not None:
            return moved
    elif isinstance(to, dict):
        location = str(to.get(location, location))
    elif to is not None:
        location = str(to)
    check_location(location)
    return storage.to(location)


def storage(self, identity):
    """The storage that a persistent id names: ("storage", dtype, number, device, number of elements), as a Typed.

    The file may name it often: it is placed once, and kept in self.storages under its number.
    """
    check_identity(identity)
    _, kind, key, location, count = identity
    if key not in self.storages:
        self.storages[key] = self.placed(key, location)
    check_count(self.storages[key], *identity)
    return Typed(self.storages[key], kind)
'''

exercise = Exercise(
    "placed",
    title="Where a storage goes",
    difficulty=2,
    minutes=5,
    target="minitorch.serialization.loading:Loader.storage",
    covers=("minitorch.serialization.loading:Loader.placed",),
    installed=True,
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        def placed(self, key, location):
            """The storage of this number, on the device where it was, or where self.map_location says."""
            storage = Storage(self.archive.storage(f"data/{key}"))
            ...
            check_location(location)
            return storage.to(location)


        def storage(self, identity):
            """The storage that a persistent id names: ("storage", dtype, number, device, number of elements), as a Typed.

            The file may name it often: it is placed once, and kept in self.storages under its number.
            """
            check_identity(identity)
            _, kind, key, location, count = identity
            ...
            check_count(self.storages[key], *identity)
            return Typed(self.storages[key], kind)
    ''',
    solution=SOLUTION,
    why="Two tensors that shared a storage share it again because it is made once. And map_location is asked once for each "
    "storage, before any tensor is made of it.",
    facts=[
        Case("[x.tolist() for x in mt.load(file(mt.ones(3), mt.zeros(2)))]", [[1.0, 1.0, 1.0], [0.0, 0.0]]),
        Case("x = mt.zeros(3)\na, b = mt.load(file(x, x[1:]))\nb += 1\na.tolist()", [0.0, 1.0, 1.0]),
        Case(
            "one = loader()\nfirst = one.storage(('storage', mt.float32, '0', 'cpu', 3))\n"
            "second = one.storage(('storage', mt.float32, '0', 'cpu', 3))\n"
            "(first.storage is second.storage, list(one.storages), first.kind.name)",
            (True, ["0"], "float32"),
        ),
        Case(
            "one = loader()\nfor key, n in ('1', 2), ('0', 3), ('1', 2):\n    one.storage(('storage', mt.float32, key, 'cpu', n))\n"
            "(list(one.storages), one.storages['1'].nbytes())",
            (["1", "0"], 8),
        ),
        Case("str(loader().placed('0', 'cpu').where)", "cpu"),
        Case("str(loader('cpu').placed('0', 'cuda:0').where)", "cpu"),
        Case("str(loader(device('cpu')).placed('0', 'mps').where)", "cpu"),
        Case("str(loader({'cuda:1': 'cpu'}).placed('0', 'cuda:1').where)", "cpu"),
        Case("str(loader({'cuda:1': device('cpu')}).placed('0', 'cuda:1').where)", "cpu"),
        Case("str(loader({'cuda:1': 'cuda:0'}).placed('0', 'cpu').where)", "cpu"),
        Case("refusal(lambda: loader({'cpu': 'mps'}).placed('0', 'cpu'))", "restore data location"),
        Case("refusal(lambda: loader({}).placed('0', 'mps'))", "restore data location"),
        Case("refusal(lambda: loader().placed('0', 'mps:0'))", "restore data location"),
        Case("refusal(lambda: loader('mps').placed('0', 'cpu'))", "restore data location"),
        Case("refusal(lambda: loader(lambda s, where: None).placed('0', 'mps'))", "restore data location"),
        Case("refusal(lambda: loader(lambda s, where: s.cpu()).placed('0', 'mps'))", "Storage"),
        Case("loader(lambda s, where: 'mine').placed('0', 'cpu') == 'mine'", True),
        Case(
            "calls, note = seen()\nx = mt.ones(3)\nmt.load(file(x, x[1:], mt.zeros(2)), note)\ncalls",
            [("Storage", 12, "cpu"), ("Storage", 8, "cpu")],
        ),
        Case("refusal(lambda: loader().storage(('storage', mt.float32, '0', 'cpu', 5)))", "UnpicklingError"),
        Case("refusal(lambda: loader().storage(('tensor', mt.float32, '0', 'cpu', 3)))", "UnpicklingError"),
        Case("refusal(lambda: loader().storage(('storage', mt.float32, '9', 'cpu', 3)))", "UnpicklingError"),
        Case(
            """
            own, went = Storage.to, []
            Storage.to = lambda storage, where: went.append(where) or own(storage, where)
            try:
                loader({"cuda:3": "cpu"}).placed("0", "cuda:3")
            finally:
                Storage.to = own
            went
            """,
            ["cpu"],
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    "    if key not in self.storages:\n        self.storages[key] = self.placed(key, location)",
                    "    self.storages[key] = self.placed(key, location)",
                ),
            ),
            "The storage is placed again each time the file names it, and tensors that shared it no longer do. Place it only "
            "if its key is not in self.storages.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    if callable(to):\n"
                    "        moved = to(storage, location)\n"
                    "        if moved is not None:\n"
                    "            return moved\n"
                    "    elif isinstance(to, dict):\n"
                    "        location = str(to.get(location, location))\n"
                    "    elif to is not None:\n"
                    "        location = str(to)\n",
                    "",
                ),
            ),
            "map_location is not looked at. It may be a device or its name, a dictionary, or a function.",
        ),
        Wrong(
            edited(SOLUTION, ("to.get(location, location)", "to[location]")),
            "A dictionary need not name every device: one that is not in it stays where it was, to.get(location, location).",
        ),
        Wrong(
            edited(SOLUTION, ("to.get(location, location)", "to.get(location)")),
            "A device that the dictionary does not name becomes None. It stays where it was: to.get(location, location).",
        ),
        Wrong(
            edited(SOLUTION, ("        if moved is not None:\n            return moved\n", "        return moved\n")),
            "A function that answers None has no opinion: the storage goes where it was then.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "        if moved is not None:\n            return moved\n",
                    "        if moved is not None:\n            storage = moved\n",
                ),
            ),
            "What the function gives is the answer, whatever it is: return it. Where it lies is not moved again, nor checked.",
        ),
        Wrong(
            edited(SOLUTION, ("moved = to(storage, location)", "moved = to(location)")),
            "The function gets two arguments, the storage and the device where it was.",
        ),
        Wrong(
            edited(SOLUTION, ("        location = str(to)\n", "        location = to\n")),
            "A device may come as a `device` and not as text, and check_location reads text: str(to).",
        ),
        Wrong(
            edited(SOLUTION, ("str(to.get(location, location))", "to.get(location, location)")),
            "The dictionary may hold a `device`, and check_location reads text: str(...).",
        ),
        Wrong(
            edited(SOLUTION, ("    check_location(location)\n", "")),
            "The line with check_location is gone: an unknown device would end in an error that nobody understands.",
        ),
        Wrong(
            edited(SOLUTION, ("    check_count(self.storages[key], *identity)\n", "")),
            "The line with check_count is gone: the file may claim any number of elements.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "on 'None'" in str(error),
            "Without a map_location, it is None, and the storage goes where it was: leave `location` alone then.",
        ),
        Mistake(
            lambda expected, got, error: "data/cpu" in str(error),
            "The two arguments of placed have changed places: the key comes first, then the location.",
        ),
        Mistake(
            lambda expected, got, error: expected == ["cpu"] and got == [],
            "The storage stays where it is: it has to go to the location, storage.to(location).",
        ),
        Mistake(
            lambda expected, got, error: "KeyError" in f"{type(error).__name__}: {error}",
            "The storage is not in self.storages when it is asked for: `self.storages[key] = self.placed(key, location)` if it "
            "is not there yet.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "partition" in str(error),
            "check_location reads text, and here it gets something else: str(...) of what map_location says.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "callable" in str(error),
            "map_location is called, and is no function here. It may be a device or its name, a dictionary, or a function: ask "
            "which, with isinstance and callable.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'get'" in str(error),
            "map_location is taken for a dictionary, and is none here. Ask isinstance(to, dict).",
        ),
        Mistake(
            lambda expected, got, error: expected == "restore data location" != got,
            "A device that does not exist gets past: what map_location makes of the location has to be checked as well, and a "
            "device that it does not name stays as it was.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, list) and isinstance(got, list) and len(got) > len(expected)
            ),
            "The storage is placed again each time the file names it. Place it only if its key is not in self.storages.",
        ),
        Mistake(
            lambda expected, got, error: expected in (True, "Storage") and got != expected,
            "What a function gives as map_location is the answer, whatever it is: return it, unless it is None.",
        ),
        Mistake(
            lambda expected, got, error: expected == "cpu" and (error is not None or got != expected),
            "The storage goes to another device than map_location says. A device or its name: there. A dictionary: what it has "
            "for the location, or the location itself. None: the location.",
        ),
    ],
    hints=[
        "map_location has four forms: None, a device or its name, a dictionary, a function. Three of them only change "
        "`location`.",
        "`to.get(location, location)` for a dictionary; str(...) makes text of a device. The function is called with the "
        "storage and the location, and what it gives is returned, unless it is None.",
        "`if callable(to): ... elif isinstance(to, dict): ... elif to is not None: location = str(to)`; and in storage "
        "`if key not in self.storages: self.storages[key] = self.placed(key, location)`.",
    ],
)
