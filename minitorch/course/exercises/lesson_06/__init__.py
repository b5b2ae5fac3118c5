"""Exercises of lesson 06: walking the graph backwards."""
