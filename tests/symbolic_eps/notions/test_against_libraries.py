"""A share of `python -m benchmarks.notions`: libraries and simulations beside ours; planted differences."""

import os

import pytest

from benchmarks.notions.__main__ import LIBRARIES, QUESTIONS, Comparison, asked, comparisons, main, points
from benchmarks.notions.simulation import deviations


def test_nothing_contradicts_ours_at_a_share_of_the_points():
    if not LIBRARIES.exists():
        missing = "`make .venv/.stamp-libraries` could not install the libraries"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(f"NOT TESTED: {missing}")
    drawn = list(points(5, 15))
    said, versions = asked(drawn)
    found = list(comparisons(drawn, said))
    assert set(versions) == {"dp-accounting", "opendp", "riskcal"} and len(found) == len(drawn) * len(
        QUESTIONS
    )
    assert [(one.question.name, one.ours, one.theirs) for one in found if not one.holds] == []


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_a_difference_is_seen(question):
    (point,) = points(1, 1)
    off = 10 * question.tolerance
    assert not Comparison(question, point, 0.5, 0.5 - off).holds
    assert question.looser or not Comparison(question, point, 0.5, 0.5 + off).holds
    assert not Comparison(question, point, 0.5, None, "ValueError").holds
    assert not Comparison(question, point, 0.5, float("nan")).holds


def test_releases_that_attain_are_drawn_as_proved():
    assert [label for label, apart in deviations(20_000, 3) if apart > 5] == []


def test_bad_input_is_refused(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--points", "0"])
    assert left.value.code == 2 and "--points is 1 or more" in capsys.readouterr().err
