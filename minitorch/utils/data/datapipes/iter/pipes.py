"""pipes: IterableWrapper, map, filter, collate, shuffle, sharding_filter, batch, unbatch, concat, zip (shelf)."""

import copy
import random
import warnings

from ..._utils.collate import default_collate
from ...sampler import SequentialSampler, drawn_seed
from ..callable import check_function, columns, put_in
from ..datapipe import DataChunk, IterDataPipe, functional_datapipe, length_of

# --- the first pipe ---------------------------------------------------------------------------------------------------


class IterableWrapperIterDataPipe(IterDataPipe):
    """The samples of any iterable, copied for each walk unless deepcopy=False. Source: PyTorch, datapipes.iter."""

    def __init__(self, iterable, deepcopy=True):
        self.iterable, self.deepcopy = iterable, deepcopy

    def __iter__(self):
        source = self.iterable
        if self.deepcopy:
            try:
                source = copy.deepcopy(source)
            except TypeError:
                warnings.warn(
                    "The input iterable can not be deepcopied, please be aware of in-place modification would affect "
                    "source data.",
                    stacklevel=2,
                )
        yield from source

    def __len__(self):
        return length_of(self, self.iterable)


# --- a function of each sample ------------------------------------------------------------------------------------------


@functional_datapipe("map")
class MapperIterDataPipe(IterDataPipe):
    """fn(sample) for each; or of the columns input_col of it, with the result in column output_col (-1: a new one).

    >>> from minitorch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper([(1, 2), (3, 4)]).map(max, input_col=[0, 1]))
    [(2,), (4,)]

    Source: PyTorch, datapipes.iter.Mapper.
    """

    def __init__(self, datapipe, fn, input_col=None, output_col=None):
        check_function(fn, input_col, output_col)
        self.datapipe, self.fn, self.input_col = datapipe, fn, input_col
        self.output_col = output_col[0] if isinstance(output_col, list | tuple) else output_col

    def __iter__(self):
        for data in self.datapipe:
            yield put_in(data, self.fn(*columns(data, self.input_col)), self.input_col, self.output_col)

    def __len__(self):
        return length_of(self, self.datapipe)


@functional_datapipe("collate")
class CollatorIterDataPipe(MapperIterDataPipe):
    """A batch of tensors of each list of samples. Source: PyTorch, datapipes.iter.Collator."""

    def __init__(self, datapipe, conversion=None, collate_fn=None):
        super().__init__(datapipe, collate_fn or conversion or default_collate)


@functional_datapipe("filter")
class FilterIterDataPipe(IterDataPipe):
    """The samples for which filter_fn says True. Errors: ValueError for another answer than a bool.

    Source: PyTorch, datapipes.iter.Filter.
    """

    def __init__(self, datapipe, filter_fn, input_col=None):
        check_function(filter_fn, input_col)
        self.datapipe, self.filter_fn, self.input_col = datapipe, filter_fn, input_col

    def __iter__(self):
        for data in self.datapipe:
            answer = self.filter_fn(*columns(data, self.input_col))
            if not isinstance(answer, bool):
                raise ValueError("Boolean output is required for `filter_fn` of FilterIterDataPipe, got", type(answer))
            if answer:
                yield data


# --- another order, and a share -----------------------------------------------------------------------------------------


@functional_datapipe("shuffle")
class ShufflerIterDataPipe(IterDataPipe):
    """The samples in random order: each comes from a buffer of so many, at a place drawn by chance.

    Its seed is drawn from the default generator, or set_seed says it, for one walk.

    >>> from minitorch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper(range(10)).shuffle().set_seed(0))
    [6, 7, 0, 3, 8, 5, 9, 2, 4, 1]

    Source: PyTorch, datapipes.iter.Shuffler.
    """

    def __init__(self, datapipe, *, buffer_size=10000, unbatch_level=0):
        if buffer_size <= 0:
            raise AssertionError("buffer_size should be larger than 0")
        self.datapipe = datapipe if unbatch_level == 0 else datapipe.unbatch(unbatch_level=unbatch_level)
        self.buffer_size, self._buffer = buffer_size, []
        self._enabled, self._seed, self._rng = True, None, random.Random()

    def set_shuffle(self, shuffle=True):
        """Shuffle from now on, or leave the order as it is."""
        self._enabled = shuffle
        return self

    def set_seed(self, seed):
        """Where the chance of the next walk comes from."""
        self._seed = seed
        return self

    def reset(self):
        self._buffer = []
        if self._enabled:
            self._rng.seed(drawn_seed() if self._seed is None else self._seed)
            self._seed = None

    def __iter__(self):
        if not self._enabled:
            yield from self.datapipe
            return
        for sample in self.datapipe:
            if len(self._buffer) < self.buffer_size:
                self._buffer.append(sample)
                continue
            place = self._rng.randint(0, len(self._buffer) - 1)
            drawn, self._buffer[place] = self._buffer[place], sample
            yield drawn
        while self._buffer:
            yield self._buffer.pop(self._rng.randint(0, len(self._buffer) - 1))

    def __len__(self):
        return length_of(self, self.datapipe)


class SamplerIterDataPipe(IterDataPipe):
    """The indices that a sampler gives for a pipe. Source: PyTorch, datapipes.iter.Sampler."""

    def __init__(self, datapipe, sampler=SequentialSampler, sampler_args=None, sampler_kwargs=None):
        self.datapipe, self.sampler_args = datapipe, sampler_args or ()
        self.sampler_kwargs = {**(sampler_kwargs or {}), "data_source": datapipe}
        self.sampler = sampler(*self.sampler_args, **self.sampler_kwargs)

    def __iter__(self):
        return iter(self.sampler)

    def __len__(self):
        return length_of(self, self.sampler)


@functional_datapipe("sharding_filter")
class ShardingFilterIterDataPipe(IterDataPipe):
    """Every n-th sample in each of n worker processes; a DataLoader says which.

    >>> from minitorch.utils.data.datapipes.iter import IterableWrapper
    >>> pipe = IterableWrapper(range(7)).sharding_filter()
    >>> pipe.apply_sharding(3, 1)
    >>> list(pipe), len(pipe)
    ([1, 4], 2)

    Errors: ValueError for a share that there is not. Source: PyTorch, datapipes.iter.ShardingFilter.
    """

    def __init__(self, source_datapipe):
        self.source_datapipe, self.num_of_instances, self.instance_id = source_datapipe, 1, 0

    def apply_sharding(self, num_of_instances, instance_id):
        """Give share number instance_id of so many from now on."""
        if instance_id >= num_of_instances:
            raise ValueError(f"instance_id({instance_id}) should be smaller than num_of_instances({num_of_instances})")
        self.num_of_instances, self.instance_id = num_of_instances, instance_id

    def __iter__(self):
        for place, sample in enumerate(self.source_datapipe):
            if place % self.num_of_instances == self.instance_id:
                yield sample

    def __len__(self):
        whole, rest = divmod(length_of(self, self.source_datapipe), self.num_of_instances)
        return whole + (self.instance_id < rest)


# --- batches --------------------------------------------------------------------------------------------------------------


@functional_datapipe("batch")
class BatcherIterDataPipe(IterDataPipe):
    """Lists of batch_size samples. Source: PyTorch, datapipes.iter.Batcher."""

    def __init__(self, datapipe, batch_size, drop_last=False, wrapper_class=DataChunk):
        if batch_size <= 0:
            raise AssertionError("Batch size is required to be larger than 0!")
        self.datapipe, self.batch_size = datapipe, batch_size
        self.drop_last, self.wrapper_class = drop_last, wrapper_class

    def __iter__(self):
        batch = []
        for sample in self.datapipe:
            batch.append(sample)
            if len(batch) == self.batch_size:
                yield self.wrapper_class(batch)
                batch = []
        if batch and not self.drop_last:
            yield self.wrapper_class(batch)

    def __len__(self):
        whole, rest = divmod(length_of(self, self.datapipe), self.batch_size)
        return whole + (rest > 0 and not self.drop_last)


@functional_datapipe("unbatch")
class UnBatcherIterDataPipe(IterDataPipe):
    """What is in the lists, unbatch_level deep; -1: all of it. Source: PyTorch, datapipes.iter.UnBatcher."""

    def __init__(self, datapipe, unbatch_level=1):
        self.datapipe, self.unbatch_level = datapipe, unbatch_level

    def __iter__(self):
        for sample in self.datapipe:
            yield from opened(sample, self.unbatch_level)


def opened(sample, level):
    """The samples in a list, `level` deep."""
    if level < -1:
        raise ValueError("unbatch_level must be -1 or >= 0")
    if level == 0 or (level == -1 and not isinstance(sample, list)):
        yield sample
    elif isinstance(sample, list):
        for inner in sample:
            yield from opened(inner, level if level == -1 else level - 1)
    else:
        raise IndexError(f"unbatch_level {level} exceeds the depth of the DataPipe")


# --- several pipes ----------------------------------------------------------------------------------------------------------


class Several(IterDataPipe):
    """A pipe that takes its samples from several others."""

    def __init__(self, *datapipes):
        if not all([isinstance(pipe, IterDataPipe) for pipe in datapipes]):
            raise TypeError(self._wrong)
        self.datapipes = datapipes

    def __len__(self):
        return self._together([length_of(self, pipe) for pipe in self.datapipes])


@functional_datapipe("concat")
class ConcaterIterDataPipe(Several):
    """One pipe after the other. Source: PyTorch, datapipes.iter.Concater."""

    _together, _wrong = staticmethod(sum), "Expected all inputs to be `IterDataPipe`"

    def __init__(self, *datapipes):
        if not datapipes:
            raise ValueError("Expected at least one DataPipe, but got nothing")
        super().__init__(*datapipes)

    def __iter__(self):
        for pipe in self.datapipes:
            yield from pipe


@functional_datapipe("zip")
class ZipperIterDataPipe(Several):
    """Tuples of a sample of each, as long as there are. Source: PyTorch, datapipes.iter.Zipper."""

    _together, _wrong = staticmethod(min), "All inputs are required to be `IterDataPipe` for `ZipIterDataPipe`."

    def __iter__(self):
        yield from zip(*self.datapipes, strict=False)
