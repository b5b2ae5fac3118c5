"""onnx: models are not exported to ONNX, and torch.onnx's questions are answered so (shelf)."""

__all__ = ["is_in_onnx_export", "export"]


def is_in_onnx_export():
    """False: nothing is exported. Source: PyTorch, torch.onnx.is_in_onnx_export."""
    return False


def export(model, *arguments, **options):
    """RuntimeError: models are not exported to ONNX."""
    raise RuntimeError(
        "minitorch does not export models to ONNX; save a state_dict, load it in PyTorch and export there"
    )
