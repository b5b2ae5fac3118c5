"""Whose memory it is, and each memory once."""

import io

import minitorch as mt
from minitorch.serialization.saving import Pickler

from ...define import Case, Exercise, Law, Mistake, Wrong
from ..edited import edited
from ..fact_words import where

GIVEN = """
    import io
    from minitorch.serialization.memory import base_of, bounds, memory_of
    from minitorch.serialization import saving
    from minitorch.serialization.saving import Pickler, Stored, device_of, typed

    def owner_is(array, owner):
        return saving.owner_of(array) is owner

    def pickled(*tensors):
        pickler = Pickler(io.BytesIO())
        pickler.dump(list(tensors))
        return pickler

    def stored(*tensors):
        return [len(memory) for memory in pickled(*tensors).storages]

    def numbers_of(*tensors):
        pickler = pickled()
        return [pickler.storage_of(x._array, x.dtype).number for x in tensors]
"""

SOLUTION = '''
def owner_of(array):
    """The array that an array is a view of, in the end: a view of a view leads to another view first."""
    base = base_of(array)
    while base is not None:
        array, base = base, base_of(base)
    return array


def storage_of(self, array, kind):
    """The Stored for the memory that an array lies in: made when this memory is first met, and noted in self.known.

    Its key there is (start, end), or (start, id(owner)) if it is empty. With it, memory_of(owner) is appended to
    self.storages, which numbers them, and the owner to self.owners.
    """
    owner = owner_of(array)
    start, end = bounds(owner)
    key = (start, end) if start < end else (start, id(owner))
    if key not in self.known:
        nbytes, where = end - start, str(device_of(array))
        self.known[key] = Stored(len(self.storages), typed(kind, nbytes), where, start, nbytes)
        self.storages.append(memory_of(owner))
        self.owners.append(owner)
    return self.known[key]
'''

LOOP = """    base = base_of(array)
    while base is not None:
        array, base = base, base_of(base)
    return array"""

exercise = Exercise(
    "storage_of",
    title="Each memory once",
    difficulty=3,
    minutes=6,
    target="minitorch.serialization.saving:Pickler.storage_of",
    covers=("minitorch.serialization.memory:owner_of",),
    installed=True,
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        def owner_of(array):
            """The array that an array is a view of, in the end: a view of a view leads to another view first."""
            ...


        def storage_of(self, array, kind):
            """The Stored for the memory that an array lies in: made when this memory is first met, and noted in self.known.

            Its key there is (start, end), or (start, id(owner)) if it is empty. With it, memory_of(owner) is appended to
            self.storages, which numbers them, and the owner to self.owners. The device is noted as a text, such as "cpu".
            """
            ...
            start, end = bounds(owner)
            ...
    ''',
    solution=SOLUTION,
    why="The addresses tell one memory from another, whoever shows it. The owners are kept until the file is written: were "
    "one of them freed, another array could come to lie at the same addresses.",
    facts=[
        Case("x = np.arange(6)\nowner_is(x, x)", True),
        Case("x = np.arange(6)\nowner_is(x[2:], x)", True),
        Case("x = np.arange(6)\nowner_is(x[2:].reshape(2, 2).T, x)", True),
        Case(
            "x = np.arange(6)\ny = np.lib.stride_tricks.as_strided(x, (2, 2), (8, 8))\nowner_is(y[1:][:, :1], x)",
            True,
        ),
        Case("x = np.frombuffer(bytes(8), np.uint8)\nowner_is(x, x)", True),
        Case("stored(mt.zeros(6))", [24]),
        Case("x = mt.zeros(6)\nstored(x, x[2:4])", [24]),
        Case("x = mt.zeros(6)\nstored(x[2:4])", [24]),
        Case("stored(mt.zeros(6), mt.zeros(2))", [24, 8]),
        Case("x, y = mt.zeros(6), mt.ones(2)\nstored(x[1:], y, x[:1], y)", [24, 8]),
        Case("x, y = mt.zeros(6), mt.ones(2)\nnumbers_of(x[1:], y, x.reshape(2, 3), y[1:])", [0, 1, 0, 1]),
        Case(
            "x = mt.zeros(6)\none = pickled().storage_of(x[2:]._array, mt.float32)\n(one.kind.name, one.where, one.nbytes)",
            ("float32", "cpu", 24),
        ),
        Case(
            "x = mt.zeros(6)\none = pickled().storage_of(x[2:]._array, mt.float32)\none.start - x._array.ctypes.data",
            0,
        ),
        Case("pickled().storage_of(mt.zeros(3, dtype=mt.uint16)._array, mt.uint16).kind is None", True),
        Case("stored(mt.zeros(0), mt.zeros(0))", [0, 0]),
        Case("numbers_of(mt.zeros(0), mt.ones(2), mt.zeros(0))", [0, 1, 2]),
        Case("p = pickled(mt.zeros(6)[:2])\n[owner.shape for owner in p.owners]", [(6,)]),
        Case(
            "x = mt.arange(4.0)\nbytes(pickled(x[1:]).storages[0]) == x._array.tobytes()",
            True,
        ),
        Case(
            "f, x = io.BytesIO(), mt.arange(6.0)\nmt.save([x, x[2:]], f)\nf.seek(0)\n"
            "whole, part = mt.load(f)\npart += 1\nwhole.tolist()",
            [0.0, 1.0, 3.0, 4.0, 5.0, 6.0],
        ),
        Law("one storage for each memory", lambda piece, rng: several(piece, rng), times=3),
        Case(
            "memory = bytearray(8)\nx, y = mt.frombuffer(memory, dtype=mt.float32), mt.frombuffer(memory, dtype=mt.float32)\n"
            "numbers_of(x, y, mt.ones(1))",
            [0, 0, 1],
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    LOOP,
                    "    return array if base_of(array) is None else base_of(array)",
                ),
            ),
            "One step is not always enough: a view of a view may lead to another view. Go on until base_of gives None.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    LOOP,
                    "    return base_of(array)",
                ),
            ),
            "An array with memory of its own has no base: it is its own owner. And a base may be a view again.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    LOOP,
                    "    while array.base is not None:\n        array = array.base\n    return array",
                ),
            ),
            "`.base` may be an object that is no array, of NumPy's or of whoever lent the memory. base_of passes over it.",
        ),
        Wrong(
            edited(SOLUTION, ("    owner = owner_of(array)", "    owner = array")),
            "A view is taken for a memory of its own, so two views of one array get two storages, and no longer share. Take "
            "owner_of(array).",
        ),
        Wrong(
            edited(SOLUTION, ("    if key not in self.known:", "    if True:")),
            "The memory is stored again for each tensor that shows it. Ask first whether its key is in self.known, "
            "and note there what you made.",
        ),
        Wrong(
            edited(SOLUTION, ("        self.storages.append(memory_of(owner))\n", "")),
            "The bytes are not kept: append memory_of(owner) to self.storages.",
        ),
        Wrong(
            edited(SOLUTION, ("memory_of(owner)", "memory_of(array)")),
            "Only the part that this view shows is stored. The storage is all the memory of the owner.",
        ),
        Wrong(
            edited(SOLUTION, ("        self.owners.append(owner)\n", "")),
            "Nobody holds the owner: it may be freed before the file is written. Append it to self.owners.",
        ),
        Wrong(
            edited(SOLUTION, ("Stored(len(self.storages), ", "Stored(len(self.storages) + 1, ")),
            "The first storage has the number 0: its number is how many there are before it.",
        ),
        Wrong(
            edited(SOLUTION, ("typed(kind, nbytes), where", "kind, where")),
            "Not every dtype has a type of storage in PyTorch: typed(kind, nbytes) gives the dtype, or None.",
        ),
        Wrong(
            edited(SOLUTION, ("where, start, nbytes)", "where, start, array.nbytes)")),
            "The size is that of the whole memory, end - start, and not of the view.",
        ),
        Wrong(
            edited(SOLUTION, ("    return self.known[key]", "    return len(self.storages) - 1")),
            "What is returned is the Stored, which knows its number and its start: self.known[key].",
        ),
    ],
    mistakes=[
        where(
            [0, 0, 1],
            "Two arrays may lie in the same memory with neither a view of the other. The memory is known by where it starts and "
            "ends, (start, end); only what is empty by its owner.",
        ),
        Mistake(
            lambda expected, got, error: expected == 0 and isinstance(got, int) and got != 0,
            "start is the address where the memory starts, as bounds(owner) gives it: a tensor's offset is counted from there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "truth value" in str(error),
            "An array is neither true nor false. Ask `is not None`, of what base_of gives.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "list indices" in str(error),
            "self.storages and self.owners are lists, one entry for each memory: append to them. The dictionary is self.known.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "NoneType" in str(error) and "start" in str(error)
            ),
            "storage_of gives None: return self.known[key] in the end, whether the key is new or not.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, (AttributeError, TypeError)) and "function" in str(error),
            "A function stands where an array is needed. bounds and memory_of take the owner that owner_of(array) gave.",
        ),
        Mistake(
            lambda expected, got, error: "missing" in str(error) and "Stored" in str(error),
            "A Stored has five parts: number, kind, where, start, nbytes. The kind is typed(kind, nbytes), `where` is "
            "str(device_of(array)).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'int' object" in str(error),
            "What is returned is the Stored itself: self.known[key].",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, UnboundLocalError) and "owner" in str(error),
            "bounds(owner) comes right after: set `owner = owner_of(array)` first.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, NameError) and "'owner'" in str(error),
            "bounds(owner) comes right after: set `owner = owner_of(array)` first.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, NameError) and "'self'" in str(error),
            "owner_of is a plain function of an array; only storage_of has a self.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, list) and isinstance(got, list) and len(got) > len(expected)
            ),
            "One memory is stored more than once. Its key is made of the owner's addresses; look it up in self.known.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, list) and isinstance(got, list) and len(got) < len(expected)
            ),
            "A memory was not stored. For each new key, the bytes go to self.storages and the owner to self.owners.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, list) and isinstance(got, list) and got != expected and isinstance(got[0], int)
            ),
            "The sizes or numbers of the storages are others. A storage is the whole memory of the owner, and its number is "
            "how many storages there were before it.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and isinstance(got, tuple),
            "The parts of the Stored are number, kind, where, start and nbytes, in this order; the last two are those of the "
            "whole memory.",
        ),
        Mistake(
            lambda expected, got, error: expected is True and got is False,
            "The owner is not found. Go from base to base with base_of until it gives None; the last array is the owner, an "
            "array without a base its own.",
        ),
    ],
    hints=[
        "owner_of: follow base_of as long as it gives an array. storage_of: the owner's addresses are the key in self.known.",
        "If the key is new: make a Stored whose number is len(self.storages), then append to both lists. In any case return "
        "self.known[key].",
        "`Stored(len(self.storages), typed(kind, nbytes), str(device_of(array)), start, nbytes)`.",
    ],
)


def several(piece, rng):
    memories = [mt.zeros(int(rng.integers(1, 9))) for _ in range(int(rng.integers(2, 5)))]
    chosen = [int(rng.integers(len(memories))) for _ in range(8)]
    met = list(dict.fromkeys(chosen))
    pickled = Pickler(io.BytesIO())
    views = [memories[n][int(rng.integers(len(memories[n]))) :] for n in chosen]
    found = [piece(pickled, view._array, mt.float32).number for view in views]
    return {"memories, in the order they are met": chosen}, [met.index(n) for n in chosen], found
