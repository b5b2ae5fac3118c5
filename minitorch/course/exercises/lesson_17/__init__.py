"""Exercises of lesson 17: what a pickle asks for, the machine that runs it, and a file that is replaced whole."""
