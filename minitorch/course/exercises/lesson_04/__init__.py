"""Exercises of lesson 04: reading a recorded graph."""
