"""Exercises of lesson 32: sampling, rotary positions and a key-value cache."""
