"""placed: Where a storage goes (difficulty 2, 5 minutes)

Two tensors that shared a storage share it again because it is made once. And map_location is asked once for each
storage, before any tensor is made of it.

1. map_location has four forms: None, a device or its name, a dictionary, a function. Three of them only change
   `location`.
2. `to.get(location, location)` for a dictionary; str(...) makes text of a device. The function is called with the
   storage and the location, and what it gives is returned, unless it is None.
3. `if callable(to): ... elif isinstance(to, dict): ... elif to is not None: location = str(to)`; and in storage `if
   key not in self.storages: self.storages[key] = self.placed(key, location)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.loading:Loader.storage",
    covers="Loader.placed",
    setup="""
        from minitorch.backend import device

        def file(*tensors):
            f = io.BytesIO()
            mt.save(list(tensors), f)
            f.seek(0)
            return f

        def loader(map_location=None):
            return Loader(file(mt.ones(3), mt.zeros(2)), False, map_location)

        def refusal(make):
            try:
                return type(make()).__name__
            except UnpicklingError as error:
                return "restore data location" if "restore data location" in str(error) else "UnpicklingError"
    """,
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
    facts="""
        >>> [x.tolist() for x in mt.load(file(mt.ones(3), mt.zeros(2)))]
        [[1.0, 1.0, 1.0], [0.0, 0.0]]
        else: The storage is not in self.storages when it is asked for: `self.storages[key] = self.placed(key,
            location)` if it is not there yet.
        >>> x = mt.zeros(3)
        >>> a, b = mt.load(file(x, x[1:]))
        >>> b += 1
        >>> a.tolist()
        [0.0, 1.0, 1.0]
        else: The storage is placed again each time the file names it, and tensors that shared it no longer do. Place it
            only if its key is not in self.storages.
        >>> str(loader(device('cpu')).placed('0', 'mps').where)
        'cpu'
        if "'partition'": A device may come as a `device` and not as text, and check_location reads text: str(to).
        else: map_location is not looked at. It may be a device or its name, a dictionary, or a function.
        >>> str(loader().placed('0', 'meta').where)
        'meta'
        else: The storage stays where it is: it has to go to the location, storage.to(location).
        >>> str(loader({'cuda:1': device('cpu')}).placed('0', 'cuda:1').where)
        'cpu'
        else: The dictionary may hold a `device`, and check_location reads text: str(...).
        >>> str(loader({'cuda:1': 'cuda:0'}).placed('0', 'cpu').where)
        'cpu'
        else: A device that the dictionary does not name becomes None. It stays where it was: to.get(location,
            location).
        >>> refusal(lambda: loader(lambda s, where: None).placed('0', 'mps'))
        'restore data location'
        if 'NoneType': A function that answers None has no opinion: the storage goes where it was then.
        else: A device that does not exist gets past: what map_location makes of the location has to be checked as well,
            and a device that it does not name stays as it was.
        >>> refusal(lambda: loader(lambda s, where: s.cpu()).placed('0', 'mps'))
        'Storage'
        else: What a function gives as map_location is the answer, whatever it is: return it, unless it is None.
        >>> refusal(lambda: loader().storage(('storage', mt.float32, '0', 'cpu', 5)))
        'UnpicklingError'
        else: The line with check_count is gone: the file may claim any number of elements.
    """,
)
