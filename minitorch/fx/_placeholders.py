"""_placeholders: PH, in concrete_args what stays open (shelf)."""


class PHBase:
    """In concrete_args: a value that stays open. Source: PyTorch, torch.fx._symbolic_trace.PHBase."""

    def __repr__(self):
        return "PH"


class PHWithMeta(PHBase):
    """A PH whose attributes the node gets, too. Source: PyTorch, torch.fx._symbolic_trace.PHWithMeta."""

    def __init__(self, ph_key=None):
        self.ph_key = ph_key


PH = PHBase()
