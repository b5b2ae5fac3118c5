"""Exercises of lesson 02: data to an array, which dtype wins, and random numbers from a generator's words."""
