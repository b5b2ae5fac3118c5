"""write_whole: Whole or not at all (difficulty 3, 7 minutes)

Nobody ever sees half a file: under the name stands the old one until the new one is complete and on the disk, and
os.replace changes the name in one step.

1. Three parts: fill the new file, rename it, and tidy up if anything went wrong. The first two stand in a `try`.
2. `with open(temporary, "xb") as f:` and in it write(f), f.flush(), os.fsync(f.fileno()). After the block, the two
   lines that are given.
3. `except BaseException:`, then `Path(temporary).unlink(missing_ok=True)` and `raise`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.archive:write_whole",
    alone=True,
    setup="""
        import tempfile
        from unittest import mock

        def trial(write_whole, write, old=b"old"):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "a.pt"
                if old is not None:
                    path.write_bytes(old)
                stopped = []

                def noted(f):
                    try:
                        write(f)
                    except BaseException as error:
                        stopped.append(error)
                        raise

                try:
                    write_whole(str(path), noted)
                    came = None
                except (Exception, KeyboardInterrupt) as error:
                    if not stopped:
                        raise
                    came = type(error).__name__
                return {one.name[:6]: one.read_bytes() for one in sorted(Path(folder).iterdir())}, came

        def stop(error):
            raise error
    """,
    stub="""
        def write_whole(path, write):
            temporary = new_name(path)
            ...
            same_rights(path, temporary)
            os.replace(temporary, path)
    """,
    facts="""
        >>> trial(write_whole, lambda f: [f.write(b'new'), stop(KeyboardInterrupt())])
        ({'a.pt': b'old'}, 'KeyboardInterrupt')
        if "TypeError: a bytes-like object is required, not 'function'": `write` is a function that writes into the file
            that it is given: call it, write(f).
        if ({'a.pt': b'old'}, None): The error is swallowed: whoever called believes that the file was saved. After
            tidying up, `raise` it again.
        if ({'a.pt': b'old'}, 'TypeError'): The file takes bytes: open it with "xb" (or "wb"), not as text.
        if ({'a.pt': b'new'}, 'KeyboardInterrupt'): In `finally` the half-written file takes the old one's place as
            well. Rename only if all went well.
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "a.pt"
        ...     path.write_bytes(b"old")
        ...     path.chmod(0o640)
        ...     write_whole(str(path), lambda f: f.write(b"new"))
        ...     mode = oct(path.stat().st_mode & 0o777)
        >>> mode
        '0o640'
        if '0o644': The new file has other permissions than the old one had: same_rights(path, temporary) copies them.
        else: The new file has other permissions than the old one had: call same_rights(path, temporary).
        >>> calls = []
        >>> def told(name):
        ...     own = getattr(os, name)
        ...     return mock.patch.object(os, name, lambda *args: (calls.append(name), own(*args))[1])
        >>> with tempfile.TemporaryDirectory() as folder, told("fsync"), told("replace"):
        ...     write_whole(folder + "/a.pt", lambda f: f.write(b"new"))
        >>> calls
        ['fsync', 'replace']
        else: The bytes have to be on the disk before the name is: f.flush() and os.fsync(f.fileno()), and then
            os.replace.
    """,
)
