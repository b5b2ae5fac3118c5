"""Exercises of lesson 02: what data becomes, which dtype wins, and random numbers."""
