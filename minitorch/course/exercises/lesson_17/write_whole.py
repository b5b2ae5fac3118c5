"""write_whole: Replacing a file whole (difficulty 3, 9 minutes)

Under its name there is the old file until the new one is complete. os.replace then gives the name to the new file in one
step, so no program ever sees half a file.

1. Three parts: fill the new file, rename it, and remove it if anything went wrong. The first two go into a `try`. For the
   new file's name, add `os.urandom(4).hex()` to `path`.
2. `with open(temporary, "wb") as f:` and in it `write(f)`, `f.flush()`, `os.fsync(f.fileno())`. After the block,
   `os.replace(temporary, path)`.
3. `except BaseException:` catches KeyboardInterrupt too. In it `Path(temporary).unlink(missing_ok=True)` and `raise`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.archive:write_whole",
    alone=True,
    stub='''
        def write_whole(path, write):
            """Call write(f) with a new binary file beside `path`, and give that file the name `path` at the end.

            If anything goes wrong (in `write`, in os.replace, or by KeyboardInterrupt), the error is passed on, `path` is
            as it was before, and the new file is removed. The other files in the folder are never touched.
            """
            ...
    ''',
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
                files = [one.name for one in sorted(Path(folder).iterdir())]
                return (path.read_bytes() if path.exists() else None), len(files), came

        def stop(error):
            raise error

        def places(write_whole):
            with tempfile.TemporaryDirectory() as folder:
                seen = []
                write_whole(folder + "/a.pt", lambda f: (f.write(b"new"), seen.append(len(os.listdir(folder)) == 1)))
                return seen

        def neighbours(write_whole):
            with tempfile.TemporaryDirectory() as folder:
                path, names = Path(folder) / "a.pt", []
                write_whole(str(path), lambda f: (f.write(b"new"), names.extend(os.listdir(folder))))
                path.unlink()
                for name in names:
                    (Path(folder) / name).write_bytes(b"mine")
                others = set(names) - {"a.pt"}
                write_whole(str(path), lambda f: f.write(b"new"))
                kept = [(Path(folder) / name).exists() and (Path(folder) / name).read_bytes() for name in others]
                return all(content == b"mine" for content in kept)

        def onto_a_folder(write_whole):
            with tempfile.TemporaryDirectory() as folder:
                os.mkdir(folder + "/a.pt")
                try:
                    write_whole(folder + "/a.pt", lambda f: f.write(b"new"))
                    came = None
                except OSError:
                    came = "OSError"
                return came, len(os.listdir(folder))

        def calls(write_whole):
            seen = []
            fsync, replace = os.fsync, os.replace

            def watched_fsync(f):
                number = f if isinstance(f, int) else f.fileno()
                seen.append("fsync" if os.fstat(number).st_size == 3 else "fsync too early")
                fsync(f)

            def watched_replace(*args):
                seen.append("replace")
                replace(*args)

            both = mock.patch.object(os, "fsync", watched_fsync), mock.patch.object(os, "replace", watched_replace)
            with tempfile.TemporaryDirectory() as folder, both[0], both[1]:
                write_whole(folder + "/a.pt", lambda f: f.write(b"new"))
            return seen
    """,
    facts="""
        >>> trial(write_whole, lambda f: f.write(b'new'))
        (b'new', 1, None)
        if "TypeError: a bytes-like object is required": `write` is a function. Call it with the open file: write(f).
        if (b'old', 1, 'TypeError'): The file should take bytes: open it with "wb".
        if (None, 1, None): `path` is gone: the arguments of os.replace are the new file and then the old one.
        if (None, 0, None): `path` is gone: remove the temporary file, and never `path`.
        if (b'old', 1, None): The new file is removed, or never gets the name `path`: os.replace(temporary, path).
        if (b'old', 2, None): The new file never gets the name `path`: os.replace(temporary, path).
        if (b'new', 2, None): A second file is left in the folder.
        >>> trial(write_whole, lambda f: [f.write(b'new'), stop(ValueError())])
        (b'old', 1, 'ValueError')
        if (b'new', 1, 'ValueError'): Half of the new file has replaced the old one. Rename the new file only after
            write(f) has returned.
        if (b'old', 2, 'ValueError'): The unfinished file is left in the folder. Remove it if an error occurs.
        if (b'old', 1, None): The error is swallowed, so the caller believes that the file was saved. Raise it again.
        if (b'old', 1, 'TypeError'): The file should take bytes: open it with "wb".
        if (None, 0, 'ValueError'): The old file is gone. Remove only the new one.
        >>> trial(write_whole, lambda f: [f.write(b'new'), stop(KeyboardInterrupt())])
        (b'old', 1, 'KeyboardInterrupt')
        if (b'old', 2, 'KeyboardInterrupt'): `except Exception` does not catch KeyboardInterrupt, so the unfinished file is
            left. Use BaseException, or `finally`.
        if (b'old', 1, None): The error is swallowed, so the caller believes that the file was saved. Raise it again.
        >>> trial(write_whole, lambda f: f.write(b'new'), old=None)
        (b'new', 1, None)
        else: There need not be an old file.
        >>> places(write_whole)
        [True]
        else: The new file must be in the folder of `path`: os.replace cannot move a file to another disk.
        >>> onto_a_folder(write_whole)
        ('OSError', 1)
        if ('OSError', 2): Here `path` is a folder, so os.replace fails, and your new file is left beside it. Put os.replace into the
            `try` as well.
        if (None, 1): os.replace cannot replace a folder by a file. Pass its error on.
        if (None, 2): os.replace cannot replace a folder by a file. Pass its error on, and remove the new file.
        >>> neighbours(write_whole)
        True
        if "FileExistsError": Somebody else's file has the name of your new file, so nothing can be saved. Use a name that no file
            has, such as f"{path}.{os.urandom(4).hex()}.tmp".
        else: A file that somebody else has in the folder was overwritten or removed. Use a name that no file has, such as
            f"{path}.{os.urandom(4).hex()}.tmp".
        >>> calls(write_whole)
        ['fsync', 'replace']
        if ['fsync too early', 'replace']: The file is still empty when fsync is called: the bytes are in Python's buffer. Call
            f.flush() before os.fsync(f.fileno()).
        if ['replace']: After a power cut the file could be empty: call f.flush() and os.fsync(f.fileno()) before you rename.
        if ['replace', 'fsync']: The bytes must be on the disk before the file gets its name.
        else: Use os.fsync(f.fileno()) and then os.replace(temporary, path).
    """,
)
