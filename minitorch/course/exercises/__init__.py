"""The exercises: one file per lesson, one object per exercise."""
