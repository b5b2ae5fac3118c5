"""An entry of a file that is not believed."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited

GIVEN = """
    import io
    import struct
    import zipfile
    import zlib
    from minitorch.serialization.archive import ALIGNMENT, Archive, UnpicklingError, fill

    def file_of(content=b"twelve bytes", **options):
        f = io.BytesIO()
        with zipfile.ZipFile(f, "w", **options) as z:
            z.writestr("a/data.pkl", b".")
            z.writestr("a/data/0", content)
        return f

    def opened(f=None, content=b"twelve bytes", changed=None, name="data/0", mapped=False, **to):
        if f is None:
            f = file_of(content)
        if changed:
            data = bytearray(f.getvalue())
            data[data.index(changed[0])] ^= changed[1]
            f = io.BytesIO(data)
        archive = Archive(f, mapped)
        for key, value in to.items():
            setattr(archive.entries[name], key, value)
        return archive

    def inside(archive, name="data/0"):
        start, size = archive.place(name)
        archive.f.seek(start)
        return archive.f.read(size)

    def verdict(archive, name="data/0", why=""):
        try:
            return archive.place(name) if why == "lie" else bytes(archive.storage(name))
        except UnpicklingError:
            return f"refused: {why}"  # in whatever words

    def from_a_file(data, name):
        import tempfile
        with tempfile.TemporaryFile() as file:
            file.write(data)
            archive = Archive(file, True)
            memory = archive.storage(name)
            at = data.index(b"twelve bytes")
            memory[0] = 84
            return bytes(memory), bytes(archive.memory[at : at + 6]), bytes(archive.storage(name, False)[:6])

    def saved():
        f = io.BytesIO()
        mt.save(mt.frombuffer(bytearray(b"twelve bytes"), dtype=mt.uint8), f)
        return f.getvalue()
"""

SOLUTION = '''
def place(self, name):
    """Where the bytes of an entry start in the file, and how many there are: (start, size). Else UnpicklingError.

    self.header_at(place) gives a header, 30 bytes, or none. It begins with b"PK" and the bytes 3 and 4, and ends with two
    lengths: so many bytes follow before those of the entry.
    """
    entry = self.entries.get(name)
    if entry is None:
        raise UnpicklingError(f"the entry {name!r} is missing")
    if entry.compress_type != zipfile.ZIP_STORED or entry.flag_bits & 1:
        raise UnpicklingError(f"the entry {name!r} is compressed or encrypted, which PyTorch's files never are")
    header = self.header_at(entry.header_offset)
    if header[:4] != b"PK\\3\\4":
        raise UnpicklingError(f"the entry {name!r} is not where the directory says")
    start = entry.header_offset + 30 + sum(struct.unpack("<HH", header[26:]))
    if entry.compress_size != entry.file_size or start + entry.file_size > self.size:
        raise UnpicklingError(f"the entry {name!r} of {entry.file_size} bytes does not lie inside the file")
    return start, entry.file_size


def storage(self, name, mapped=True):
    """The bytes of an entry as memory that may be written to: a part of the mapped file, or a copy in
    new memory, memoryview(np.empty(size, np.uint8)), which fill(self.f, memory) fills.

    A copy is compared with the checksum that the directory has, if it has one (0: none). Else UnpicklingError.
    """
    start, size = self.place(name)
    if self.memory is not None and mapped and start % ALIGNMENT == 0:
        return memoryview(self.memory)[start : start + size]
    memory = memoryview(np.empty(size, np.uint8))
    self.f.seek(start)
    fill(self.f, memory)
    check = self.entries[name].CRC
    if check and zlib.crc32(memory) != check:
        raise UnpicklingError(f"the entry {name!r} was damaged: its checksum is wrong")
    return memory
'''

exercise = Exercise(
    "entry",
    title="An entry, if it is one",
    difficulty=3,
    minutes=7,
    target="minitorch.serialization.archive:Archive.storage",
    covers=("minitorch.serialization.archive:Archive.place",),
    installed=True,
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        def place(self, name):
            """Where the bytes of an entry start in the file, and how many there are: (start, size). Else UnpicklingError.

            self.header_at(place) gives a header, 30 bytes, or none. It begins with b"PK" and the bytes 3 and 4, and ends with two
            lengths: so many bytes follow before those of the entry.
            """
            entry = self.entries.get(name)
            if entry is None:
                raise UnpicklingError(f"the entry {name!r} is missing")
            if entry.compress_type != zipfile.ZIP_STORED or entry.flag_bits & 1:
                raise UnpicklingError(f"the entry {name!r} is compressed or encrypted, which PyTorch's files never are")
            ...


        def storage(self, name, mapped=True):
            """The bytes of an entry as memory that may be written to: a part of the mapped file, or a copy in
            new memory, memoryview(np.empty(size, np.uint8)), which fill(self.f, memory) fills.

            A copy is compared with the checksum that the directory has, if it has one (0: none). Else UnpicklingError.
            """
            start, size = self.place(name)
            if self.memory is not None and mapped and start % ALIGNMENT == 0:
                return memoryview(self.memory)[start : start + size]
            ...
    ''',
    solution=SOLUTION,
    why="The directory of a file is written by whoever wrote the file. What it says is used only after it was compared with "
    "the header, with the size of the file, and with the bytes.",
    facts=[
        Case("inside(opened())", b"twelve bytes", changes=True),
        Case("inside(opened(content=b''))", b"", changes=True),
        Case("inside(opened(io.BytesIO(saved())))", b"twelve bytes", changes=True),
        Case("type(opened().place('data/0')).__name__", "tuple", changes=True),
        Case("verdict(opened())", b"twelve bytes", changes=True),
        Case("verdict(opened(content=bytes(range(256)) * 300)) == bytes(range(256)) * 300", True, changes=True),
        Case("verdict(opened(content=b''))", b"", changes=True),
        Case("verdict(opened(io.BytesIO(saved())))", b"twelve bytes", changes=True),
        Case("verdict(opened(), 'data/1', why='missing')", "refused: missing", changes=True),
        Case(
            "verdict(opened(file_of(compression=zipfile.ZIP_DEFLATED)), why='compressed')",
            "refused: compressed",
            changes=True,
        ),
        Case("verdict(opened(flag_bits=1), why='compressed')", "refused: compressed", changes=True),
        Case(
            "a = opened()\nverdict(opened(header_offset=a.f.getvalue().index(b'PK\\x01\\x02')), why='directory')",
            "refused: directory",
            changes=True,
        ),
        Case("verdict(opened(header_offset=10), why='directory')", "refused: directory", changes=True),
        Case("verdict(opened(header_offset=10**12), why='directory')", "refused: directory", changes=True),
        Case("verdict(opened(header_offset=-5), why='directory')", "refused: directory", changes=True),
        Case(
            "a = opened()\nbytes_ = bytearray(a.f.getvalue())\nbytes_[a.entries['data/0'].header_offset] ^= 1\n"
            "verdict(opened(io.BytesIO(bytes_)), why='directory')",
            "refused: directory",
            changes=True,
        ),
        Case("verdict(opened(changed=(b'PK\\x03\\x04', 0)))", b"twelve bytes", changes=True),
        Case("verdict(opened(file_size=10**12, compress_size=10**12, CRC=0), why='lie')", "refused: lie", changes=True),
        Case("verdict(opened(file_size=400, compress_size=400, CRC=0), why='lie')", "refused: lie", changes=True),
        Case("verdict(opened(file_size=6, CRC=0), why='lie')", "refused: lie", changes=True),
        Case("verdict(opened(compress_size=6, CRC=0), why='lie')", "refused: lie", changes=True),
        Case(
            "a = opened()\nverdict(opened(file_size=a.size, compress_size=a.size, CRC=0), why='lie')",
            "refused: lie",
            changes=True,
        ),
        Case("verdict(opened(changed=(b'twelve', 1)), why='damaged')", "refused: damaged", changes=True),
        Case("verdict(opened(changed=(b'twelve', 1), CRC=0))", b"uwelve bytes", changes=True),
        Case(
            "memory = opened().storage('data/0')\nmemory[0] = 84\n(bytes(memory), memory.readonly)",
            (b"Twelve bytes", False),
            changes=True,
        ),
        Case("from_a_file(saved(), 'data/0')", (b"Twelve bytes", b"Twelve", b"twelve"), changes=True),
        Case(
            "f = io.BytesIO()\nmt.save({'w': mt.ones(3)}, f)\nf.seek(0)\nmt.load(f)['w'].tolist()",
            [1.0, 1.0, 1.0],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    '    if header[:4] != b"PK\\3\\4":\n'
                    '        raise UnpicklingError(f"the entry {name!r} is not where the directory says")\n',
                    "",
                ),
            ),
            "The directory is believed where it says that a header is. Look at its first four bytes before you use the others.",
        ),
        Wrong(
            edited(SOLUTION, (' + sum(struct.unpack("<HH", header[26:]))', "")),
            "Behind the 30 bytes of the header stand the name and a further field; their two lengths end the header. Add both.",
        ),
        Wrong(
            edited(SOLUTION, ('sum(struct.unpack("<HH", header[26:]))', 'struct.unpack("<HH", header[26:])[0]')),
            "Only the first length is added, that of the name. A further field may follow it: PyTorch fills it up so that the "
            "bytes start at a multiple of 64.",
        ),
        Wrong(
            edited(SOLUTION, ("start = entry.header_offset + 30", "start = entry.header_offset")),
            "The header itself has 30 bytes. Add them, too.",
        ),
        Wrong(
            edited(SOLUTION, (" or start + entry.file_size > self.size", "")),
            "An entry may claim to reach beyond the end of the file. start + size must not be larger than self.size.",
        ),
        Wrong(
            edited(SOLUTION, ("start + entry.file_size > self.size", "entry.file_size > self.size")),
            "An entry that begins in the middle has less room than the whole file: compare start + size.",
        ),
        Wrong(
            edited(SOLUTION, ("entry.compress_size != entry.file_size or ", "")),
            "An entry that is not compressed has the same size twice, compress_size and file_size. If they differ, refuse it.",
        ),
        Wrong(
            edited(SOLUTION, ("    self.f.seek(start)\n", "")),
            "The file stands wherever it was read last: self.f.seek(start) comes first.",
        ),
        Wrong(
            edited(SOLUTION, ("    if check and zlib.crc32(memory) != check:", "    if False:")),
            "A damaged entry passes. Compare zlib.crc32(memory) with the checksum in the directory.",
        ),
        Wrong(
            edited(SOLUTION, ("    if check and zlib.crc32(memory)", "    if zlib.crc32(memory)")),
            "A file may have no checksum: torch.save can leave it out, and writes 0. Then there is nothing to compare.",
        ),
        Wrong(
            edited(SOLUTION, ("    fill(self.f, memory)\n", "    memory = self.f.read(size)\n")),
            "What read() gives may not be written to, and a tensor will be. Let fill() fill the memory that was made.",
        ),
        Wrong(
            edited(SOLUTION, ("    return start, entry.file_size", "    return start, start + entry.file_size")),
            "The second number is how many bytes there are, and not where they end.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                error is not None
                and str(expected).startswith("refused")
                and type(error).__name__ in ("ValueError", "OSError")
            ),
            "What is wrong with a file is told by an UnpicklingError, and here another error came: that is what whoever loads "
            "waits for.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "unpack" in str(error),
            "place gives two numbers: where the bytes start, and how many there are.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "read-only" in str(error),
            "Bytes that were read cannot be written to, and a tensor's memory must be. Make memory first, "
            "memoryview(np.empty(size, np.uint8)), and let fill(self.f, memory) fill it.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, bytes) and got.startswith(expected) and len(got) > len(expected) > 0
            ),
            "The bytes begin at the right place, and there are too many of them. place gives where they start and how many there "
            "are, (start, size), not where they end.",
        ),
        Mistake(
            lambda expected, got, error: "hash" in str(error),
            "A checksum depends on the bytes alone: zlib.crc32(memory).",
        ),
        Mistake(
            lambda expected, got, error: "damaged" in str(error) or "byteorder is" in str(error),
            "An entry that is in order comes out wrong. Its bytes begin at `start`: seek there, let fill() fill the memory that "
            "was made, and compare its checksum with the directory's, where that is not 0.",
        ),
        Mistake(
            lambda expected, got, error: type(error).__name__ == "error" and "unpack" in str(error),
            'The two lengths are the last four bytes of the header: struct.unpack("<HH", header[26:]). Where there is no header, '
            "there is nothing to unpack: ask for its first four bytes before.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "ZipInfo" in str(error),
            "An entry has header_offset, file_size, compress_size and CRC.",
        ),
        Mistake(
            lambda expected, got, error: expected == "refused: directory",
            "The directory names a place where no header is, and is believed. header_at(place) gives no bytes there, or bytes "
            "that do not begin as a header does: compare the first four.",
        ),
        Mistake(
            lambda expected, got, error: expected == "refused: lie",
            "An entry passes that does not lie inside the file. It starts after its header, its bytes must end before the file "
            "does, and compress_size and file_size must be the same.",
        ),
        Mistake(
            lambda expected, got, error: expected == "refused: damaged",
            "A byte of this entry was changed, and nobody noticed. Compare zlib.crc32(memory) with self.entries[name].CRC.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and got.startswith("refused: damaged"),
            "Good bytes are refused as damaged. They begin at `start`, are read by fill, and a checksum of 0 stands for none.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and got.startswith("refused"),
            "A good entry is refused. It may end where the file ends, and may be empty.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, bytes) and isinstance(got, bytes) and got != expected,
            "Other bytes come out. They start at the header's place, plus its 30 bytes, plus the two lengths at its end.",
        ),
        Mistake(
            lambda expected, got, error: error is not None and not isinstance(expected, str),
            "A good entry is refused, or not found. Its bytes start at the header's place, plus 30, plus the two lengths "
            '(struct.unpack("<HH", header[26:])), and they may end where the file ends.',
        ),
    ],
    hints=[
        "place: the header first, then where the bytes start, then whether they lie inside the file.",
        '`header = self.header_at(entry.header_offset)`; refuse if `header[:4] != b"PK\\x03\\x04"`; the start is '
        'entry.header_offset + 30 + sum(struct.unpack("<HH", header[26:])).',
        "storage: `self.f.seek(start)`, `fill(self.f, memory)`, then compare zlib.crc32(memory) with self.entries[name].CRC, "
        "unless that is 0.",
    ],
)
