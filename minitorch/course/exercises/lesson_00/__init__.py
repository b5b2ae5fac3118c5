"""Exercises of lesson 00: three small ones in plain Python, to see how an exercise works."""
