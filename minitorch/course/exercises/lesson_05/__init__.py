"""Exercises of lesson 05: reading a recorded graph."""
