"""The exercises: a folder per lesson, a file per exercise, named as the syllabus names it."""
