"""ops: one operation, one place. The forward on arrays, then one formula per input."""
