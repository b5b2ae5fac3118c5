"""Lessons 00 to 04: each known wrong answer is refused with its own diagnosis."""

from .answers import check_own_diagnoses, exercises_with_answers


@exercises_with_answers(0, 4)
def test_wrong_answers_get_their_own_diagnosis(exercise):
    check_own_diagnoses(exercise)
