"""dispatch: what a TorchDispatchMode sees: calls under the names of PyTorch's operators, below autograd (shelf).

Nothing of it is there until a mode is entered, and nothing is left of it when the last one is.

    overloads.py   the operators and what they take
    calling.py     one call: recorded above, handed to the modes, computed below
    subclasses.py  tensors of classes that are handed operators; subclass_autograd.py: what autograd remembers of them
    install.py     the functions announce themselves while a mode is on
    forms/         which operators a function stands for
    backward.py    which operators the formula of a derivative stands for
    kernels.py     operators that no public function has the name of; backward_kernels.py: those that are derivatives
"""
