"""diagnosis: what a wrong answer is told: its likely cause, by what it did and by what stands in it."""
