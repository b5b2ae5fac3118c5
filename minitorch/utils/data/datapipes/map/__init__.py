"""map: pipes whose samples are asked for by index, under PyTorch's names."""

from .pipes import (
    BatcherMapDataPipe as Batcher,
)
from .pipes import (
    ConcaterMapDataPipe as Concater,
)
from .pipes import (
    MapperMapDataPipe as Mapper,
)
from .pipes import (
    SequenceWrapperMapDataPipe as SequenceWrapper,
)
from .pipes import (
    ShufflerIterDataPipe as Shuffler,
)
from .pipes import (
    ZipperMapDataPipe as Zipper,
)
