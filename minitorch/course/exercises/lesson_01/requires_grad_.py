"""requires_grad_: Lengths, a number, a wish (difficulty 2, 8 minutes)

`dim=None` means that no dimension was named, which is not the same as dimension 0. A method whose name ends with an
underscore changes the tensor and returns it, so that calls can be chained.

1. Two of the checks are done for you: what is left of `item` is a method of the array, and of `requires_grad_` a
   field.
2. check_dim: with limit = max(ndim, 1), dimensions go from -limit to limit - 1; a negative one has limit added.
   `size`: without a dimension the shape, else one of its lengths. `requires_grad_` returns the tensor itself.
3. `if not -limit <= dim < limit: raise IndexError(...)`, `return dim + limit if dim < 0 else dim`; `return
   self.shape[check_dim(dim, self.dim())]`; `return self._array.item()`; `self._requires_grad = bool(requires_grad)`,
   then `return self`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch._tensor:Tensor.requires_grad_",
    covers="minitorch.size:check_dim Tensor.size Tensor.item",
    changes=True,
    setup="""
        from minitorch import size as sizes
    """,
    stub="""
        def requires_grad_(self, requires_grad=True):
            check_wish(self, requires_grad)
            ...
    """,
    solution="""
        def size(self, dim=None):
            if dim is None:
                return self.shape
            return self.shape[check_dim(dim, self.dim())]
    """,
    facts="""
        >>> sizes.check_dim(0, 0), sizes.check_dim(-1, 0)
        (0, 0)
        if (0, -1): A negative dimension counts from the end: -1 of three is dimension 2.
        if 'IndexError: Dimension out of range': Negative dimensions are refused here. -1 is the last one, and -3 the
            first of three.
        >>> mt.zeros(2, 3).size(0)
        2
        if (2, 3): With a dimension named, the answer is that one length.
        >>> mt.zeros(2, 3).size(2)
        raises IndexError: Dimension out of range
        else: The IndexError should be yours, with a message that begins with Dimension out of range.
        >>> mt.tensor(3).item()
        3
        else: This is still an array, with one number in it. The array has a method that takes the number out.
        >>> mt.tensor([1.0, 2.0]).item()
        raises RuntimeError: 2 elements
        else: NumPy refuses several numbers with its own error. check_single(self) comes first, and raises PyTorch's.
        >>> w = mt.zeros(2)
        >>> w.requires_grad_() is w, w.requires_grad
        (True, True)
        if (False, True): The wish is written down, but nothing is returned. `w = mt.zeros(2).requires_grad_()` has to
            give the tensor.
        if (False, False): This returns another tensor, and the one that was asked stays as it is. The underscore
            promises a change in place.
        >>> mt.tensor([1, 2]).requires_grad_()
        raises RuntimeError: floating point
        else: Whole numbers cannot change a little, so they can have no gradient. check_wish(self, requires_grad)
            refuses them.
        >>> mt.tensor([1, 2]).requires_grad_(False).requires_grad
        False
        else: requires_grad_(False) takes the wish back. Write down what was asked for.
    """,
)
