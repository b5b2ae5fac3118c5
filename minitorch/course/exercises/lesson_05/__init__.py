"""Exercises of lesson 05: walking the graph backwards."""
