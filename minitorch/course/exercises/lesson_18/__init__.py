"""Exercises of lesson 18: training mode, dropout, batch normalization, freezing."""
