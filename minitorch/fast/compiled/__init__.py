"""compiled: kernels for large arrays of float32, which numba compiles; loaded when the first is called (short cuts)."""
