"""iter: pipes whose samples come one after the other, under PyTorch's names."""

from .pipes import (
    BatcherIterDataPipe as Batcher,
)
from .pipes import (
    CollatorIterDataPipe as Collator,
)
from .pipes import (
    ConcaterIterDataPipe as Concater,
)
from .pipes import (
    FilterIterDataPipe as Filter,
)
from .pipes import (
    IterableWrapperIterDataPipe as IterableWrapper,
)
from .pipes import (
    MapperIterDataPipe as Mapper,
)
from .pipes import (
    SamplerIterDataPipe as Sampler,
)
from .pipes import (
    ShardingFilterIterDataPipe as ShardingFilter,
)
from .pipes import (
    ShufflerIterDataPipe as Shuffler,
)
from .pipes import (
    UnBatcherIterDataPipe as UnBatcher,
)
from .pipes import (
    ZipperIterDataPipe as Zipper,
)
