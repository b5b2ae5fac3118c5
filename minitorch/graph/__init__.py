"""graph: RECORD what happened. Nodes and edges, and when they are written."""
