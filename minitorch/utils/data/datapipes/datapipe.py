"""datapipe: IterDataPipe, MapDataPipe, DataChunk, functional_datapipe: datasets in a chain, pipe.map(f).batch(4) (shelf).

A pipe takes its samples from other pipes, its parents, which it keeps as attributes. A DataLoader looks through a chain for
pipes with chance (`set_seed`) and those that share samples out among workers (`apply_sharding`).
"""

import functools
import warnings

from ....random import Generator
from ..dataset import Dataset, IterableDataset, T_co
from ..sampler import drawn_seed


class DataChunk(list):
    """A batch of samples that is a list. Source: PyTorch, torch.utils.data.DataChunk."""

    def __init__(self, items):
        items = list(items)
        super().__init__(items)
        self.items = items

    def as_str(self, indent=""):
        """Its samples, as str shows each."""
        return f"{indent}[{', '.join([str(item) for item in self])}]"

    def raw_iterator(self):
        """The samples one by one."""
        yield from self.items


class Chained:
    """What both kinds of pipes can do: methods that make the next pipe, by name."""

    functions: dict = {}

    @classmethod
    def register_function(cls, function_name, function):
        """Let pipes of this kind have a method: function(pipe, ...)."""
        cls.functions[function_name] = function

    @classmethod
    def register_datapipe_as_function(cls, function_name, cls_to_register, enable_df_api_tracing=False):
        """Let pipes of this kind have a method that makes another pipe. Errors: Exception for a name that is taken."""
        if function_name in cls.functions:
            raise Exception(f"Unable to add DataPipe function name {function_name} as it is already taken")
        cls.functions[function_name] = functools.wraps(cls_to_register, ("__doc__",), ())(
            lambda pipe, *args, **options: cls_to_register(pipe, *args, **options)
        )

    def __getattr__(self, name):
        if name in type(self).functions:
            return functools.partial(type(self).functions[name], self)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}")

    def __dir__(self):
        return [*super().__dir__(), *type(self).functions]

    def __repr__(self):
        return type(self).__qualname__

    def __str__(self):
        return repr(self)


def can(pipe, name):
    """Whether the class of a pipe has this method; its name may also be that of a next pipe."""
    return callable(getattr(type(pipe), name, None))


def chain(pipe):
    """A pipe and all before it, each once, the last pipe first."""
    found = {id(pipe): pipe}
    for value in list(vars(pipe).values()):
        for one in value if isinstance(value, list | tuple) else value.values() if isinstance(value, dict) else [value]:
            if isinstance(one, Chained) and id(one) not in found:
                found.update({id(other): other for other in chain(one)})
    return list(found.values())


class IterDataPipe(Chained, IterableDataset[T_co]):
    """Samples that come one after the other: a subclass says what iter(pipe) is.

    Before each walk `reset()` is called, and the walk before it ends: a pipe has one iterator at a time.

    >>> from minitorch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper("a1b2c3").filter(str.isdigit).map(int).batch(2))
    [[1, 2], [3]]

    Source: PyTorch, torch.utils.data.IterDataPipe.
    """

    functions: dict = {}
    _valid_iterator_id = None

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if "__iter__" in vars(cls):
            cls.__iter__ = counted(cls.__iter__)

    def __iter__(self):
        return self

    def reset(self):
        """Get ready for another walk; subclasses with a buffer empty it."""

    def _begin(self, seed, worker_id=0, num_workers=1):
        """What a DataLoader says before a walk: the seed of all chance in the chain, and which share is wanted."""
        chance = Generator().manual_seed(seed)
        pipes = chain(self)
        for pipe in pipes:
            if can(pipe, "set_seed"):
                pipe.set_seed(drawn_seed(chance))
        for pipe in pipes if num_workers > 1 else ():
            if can(pipe, "apply_sharding"):
                pipe.apply_sharding(num_workers, worker_id)

    def _set_shuffle(self, shuffle):
        """The chain with its shufflers switched on or off; see `DataLoader(..., shuffle=...)`."""
        if shuffle is None:
            return self
        shufflers, last = [pipe for pipe in chain(self) if can(pipe, "set_shuffle")], self
        if shuffle and not shufflers:
            warnings.warn(
                "`shuffle=True` was set, but the datapipe does not contain a `Shuffler`. Adding one at the end. Be aware "
                "that the default buffer size might not be sufficient for your task.",
                stacklevel=3,
            )
            last = self.shuffle()
            shufflers = [last]
        for pipe in shufflers:
            pipe.set_shuffle(shuffle)
        return last


def counted(walk):
    """An __iter__ whose iterators end when another is made."""

    @functools.wraps(walk)
    def __iter__(self):
        number = -1 if self._valid_iterator_id is None else self._valid_iterator_id
        self._valid_iterator_id = number + 1
        self.reset()
        found = walk(self)
        return found if found is self else current(self, found, number + 1)

    return __iter__


def current(pipe, samples, number):
    """The samples, as long as this is the pipe's last iterator."""
    for sample in samples:
        if pipe._valid_iterator_id != number:
            raise RuntimeError(
                "This iterator has been invalidated because another iterator has been created from the same IterDataPipe: "
                f"{pipe!r}\nThis may be caused multiple references to the same IterDataPipe. We recommend using `.fork()` "
                "if that is necessary."
            )
        yield sample


class MapDataPipe(Chained, Dataset[T_co]):
    """Samples that are asked for by index: a subclass says what pipe[index] and len(pipe) are.

    >>> from minitorch.utils.data.datapipes.map import SequenceWrapper
    >>> pipe = SequenceWrapper("abc").map(str.upper)
    >>> pipe[1], len(pipe)
    ('B', 3)

    Source: PyTorch, torch.utils.data.MapDataPipe.
    """

    functions: dict = {}


class functional_datapipe:  # noqa: N801 (PyTorch's name)
    """Let pipes have a method that makes a pipe of the decorated class. Source: PyTorch, functional_datapipe."""

    def __init__(self, name, enable_df_api_tracing=False):
        self.name = name

    def __call__(self, cls):
        if not issubclass(cls, IterDataPipe | MapDataPipe):
            raise TypeError("`functional_datapipe` can only decorate IterDataPipe")
        kind = IterDataPipe if issubclass(cls, IterDataPipe) else MapDataPipe
        kind.register_datapipe_as_function(self.name, cls)
        return cls


def length_of(owner, source):
    """len(source), or the error that says who has none."""
    if not hasattr(source, "__len__"):
        raise TypeError(f"{type(owner).__name__} instance doesn't have valid length")
    return len(source)
