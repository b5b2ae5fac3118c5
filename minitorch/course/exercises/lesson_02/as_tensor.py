"""as_tensor: Share if possible (difficulty 2, 8 minutes)

Copying a large array costs time and memory. as_tensor copies only if it must: for a different dtype or device, or for data
that is not an array.

1. Three questions, in this order: is it a tensor, is it a NumPy array whose dtype is right, or anything else?
2. The dtype is right if `dtype` is None, or equal to the one that the data has. A tensor that is not right as it is:
   `data.to(device=device, dtype=dtype)`.
3. `return data if dtype in (None, data.dtype) and device is None else data.to(...)`; `isinstance(data, np.ndarray) and
   dtype in (None, from_numpy_dtype(data.dtype))`, then `leaf(from_numpy(data)._array, device, False)`; at the end
   `tensor(data, dtype=dtype, device=device)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.creation.tensor:as_tensor",
    forbids={
        "mt.as_tensor": "That is the function you are writing.",
        "asarray": "asarray calls the function that you write.",
    },
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
        array = np.array([1.0, 2.0])
        x = mt.tensor([1, 2])
    """,
    facts="""
        >>> as_tensor(x) is x, as_tensor(x, mt.int64) is x
        (True, True)
        else: If nothing has to change, the tensor itself is returned: compare dtype with x.dtype, which is int64.
        >>> shared, same_dtype = as_tensor(array), as_tensor(array, mt.float64, "cpu")
        >>> array[0] = 100.0
        >>> shared.tolist(), same_dtype.tolist(), shared.dtype, shared.requires_grad
        ([100.0, 2.0], [100.0, 2.0], mt.float64, False)
        if ([100.0, 2.0], [1.0, 2.0], mt.float64, False): The array has float64 and is on the CPU already, so it can be shared: compare dtype with
            from_numpy_dtype(array.dtype).
        else: A NumPy array keeps its dtype, and its memory is shared. This is a copy, or it requires a gradient: from_numpy(array).
        >>> other = as_tensor(array, mt.float32)
        >>> array[0] = 100.0
        >>> other.tolist(), other.dtype
        ([1.0, 2.0], mt.float32)
        else: This dtype was asked for. Numbers in a different dtype need memory of their own.
        >>> as_tensor([1, 2], mt.float64).dtype, as_tensor(x, mt.float64).dtype, as_tensor(mt.zeros(2, device="meta"), mt.float64).device
        (mt.float64, mt.float64, mt.device("meta"))
        else: A tensor in a different dtype is what data.to(device=device, dtype=dtype) returns. It stays where it is.
        >>> as_tensor(array[::-1])
        raises ValueError: stride
        else: A tensor cannot share this array, whose steps go backwards. from_numpy(array) raises the error.
        >>> as_tensor(array, device="meta").device, as_tensor([1.0], device="meta").device, as_tensor(x, device="meta").device
        (mt.device("meta"), mt.device("meta"), mt.device("meta"))
        else: The device counts for tensors, arrays and lists alike.
    """,
)
