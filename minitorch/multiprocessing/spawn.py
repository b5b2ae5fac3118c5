"""spawn: one function in several processes, whose errors are raised here (shelf)."""

import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import traceback
from multiprocessing.connection import wait

# --- errors ----------------------------------------------------------------------------------------------------------------


class ProcessException(Exception):
    """A process of spawn failed: number error_index, with the id error_pid."""

    def __init__(self, msg, error_index, pid):
        super().__init__(msg)
        self.msg, self.error_index, self.pid = msg, error_index, pid

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.pid)


class ProcessRaisedException(ProcessException):
    """The function raised an error in a process; its traceback is in the words."""


class ProcessExitedException(ProcessException):
    """A process ended with an exit code or by a signal."""

    def __init__(self, msg, error_index, error_pid, exit_code, signal_name=None):
        super().__init__(msg, error_index, error_pid)
        self.error_pid, self.exit_code, self.signal_name = error_pid, exit_code, signal_name

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.error_pid, self.exit_code, self.signal_name)


# --- processes -------------------------------------------------------------------------------------------------------------


def call(fn, number, args, error_file):
    """What a process does; an error goes to a file."""
    try:
        fn(number, *args)
    except KeyboardInterrupt:
        pass  # the parent is interrupted as well
    except Exception:
        with open(error_file, "wb") as file:
            pickle.dump(traceback.format_exc(), file)
        sys.exit(1)


class ProcessContext:
    """The processes that spawn started: join() waits for them. Source: PyTorch, torch.multiprocessing.ProcessContext."""

    def __init__(self, processes, error_files):
        self.processes, self.error_files = processes, error_files
        self.sentinels = {process.sentinel: index for index, process in enumerate(processes)}

    def pids(self):
        """Their process ids."""
        return [process.pid for process in self.processes]

    def join(self, timeout=None):
        """Wait until some have ended, at most `timeout` seconds, and say whether all have.

        If one failed, the others are ended and its error is raised.

        Errors: ProcessRaisedException, ProcessExitedException.
        """
        if not self.sentinels:
            return True
        for sentinel in wait(list(self.sentinels), timeout):
            index = self.sentinels.pop(sentinel)
            self.processes[index].join()
            if self.processes[index].exitcode != 0:
                self._end_all()
                self._raise(index)
        return not self.sentinels

    def _end_all(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join(5)
            process.kill()
            process.join()

    def _raise(self, index):
        process = self.processes[index]
        if os.path.getsize(self.error_files[index]):
            with open(self.error_files[index], "rb") as file:
                words = pickle.load(file)
            words = f"\n\n-- Process {index} terminated with the following error:\n{words}"
            raise ProcessRaisedException(words, index, process.pid)
        code, name = process.exitcode, None
        if code < 0:
            name = next((known.name for known in signal.Signals if known == -code), f"<Unknown signal {-code}>")
        how = f"exit code {code}" if name is None else f"signal {name}"
        raise ProcessExitedException(f"process {index} terminated with {how}", index, process.pid, code, name)


def start_processes(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Call fn(i, *args) in nprocs processes, i being the number of each. The same as spawn, for any start method.

    Source: PyTorch, torch.multiprocessing.start_processes.
    """
    context = multiprocessing.get_context(start_method)
    processes, error_files = [], []
    for number in range(nprocs):
        handle, error_file = tempfile.mkstemp(prefix="minitorch-errorfile-")
        os.close(handle)
        multiprocessing.util.Finalize(None, discard, (error_file,), exitpriority=0)
        process = context.Process(target=call, args=(fn, number, args, error_file), daemon=daemon)
        process.start()
        processes.append(process)
        error_files.append(error_file)
    started = ProcessContext(processes, error_files)
    if not join:
        return started
    while not started.join():
        pass
    return None


def discard(path):
    """Remove a file if it is there."""
    if os.path.exists(path):
        os.unlink(path)


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Call fn(i, *args) in nprocs new processes, i being the number of each, and wait until all have ended.

    fn      a function that can be imported by its name
    join    False: return a ProcessContext at once, whose join() waits
    daemon  the processes end when this one does

    Errors: ProcessRaisedException with the traceback of the process that failed, ProcessExitedException for one that ended
    otherwise. Source: PyTorch, torch.multiprocessing.spawn.
    """
    return start_processes(fn, args, nprocs, join, daemon, start_method)


def get_all_sharing_strategies():
    """The ways in which PyTorch shares a tensor's memory; here forked processes have it in common."""
    return {"file_descriptor", "file_system"}


def set_sharing_strategy(new_strategy):
    """Taken and not used. Source: PyTorch, torch.multiprocessing.set_sharing_strategy."""
