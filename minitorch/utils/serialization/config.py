"""config: what save and load do where their arguments say nothing (shelf).

>>> from minitorch.utils.serialization import config
>>> config.load.mmap, config.save.compute_crc32
(False, True)

Source: PyTorch, torch.utils.serialization.config.
"""

import sys


class load:
    """For load.

    mmap        whether files are mapped where mmap is None: True, or False for large ones only
    endianness  a LoadEndianness for files that do not say the order of their bytes; None: little
    mmap_flags  mmap.MAP_PRIVATE, 2, or MAP_SHARED, 1: whether what is written to mapped tensors goes to the file
    calculate_storage_offsets  taken and not used: where storages lie is read from the file's directory
    """

    mmap = False
    endianness = None
    mmap_flags = None if sys.platform == "win32" else 2
    calculate_storage_offsets = False


class save:
    """For save.

    compute_crc32  whether checksums are written; without them other programs may not unpack the file
    use_pinned_memory_for_d2h, storage_alignment  taken and not used: storages start at multiples of 64
    """

    compute_crc32 = True
    use_pinned_memory_for_d2h = False
    storage_alignment = 64
