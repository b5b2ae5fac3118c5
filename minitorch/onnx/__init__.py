"""onnx: a name that programs import and seldom use: nothing is exported to ONNX here, and an error says so (shelf)."""


def __getattr__(name):
    raise AttributeError(
        f"minitorch.onnx has no {name!r}: save a state_dict, or a traced module with minitorch.jit.save instead"
    )
