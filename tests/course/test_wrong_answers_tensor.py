"""Lessons 00 to 04: each known wrong answer is refused with its own diagnosis."""

from .answers import check_own_diagnosis, wrong_answers


@wrong_answers(0, 4)
def test_wrong_answer_gets_its_own_diagnosis(exercise, wrong):
    check_own_diagnosis(exercise, wrong)
