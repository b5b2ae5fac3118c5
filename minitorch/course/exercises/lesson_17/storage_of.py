"""storage_of: Each memory once (difficulty 3, 6 minutes)

The addresses tell one memory from another, whoever shows it. The owners are kept until the file is written: were one
of them freed, another array could come to lie at the same addresses.

1. owner_of: follow base_of as long as it gives an array. storage_of: the owner's addresses are the key in self.known.
2. If the key is new: make a Stored whose number is len(self.storages), then append to both lists. In any case return
   self.known[key].
3. `Stored(len(self.storages), typed(kind, nbytes), str(device_of(array)), start, nbytes)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.saving:Pickler.storage_of",
    covers="minitorch.serialization.memory:owner_of",
    setup="""
        from minitorch.serialization import saving

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
    """,
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
    facts="""
        >>> x = np.arange(6)
        >>> owner_is(x[2:], x)
        True
        else: The owner is not found. Go from base to base with base_of until it gives None; the last array is the
            owner, an array without a base its own.
        >>> x = np.arange(6)
        >>> y = np.lib.stride_tricks.as_strided(x, (2, 2), (8, 8))
        >>> owner_is(y[1:][:, :1], x)
        True
        if False: An array with memory of its own has no base: it is its own owner. And a base may be a view again.
        >>> x = mt.zeros(6)
        >>> stored(x[2:4])
        [24]
        else: The bytes are not kept: append memory_of(owner) to self.storages.
        >>> x = mt.zeros(6)
        >>> one = pickled().storage_of(x[2:]._array, mt.float32)
        >>> (one.kind.name, one.where, one.nbytes)
        ('float32', 'cpu', 24)
        else: The parts of the Stored are number, kind, where, start and nbytes, in this order; the last two are those
            of the whole memory.
        >>> pickled().storage_of(mt.zeros(3, dtype=mt.uint16)._array, mt.uint16).kind is None
        True
        else: Not every dtype has a type of storage in PyTorch: typed(kind, nbytes) gives the dtype, or None.
        >>> stored(mt.zeros(0), mt.zeros(0))
        [0, 0]
        else: A memory was not stored. For each new key, the bytes go to self.storages and the owner to self.owners.
        >>> memory = bytearray(8)
        >>> x, y = mt.frombuffer(memory, dtype=mt.float32), mt.frombuffer(memory, dtype=mt.float32)
        >>> numbers_of(x, y, mt.ones(1))
        [0, 0, 1]
        else: Two arrays may lie in the same memory with neither a view of the other. The memory is known by where it
            starts and ends, (start, end); only what is empty by its owner.
    """,
)
