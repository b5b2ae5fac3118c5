"""spawn: one function in several processes, whose errors are raised here (shelf)."""

import multiprocessing
import signal
import sys
import traceback
from multiprocessing.connection import wait

# --- errors ----------------------------------------------------------------------------------------------------------------


class ProcessException(Exception):
    """A process of spawn failed: number error_index, with the id pid."""

    def __init__(self, msg, error_index, pid):
        super().__init__(msg)
        self.msg, self.error_index, self.pid = msg, error_index, pid


class ProcessRaisedException(ProcessException):
    """The function raised an error in a process; its traceback is in the words."""


class ProcessExitedException(ProcessException):
    """A process ended with an exit code or by a signal."""

    def __init__(self, msg, error_index, pid, exit_code, signal_name=None):
        super().__init__(msg, error_index, pid)
        self.exit_code, self.signal_name = exit_code, signal_name


# --- processes -------------------------------------------------------------------------------------------------------------


def call(fn, number, args, errors):
    """What a process does; the words of an error go through a pipe."""
    try:
        fn(number, *args)
    except KeyboardInterrupt:
        pass  # the parent is interrupted as well
    except Exception:
        errors.send(traceback.format_exc())
        sys.exit(1)


class ProcessContext:
    """The processes that spawn started: join() waits for them. Source: PyTorch, torch.multiprocessing.ProcessContext."""

    def __init__(self, processes, errors):
        self.processes, self.errors = processes, errors
        self.sentinels = {process.sentinel: index for index, process in enumerate(processes)}

    def pids(self):
        """Their process ids."""
        return [process.pid for process in self.processes]

    def join(self, timeout=None):
        """Wait until some have ended, at most `timeout` seconds, and say whether all have.

        If one failed, the others are ended and its error is raised.

        Errors: ProcessRaisedException, ProcessExitedException.
        """
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
        try:
            words = self.errors[index].recv()
        except EOFError:  # it ended without an error
            code, name = process.exitcode, None
            if code < 0:
                name = next((known.name for known in signal.Signals if known == -code), f"<Unknown signal {-code}>")
            how = f"exit code {code}" if name is None else f"signal {name}"
            words = f"process {index} terminated with {how}"
            raise ProcessExitedException(words, index, process.pid, code, name) from None
        words = f"\n\n-- Process {index} terminated with the following error:\n{words}"
        raise ProcessRaisedException(words, index, process.pid)


def start_processes(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Call fn(i, *args) in nprocs processes, i being the number of each. The same as spawn, for any start method.

    Source: PyTorch, torch.multiprocessing.start_processes.
    """
    context, processes, errors = multiprocessing.get_context(start_method), [], []
    for number in range(nprocs):
        received, sent = multiprocessing.Pipe(duplex=False)
        processes.append(context.Process(target=call, args=(fn, number, args, sent), daemon=daemon))
        errors.append(received)
        processes[-1].start()
        sent.close()  # the process has it, and when the process ends, so does the pipe
    started = ProcessContext(processes, errors)
    if not join:
        return started
    while not started.join():
        pass
    return None


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
    """Accepted, and not used. Source: PyTorch, torch.multiprocessing.set_sharing_strategy."""
