"""Exercises of lesson 16: state_dict and load_state_dict."""

SETUP = """
class Scale(mt.nn.Module):
    def __init__(self, *factors):
        super().__init__()
        self.factor = mt.nn.Parameter(mt.tensor(factors))

class Norm(mt.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.weight = mt.nn.Parameter(mt.ones(n))
        self.mean = mt.nn.Buffer(mt.zeros(n))
        self.register_buffer("scratch", mt.zeros(n), persistent=False)

class Odd(Scale):
    def __len__(self):
        return 0

    def get_extra_state(self):
        return 3

    def set_extra_state(self, state):
        self.factor.data.fill_(state)

class Pair(mt.nn.Module):
    def __init__(self, first, second):
        super().__init__()
        self.first, self.second = first, second
"""
