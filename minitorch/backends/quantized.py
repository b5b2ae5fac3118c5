"""quantized: torch.backends.quantized: libraries for quantized numbers; there are none here (shelf)."""

engine = "none"
supported_engines = ["none"]
