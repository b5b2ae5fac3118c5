"""anomaly_mode: detect_anomaly and set_detect_anomaly under PyTorch's import path (shelf)."""

from .anomaly import detect_anomaly, set_detect_anomaly

__all__ = ["detect_anomaly", "set_detect_anomaly"]
