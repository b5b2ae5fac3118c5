"""tiles: the inner loop of products of matrices, with the sums kept in the processor's registers (short cuts).

    narrow, wide   out[r] += sum over k of x[rows[r] + inner[k]] * panel[k], for the rows r of a tile
    turn           out[c, r] = x[r, c]

A tile of `out` has ROWS rows of one vector or two. Where its factors lie is told by two tables of places, so that rows of a
matrix, its columns and the windows of an image are all the same to it; the other factor is a panel, [K, width of the tile].
Numba knows no vectors, so both are written in LLVM's own language: a convolution by it takes half of the time of NumPy's products.
"""

from functools import cache
from importlib import import_module
from typing import Any

from ..twins import Numba

ROWS = LANES = 0  # `sizes`, and what is compiled: `prepare` puts them in
narrow: Any = None
wide: Any = None
turn: Any = None


@cache
def sizes():
    """(rows of a tile, numbers in a vector), which this processor's registers hold."""
    Numba.get()
    features = import_module("llvmlite.binding").get_host_cpu_features()
    if features.get("avx512f"):
        return 8, 16
    return (4, 8) if features.get("avx2") else (8, 4)


def width_of(columns):
    """How wide tiles are for so many columns: two vectors, or one where the second would stay empty."""
    lanes = sizes()[1]
    return lanes if columns <= lanes else 2 * lanes


def up_to(number, multiple):
    """The next multiple."""
    return -(-number // multiple) * multiple


def arrays(context, build, signature, given, count):
    """The first so many operands of a function that is being written."""
    kinds = signature.args[:count]
    return [context.make_array(kind)(context, build, one) for kind, one in zip(kinds, given, strict=False)]


def line_of(tools, build, array, row, column):
    """The address of a row's numbers from some column on, as a vector."""
    ir, lanes = tools.ir, sizes()[1]
    byte = build.bitcast(array.data, ir.IntType(8).as_pointer())
    number = build.gep(byte, [build.mul(tools.unpack_tuple(build, array.strides)[0], row)])
    number = build.gep(build.bitcast(number, ir.FloatType().as_pointer()), [column])
    return build.bitcast(number, ir.VectorType(ir.FloatType(), lanes).as_pointer())


def multiplier(numba, vectors):
    """multiply, for tiles that are so many vectors wide."""
    (rows, lanes), tools, types = sizes(), numba.core.cgutils, numba.types
    ir = tools.ir
    function_type = ir.FunctionType
    vector, width = ir.VectorType(ir.FloatType(), lanes), vectors * lanes
    size, small = ir.IntType(64), ir.IntType(32)
    nothing, first = ir.Constant(vector, ir.Undefined), ir.Constant(ir.VectorType(small, lanes), [0] * lanes)

    def build(context, build, signature, given):
        x, places, inner, panel, out = arrays(context, build, signature, given, 5)
        count = tools.unpack_tuple(build, inner.shape)[0]
        kind = function_type(vector, [vector] * 3)
        add = tools.get_or_insert_function(build.module, kind, f"llvm.fmuladd.v{lanes}f32")

        def factor(line, v):
            place = build.gep(panel.data, [build.add(line, size(v * lanes))])
            return build.load(build.bitcast(place, vector.as_pointer()), align=4)

        def place(r, v):
            return line_of(tools, build, out, build.add(given[5], size(r)), size(v * lanes))

        table = build.gep(places.data, [given[5]])
        begin = [build.gep(x.data, [build.load(build.gep(table, [size(r)]))]) for r in range(rows)]
        tile = [(place(r, v), tools.alloca_once(build, vector)) for r in range(rows) for v in range(vectors)]
        for _, kept in tile:
            build.store(ir.Constant(vector, [0.0] * lanes), kept)
        with tools.for_range(build, count) as loop:
            step, line = build.load(build.gep(inner.data, [loop.index])), build.mul(loop.index, size(width))
            factors = [factor(line, v) for v in range(vectors)]
            for r in range(rows):
                number = build.insert_element(nothing, build.load(build.gep(begin[r], [step])), small(0))
                spread = build.shuffle_vector(number, nothing, first)
                for v in range(vectors):
                    kept = tile[r * vectors + v][1]
                    build.store(build.call(add, [spread, factors[v], build.load(kept)]), kept)
        for to, kept in tile:
            build.store(build.fadd(build.load(to, align=4), build.load(kept)), to, align=4)
        return context.get_dummy_value()

    def multiply(_, x, rows, inner, panel, out, r):
        return types.void(x, rows, inner, panel, out, types.intp), build

    return numba.extending.intrinsic(multiply)


def turner(numba):
    """turn, of as many rows and columns as a vector has numbers: by exchanging halves, quarters ... of pairs of rows."""
    (_, lanes), tools, types = sizes(), numba.core.cgutils, numba.types
    ir = tools.ir
    size, small = ir.IntType(64), ir.IntType(32)

    def build(context, build, signature, given):
        x, out = arrays(context, build, signature, given, 2)
        row, column = given[2:]
        rows = [line_of(tools, build, x, build.add(row, size(r)), column) for r in range(lanes)]
        rows, apart = [build.load(one, align=4) for one in rows], lanes // 2
        while apart:
            low = [i if i & apart == 0 else lanes + i - apart for i in range(lanes)]
            high = [i + apart if i & apart == 0 else lanes + i for i in range(lanes)]
            masks = [ir.Constant(ir.VectorType(small, lanes), mask) for mask in (low, high)]
            for r in range(lanes):
                if r & apart == 0:
                    pair = rows[r], rows[r + apart]
                    rows[r], rows[r + apart] = [build.shuffle_vector(*pair, mask) for mask in masks]
            apart //= 2
        for r in range(lanes):
            build.store(rows[r], line_of(tools, build, out, build.add(column, size(r)), row), align=4)
        return context.get_dummy_value()

    def turn(_, x, out, row, column):
        return types.void(x, out, types.intp, types.intp), build

    return numba.extending.intrinsic(turn)


def transpose(x, out):
    """out[c, r] = x[r, c], of any size."""
    rows, columns = x.shape
    for r in range(0, rows, LANES):
        for c in range(0, columns, LANES):
            if r + LANES <= rows and c + LANES <= columns:
                turn(x, out, r, c)
            else:
                for i in range(r, min(r + LANES, rows)):
                    for j in range(c, min(c + LANES, columns)):
                        out[j, i] = x[i, j]


def multiply(x, rows, inner, panel, out):
    """The product of as many rows as there are in `out`, a multiple of ROWS, and a panel."""
    if panel.shape[1] == LANES:
        for r in range(0, len(out), ROWS):
            narrow(x, rows, inner, panel, out, r)
    else:
        for r in range(0, len(out), ROWS):
            wide(x, rows, inner, panel, out, r)


def repeat(row, out):
    """Each row of `out` is this one."""
    for r in range(len(out)):
        for i in range(len(row)):
            out[r, i] = row[i]


def lay_inside(x, lead, out):
    """The numbers of an image [C, D, H, W] in a larger one, `lead` from its corner."""
    for c in range(x.shape[0]):
        for i in range(x.shape[1]):
            for j in range(x.shape[2]):
                row, to = x[c, i, j], out[c, lead[0] + i, lead[1] + j, lead[2] : lead[2] + x.shape[3]]
                for k in range(len(row)):
                    to[k] = row[k]


def prepare(numba):
    """Let kernels call them."""
    if turn is None:
        rows, lanes = sizes()
        globals().update(ROWS=rows, LANES=lanes)
        globals().update(narrow=multiplier(numba, 1), wide=multiplier(numba, 2), turn=turner(numba))
        for function in (transpose, multiply, repeat, lay_inside):
            globals()[function.__name__] = numba.njit(error_model="numpy")(function)
