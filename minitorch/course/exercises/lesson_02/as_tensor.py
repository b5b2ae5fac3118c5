"""as_tensor: Share if possible (difficulty 2, 8 minutes)

Copying a large array costs time and memory. as_tensor copies only if it must.

1. Go through the six calls of the prediction. For which of them is nothing copied, and what are `data` and `dtype` there?
2. Three cases: a tensor, a NumPy array whose dtype is right (`dtype` is None, or that of the array), and everything else.
3. A tensor: `data.to(device=device, dtype=dtype)`. `isinstance(data, np.ndarray) and dtype in (None, from_numpy_dtype(
   data.dtype))`: `leaf(from_numpy(data)._array, device, False)`. At the end `tensor(data, dtype=dtype, device=device)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.creation.tensor:as_tensor",
    forbids=dict.fromkeys(("mt.as_tensor", "mt.asarray"), "That is the function that you are writing."),
    setup="from minitorch.dtypes import from_numpy_dtype",
    solution="""
        def as_tensor(data, dtype=None, device=None):
            if isinstance(data, Tensor):
                return data if dtype in (None, data.dtype) and device is None else data.to(device=device, dtype=dtype)
            if isinstance(data, np.ndarray) and dtype in (None, from_numpy_dtype(data.dtype)):
                return leaf(from_numpy(data)._array, device, False)
            return tensor(data, dtype=dtype, device=device)
    """,
    given="""
        array, single = np.array([1, 2]).view(type("Mapped", (np.ndarray,), {})), np.array(3)
        x = mt.tensor([1, 2], dtype=mt.int32)
        x.__class__ = type("Marked", (Tensor,), {})
    """,
    facts="""
        >>> as_tensor(x) is x, as_tensor(x, mt.int32) is x
        (True, True)
        else: If nothing has to change, the tensor itself is returned: compare dtype with x.dtype, which is int32. Its class may be a subclass of Tensor.
        >>> found = as_tensor(array), as_tensor(array, mt.int64, "cpu"), as_tensor(single)
        >>> array[0] = single[...] = 100
        >>> [one.tolist() for one in found], [one.dtype for one in found]
        ([[100, 2], [100, 2], 100], [mt.int64, mt.int64, mt.int64])
        if ([[1, 2], [1, 2], 100], [mt.int64, mt.int64, mt.int64]): An object of a subclass of np.ndarray is an array, too: isinstance(data, np.ndarray).
        if ([[100, 2], [1, 2], 100], [mt.int64, mt.int64, mt.int64]): The array is on the CPU already: compare dtype with from_numpy_dtype(array.dtype).
        else: A NumPy array keeps its dtype, and its memory is shared. One of these was copied: from_numpy(array) copies none, whether it has dimensions or not.
        >>> [as_tensor(array, kind).dtype for kind in (mt.int8, mt.float64, mt.int64)]
        [mt.int8, mt.float64, mt.int64]
        else: The result has another dtype than the array, so it needs its own memory: only an array of the given dtype is shared.
        >>> moved = as_tensor(mt.zeros(2, device="meta", requires_grad=True), mt.float64)
        >>> as_tensor([1, 2], mt.float64).dtype, as_tensor([1.0]).dtype, as_tensor(np.float64(3)), moved.dtype, moved.device, moved.requires_grad, as_tensor(np.ones(1)).requires_grad
        (mt.float64, mt.float32, T(3.0, "float64"), mt.float64, mt.device("meta"), True, False)
        if (mt.float64, mt.float32, T(3.0, "float64"), mt.float64, mt.device("meta"), True, True): A tensor that shares an array does not require a gradient.
        else: data.to(device=device, dtype=dtype) returns the tensor in another dtype. The tensor stays on its device. Lists go to `tensor`, and so does np.float64(3).
        >>> as_tensor(array[::-1])
        raises ValueError: stride
        else: A tensor cannot share this array, whose steps go backwards. from_numpy(array) raises the error.
        >>> with mt.device("meta"):
        ...     default = as_tensor(array)
        >>> made = as_tensor([1.0], device="meta"), as_tensor(x, device="meta"), as_tensor(x, mt.float64, "meta"), as_tensor(array, device="meta")
        >>> [(one.device.type, one.dtype.itemsize) for one in (default, *made)]
        [('meta', 8), ('meta', 4), ('meta', 4), ('meta', 8), ('meta', 8)]
        else: The device counts for tensors, arrays and lists alike, and beside a dtype. `leaf` brings an array to the default device. (A tensor on "meta" has no numbers.)
    """,
)
