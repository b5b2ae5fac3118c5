"""pipes: SequenceWrapper, map, shuffle, batch, concat, zip (shelf)."""

import copy
import random
import warnings

from ...sampler import drawn_seed
from ..callable import check_function
from ..datapipe import DataChunk, IterDataPipe, MapDataPipe, functional_datapipe, length_of


class SequenceWrapperMapDataPipe(MapDataPipe):
    """The items of a list or a dict, copied unless deepcopy=False. Source: PyTorch, datapipes.map.SequenceWrapper."""

    def __init__(self, sequence, deepcopy=True):
        self.sequence = sequence
        if deepcopy:
            try:
                self.sequence = copy.deepcopy(sequence)
            except TypeError:
                warnings.warn(
                    "The input sequence can not be deepcopied, please be aware of in-place modification would affect "
                    "source data",
                    stacklevel=2,
                )

    def __getitem__(self, index):
        return self.sequence[index]

    def __len__(self):
        return len(self.sequence)


@functional_datapipe("map")
class MapperMapDataPipe(MapDataPipe):
    """fn(sample) for each. Source: PyTorch, datapipes.map.Mapper."""

    def __init__(self, datapipe, fn=lambda sample: sample):
        check_function(fn, None)
        self.datapipe, self.fn = datapipe, fn

    def __getitem__(self, index):
        return self.fn(self.datapipe[index])

    def __len__(self):
        return length_of(self, self.datapipe)


@functional_datapipe("batch")
class BatcherMapDataPipe(MapDataPipe):
    """Lists of batch_size samples. Source: PyTorch, datapipes.map.Batcher."""

    def __init__(self, datapipe, batch_size, drop_last=False, wrapper_class=DataChunk):
        if batch_size <= 0:
            raise AssertionError("Batch size is required to be larger than 0!")
        self.datapipe, self.batch_size = datapipe, batch_size
        self.drop_last, self.wrapper_class = drop_last, wrapper_class

    def __getitem__(self, index):
        whole = range(index * self.batch_size, (index + 1) * self.batch_size)
        places = [place for place in whole if place < len(self.datapipe)]
        if not places or (self.drop_last and len(places) < self.batch_size):
            raise IndexError(f"Index {index} is out of bound.")
        return self.wrapper_class([self.datapipe[place] for place in places])

    def __len__(self):
        whole, rest = divmod(length_of(self, self.datapipe), self.batch_size)
        return whole + (rest > 0 and not self.drop_last)


class Several(MapDataPipe):
    """A pipe that takes its samples from several others."""

    def __init__(self, *datapipes):
        if not datapipes:
            raise ValueError("Expected at least one DataPipe, but got nothing")
        if not all([isinstance(pipe, MapDataPipe) for pipe in datapipes]):
            raise TypeError("Expected all inputs to be `MapDataPipe`")
        self.datapipes = datapipes

    def __len__(self):
        return self._together([len(pipe) for pipe in self.datapipes])


@functional_datapipe("concat")
class ConcaterMapDataPipe(Several):
    """One pipe after the other. Source: PyTorch, datapipes.map.Concater."""

    _together = staticmethod(sum)

    def __getitem__(self, index):
        place = index
        for pipe in self.datapipes:
            if place < len(pipe):
                return pipe[place]
            place -= len(pipe)
        raise IndexError(f"Index {index} is out of range.")


@functional_datapipe("zip")
class ZipperMapDataPipe(Several):
    """Tuples of a sample of each. Source: PyTorch, datapipes.map.Zipper."""

    _together = staticmethod(min)

    def __getitem__(self, index):
        sample = []
        for pipe in self.datapipes:
            try:
                sample.append(pipe[index])
            except IndexError as error:
                raise IndexError(f"Index {index} is out of range for one of the input MapDataPipes {pipe}.") from error
        return tuple(sample)


class ShufflerIterDataPipe(IterDataPipe):
    """The samples of a map pipe in random order, one after the other. Source: PyTorch, datapipes.map.Shuffler."""

    def __init__(self, datapipe, *, indices=None):
        self.datapipe = datapipe
        self.indices = list(range(len(datapipe))) if indices is None else indices
        self._enabled, self._seed, self._rng, self._shuffled_indices = True, None, random.Random(), self.indices

    def set_shuffle(self, shuffle=True):
        """Shuffle from now on, or leave the order as it is."""
        self._enabled = shuffle
        return self

    def set_seed(self, seed):
        """Where the chance of the next walk comes from."""
        self._seed = seed
        return self

    def reset(self):
        self._rng.seed(drawn_seed() if self._enabled and self._seed is None else self._seed)
        self._seed = None
        self._shuffled_indices = self._rng.sample(self.indices, len(self.indices))

    def __iter__(self):
        order = reversed(self._shuffled_indices) if self._enabled else self.indices
        for index in order:
            yield self.datapipe[index]

    def __len__(self):
        return len(self.datapipe)


MapDataPipe.register_datapipe_as_function("shuffle", ShufflerIterDataPipe)
