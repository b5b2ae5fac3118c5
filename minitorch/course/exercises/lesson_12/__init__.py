"""Exercises of lesson 12: walking a tree of modules, naming what is in it, and counting nothing twice."""
