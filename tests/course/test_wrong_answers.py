"""Each wrong answer that is written down is refused, and the cause that is named is the one that belongs to it."""

from minitorch.course import install
from minitorch.course.check import check
from minitorch.course.diagnosis.diagnose import diagnose
from minitorch.course.facts import library_state, piece_from, run_facts
from minitorch.course.limit import quiet, uncollected

from .answers import EXERCISES, PATIENCE, WRONG, each_exercise, wrong_answers


@each_exercise
def test_wrong_answers_are_refused_for_their_cause(exercise):
    answers = wrong_answers(exercise)
    assert len(answers) >= 2
    other = {}
    with install.places_kept(exercise if exercise.installed else None):
        for wrong in answers:
            said = cause(exercise, wrong.text)
            if not said or wrong.says not in said:
                other[wrong.says or wrong.text] = said
    assert not other


def cause(exercise, text):
    """What is said of an answer, without the changes of it that are tried: those take a third of a second each."""
    piece = piece_from(exercise, text)
    with uncollected(), quiet(), library_state():
        outcomes = run_facts(exercise, piece, PATIENCE)
        if not all(outcome.ok for outcome in outcomes):
            return diagnose(exercise, piece, text, outcomes, "", 0)
    result = check(exercise, piece, text, seconds=PATIENCE)  # it fails where the package calls it
    return result.state == "not yet" and result.diagnosis


def test_each_name_in_the_files_is_an_exercise():
    names = {exercise.name for exercise in EXERCISES}
    listed = [line[3:] for path in WRONG.iterdir() for line in path.read_text().splitlines() if line.startswith("== ")]
    assert sorted(listed) == sorted(names)
