"""Exercises of lesson 10: walking a tree of modules, naming what is in it, and counting nothing twice."""
