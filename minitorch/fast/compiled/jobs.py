"""jobs: a kernel's work handed out to other threads in machine code, without Python's lock (short cuts).

A helper that is awake (spinning.py) looks at `table`. Who has a job writes there where its code and its data are and opens it;
then all take pieces of it, each from its own stretch first: an array's halves stay with the core that has them. Nobody is
waited for who has not begun, so a helper that sleeps costs nothing. Handing over takes less than a microsecond; through
Python it takes twenty, and a helper that comes back from a kernel waits for the lock until the next.
"""

from typing import Any

import numpy as np

LINE = 8  # numbers, one line of the processor's memory: what different threads write lies on different ones
THREADS = 256  # of more, the others take no part
# where what is in the table: jobs of Python's that nobody has taken yet, helpers that are awake, ...
POSTED, AWAKE, OWNED, OPEN, INSIDE, FAILED, JOB = range(0, 7 * LINE, LINE)
COUNT, STEP, CODE, DATA, SHARED, PLACE = range(JOB, JOB + 6)
NEXT = JOB + LINE  # what is left of each thread's stretch, a line for each
BUSY = NEXT + THREADS * LINE  # whether each helper is at a job of Python's
PATIENCE = 2_000  # looks, after which a thread that waits lets others have the processor

table = np.zeros(BUSY + THREADS, np.int64)

look: Any = None
put: Any = None
add: Any = None
exchange: Any = None
call: Any = None
give_way: Any = None
core: Any = None


def intrinsics(numba):
    """look, put, add and exchange, of numbers that other threads may change; call; give_way; core, the number of
    the processor's core that this thread is on, -1 where the system does not say."""
    tools, types, ir = numba.core.cgutils, numba.types, numba.core.cgutils.ir
    whole, nothing = ir.IntType(64), ir.FunctionType(ir.VoidType(), [])

    def place(context, build, signature, given):
        return build.gep(context.make_array(signature.args[0])(context, build, given[0]).data, [given[1]])

    def build_look(context, build, signature, given):
        if build.module.triple.startswith("x86_64"):  # a pause is good for the other threads
            build.call(tools.get_or_insert_function(build.module, nothing, "llvm.x86.sse2.pause"), [])
        return build.load_atomic(place(context, build, signature, given), "seq_cst", 8)

    def build_put(context, build, signature, given):
        build.store_atomic(given[2], place(context, build, signature, given), "seq_cst", 8)
        return context.get_dummy_value()

    def changing(what):
        def build_change(context, build, signature, given):
            return build.atomic_rmw(what, place(context, build, signature, given), given[2], "seq_cst")

        return build_change

    def build_call(context, build, signature, given):
        code = ir.FunctionType(ir.IntType(64), [whole] * 3).as_pointer()
        return build.call(build.inttoptr(given[0], code), given[1:])

    def build_way(context, build, signature, given):
        if "windows" not in build.module.triple:
            kind = ir.FunctionType(ir.IntType(32), [])
            build.call(tools.get_or_insert_function(build.module, kind, "sched_yield"), [])
        return context.get_dummy_value()

    def build_core(context, build, signature, given):
        if "linux" not in build.module.triple:
            return whole(-1)
        kind = ir.FunctionType(ir.IntType(32), [])
        return build.sext(build.call(tools.get_or_insert_function(build.module, kind, "sched_getcpu"), []), whole)

    return {
        "core": lambda _: (types.int64(), build_core),
        "look": lambda _, table, i: (types.int64(table, types.intp), build_look),
        "put": lambda _, table, i, n: (types.void(table, types.intp, types.int64), build_put),
        "add": lambda _, table, i, n: (types.int64(table, types.intp, types.int64), changing("add")),
        "exchange": lambda _, table, i, n: (types.int64(table, types.intp, types.int64), changing("xchg")),
        "call": lambda _, code, data, a, b: (types.int64(*[types.int64] * 4), build_call),
        "give_way": lambda _: (types.void(), build_way),
    }


def packed(numba, kernel):
    """packed(given): where a kernel's code is, as something that `call` calls, and where what it is given is."""
    tools, types, ir = numba.core.cgutils, numba.types, numba.core.cgutils.ir
    whole = ir.IntType(64)

    def code_of(context, module, given):
        """function(address of what is given, start, stop): whether it failed"""
        inner = kernel.overloads[(types.int64, types.int64, *given.types)]
        function = ir.Function(module, ir.FunctionType(whole, [whole] * 3), f"piece.{inner.fndesc.mangled_name}")
        function.linkage = "internal"
        build = ir.IRBuilder(function.append_basic_block())
        kind = context.get_value_type(given).as_pointer()
        values = tools.unpack_tuple(build, build.load(build.inttoptr(function.args[0], kind)))
        there = context.declare_function(module, inner.fndesc)
        kinds = types.int64, types.int64, *given.types
        status, _ = context.call_conv.call_function(build, there, types.none, kinds, [*function.args[1:], *values])
        build.ret(build.zext(status.is_error, whole))
        return function, inner.library

    def build_packed(context, build, signature, given):
        function, library = code_of(context, build.module, signature.args[0])
        context.add_linking_libs([library])
        place = tools.alloca_once(build, given[0].type)
        build.store(given[0], place)
        pair = build.ptrtoint(function, whole), build.ptrtoint(place, whole)
        return context.make_tuple(build, signature.return_type, pair)

    def packed(_, given):
        return types.UniTuple(types.int64, 2)(given), build_packed

    return numba.extending.intrinsic(packed)


def take_part(table, thread):
    """Work on what is open, until nothing is left that nobody has taken."""
    count, step, threads = table[COUNT], table[STEP], table[SHARED]
    for i in range(threads):
        one = (thread + i) % threads
        end = count * (one + 1) // threads
        start = add(table, NEXT + one * LINE, step)
        while start < end:
            if call(table[CODE], table[DATA], start, min(start + step, end)):
                put(table, FAILED, 1)
            start = add(table, NEXT + one * LINE, step)


def hand_out(table, threads, count, step, code, data):
    """Call a kernel's code for all pieces, by several threads; whether it failed."""
    if threads < 2 or exchange(table, OWNED, 1):  # another thread of Python's hands out something
        return call(code, data, 0, count)
    table[COUNT], table[STEP], table[CODE], table[DATA], table[SHARED] = count, step, code, data, threads
    table[PLACE] = core()
    for i in range(threads):
        put(table, NEXT + i * LINE, count * i // threads)
    put(table, FAILED, 0)
    table[OPEN + 1] += 1
    put(table, OPEN, table[OPEN + 1])
    take_part(table, 0)
    put(table, OPEN, 0)
    looks = 0
    while look(table, INSIDE):
        looks += 1
        if looks > PATIENCE:
            give_way()
    failed = look(table, FAILED)
    put(table, OWNED, 0)
    return failed


def join_in(table, thread, before):
    """Take part in a job that is open, if it is not the one that this thread has seen before; the job's number."""
    job = look(table, OPEN)
    if job and job != before:
        add(table, INSIDE, 1)
        if look(table, OPEN) == job and thread < table[SHARED]:
            take_part(table, thread)
        add(table, INSIDE, -1)
        return job
    return before


def prepare(numba):
    """Let kernels call them."""
    if look is None:
        for name, build in intrinsics(numba).items():
            build.__name__ = name
            globals()[name] = numba.extending.intrinsic(build)
        for function in (take_part, hand_out, join_in):
            globals()[function.__name__] = numba.njit(error_model="numpy")(function)
