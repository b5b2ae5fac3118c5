r"""entry: An entry, if it is one (difficulty 3, 7 minutes)

The directory of a file is written by whoever wrote the file. What it says is used only after it was compared with the
header, with the size of the file, and with the bytes.

1. place: the header first, then where the bytes start, then whether they lie inside the file.
2. `header = self.header_at(entry.header_offset)`; refuse if `header[:4] != b"PK\x03\x04"`; the start is
   entry.header_offset + 30 + sum(struct.unpack("<HH", header[26:])).
3. storage: `self.f.seek(start)`, `fill(self.f, memory)`, then compare zlib.crc32(memory) with self.entries[name].CRC,
   unless that is 0.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.archive:Archive.storage",
    covers="Archive.place",
    changes=True,
    setup="""
        import io

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
    """,
    stub="""
        def storage(self, name, mapped=True):
            start, size = self.place(name)
            if self.memory is not None and mapped and (start % ALIGNMENT == 0):
                return memoryview(self.memory)[start:start + size]
            ...
    """,
    facts="""
        >>> verdict(opened(), 'data/1', why='missing')
        'refused: missing'
        else: place gives two numbers: where the bytes start, and how many there are.
        >>> verdict(opened(flag_bits=1), why='compressed')
        'refused: compressed'
        >>> verdict(opened(header_offset=10**12), why='directory')
        'refused: directory'
        else: The directory is believed where it says that a header is. Look at its first four bytes before you use the
            others.
        >>> verdict(opened(file_size=6, CRC=0), why='lie')
        'refused: lie'
        else: An entry passes that does not lie inside the file. It starts after its header, its bytes must end before
            the file does, and compress_size and file_size must be the same.
        >>> a = opened()
        >>> verdict(opened(file_size=a.size, compress_size=a.size, CRC=0), why='lie')
        'refused: lie'
        >>> verdict(opened(changed=(b'twelve', 1)), why='damaged')
        'refused: damaged'
        else: A byte of this entry was changed, and nobody noticed. Compare zlib.crc32(memory) with
            self.entries[name].CRC.
        >>> verdict(opened(changed=(b'twelve', 1), CRC=0))
        b'uwelve bytes'
        else: Other bytes come out. They start at the header's place, plus its 30 bytes, plus the two lengths at its
            end.
        >>> memory = opened().storage('data/0')
        >>> memory[0] = 84
        >>> (bytes(memory), memory.readonly)
        (b'Twelve bytes', False)
        else: What read() gives may not be written to, and a tensor will be. Let fill() fill the memory that was made.
        >>> from_a_file(saved(), 'data/0')
        (b'Twelve bytes', b'Twelve', b'twelve')
        else: Only the first length is added, that of the name. A further field may follow it: PyTorch fills it up so
            that the bytes start at a multiple of 64.
    """,
)
