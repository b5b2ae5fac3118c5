"""The lesson machinery: what a notebook of the course uses, and nothing in the library does.

from minitorch.course import begin, exercise, hint, solution
begin(2)
"""

from .attempt import exercise, hint, mine, progress, reset, solution
from .opening import begin
from .syllabus import CourseError

__all__ = ["CourseError", "begin", "exercise", "hint", "mine", "progress", "reset", "solution"]
