"""packed: archives that a program has compressed since they were saved: unpacked first, if they are no bomb (shelf)."""

import io
import zipfile
import zlib

from .archive import UnpicklingError

TIMES, FREE = 100, 2**26  # an archive may grow to so many times its size, and to so many bytes in any case


def unpacked(file):
    """The file itself, or where entries of it are compressed a copy in memory whose entries are not.

    What the entries declare to hold is believed no further than zipfile does, which reads no more than that of each.
    Errors: UnpicklingError for an archive that would be more than TIMES as large, or that is broken.
    """
    begin = file.tell()
    try:
        with zipfile.ZipFile(file) as packed:
            entries = packed.infolist()
            if all([one.compress_type == zipfile.ZIP_STORED for one in entries]):
                return file
            size = sum([one.file_size for one in entries])
            if size > max(FREE, TIMES * sum([one.compress_size for one in entries])):
                raise UnpicklingError(f"it is packed and would be {size} bytes: unpack it yourself if you trust it")
            plain = io.BytesIO()
            with zipfile.ZipFile(plain, "w") as made:
                for one in entries:
                    made.writestr(one.filename, packed.read(one))
            plain.seek(0)
            return plain
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError, OSError) as error:
        if isinstance(error, UnpicklingError):
            raise
        return file  # whoever reads it next says what is wrong
    finally:
        file.seek(begin)
