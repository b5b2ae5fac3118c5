"""Exercises of lesson 12: modules inside modules."""

SETUP = """
class Linear(mt.nn.Module):
    def __init__(self, n, m, bias=True):
        super().__init__()
        self.weight = mt.nn.Parameter(mt.zeros(m, n))
        self.register_parameter("bias", mt.nn.Parameter(mt.zeros(m)) if bias else None)

class Block(mt.nn.Module):
    def __init__(self, **inside):
        super().__init__()
        for name, module in inside.items():
            self.add_module(name, module)
"""
