"""complex: complex numbers, their parts and their conjugates."""
