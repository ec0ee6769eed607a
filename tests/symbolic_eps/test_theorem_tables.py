"""Which profiles have a theorem of Coq: docs/theorem.md shows what `python -m benchmarks.theorems` found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from benchmarks import theorems
from benchmarks.parameters import TEMPLATES
from benchmarks.theorem_draws import CAPS
from benchmarks.theorem_tables import (
    NOT_MEASURED,
    Asked,
    Rows,
    Written,
    counted,
    for_readers,
    markdown,
    rows_of,
    settled,
)
from benchmarks.theorems import derivations, examples
from symbolic_eps import RiskProfile, derive, infimum
from symbolic_eps.coq.own_roots.own_roots import own_roots
from symbolic_eps.coq.own_theorem import NO_CERTIFICATE
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY

ROOT = Path(__file__).parents[2]
RESULTS = (ROOT / "benchmarks" / "results" / "theorems.md").read_text("utf-8")


def test_the_documentation_shows_the_table() -> None:
    assert for_readers(RESULTS) in (ROOT / "docs" / "theorem.md").read_text("utf-8")


def test_every_derivation_of_the_documentation_is_in_the_table_or_named_as_missing() -> None:
    asked = {f"derive {row.asked}" for row in rows_of(RESULTS)}
    left = {line.removeprefix(NOT_MEASURED)[:-1] for line in RESULTS.splitlines() if line.startswith("- ")}
    assert {one.text for one in derivations()} <= asked | left
    assert not asked & left


def test_examples_are_read_from_the_documentation() -> None:
    found = {(one.where, one.arguments) for one in examples()}
    assert ("recommend.md", ("max(q/p, p/q) + 1/2",)) in found
    assert ("README.md", ("max(a/(p*q), r)", "--set", "a=1/4,r=3")) in found
    assert all(">" not in one.arguments and "--scenario" not in one.arguments for one in examples())


def test_what_is_written_is_read_again() -> None:
    asked = Asked("a class", "derive", ("1 + 1/p", "--assume", "a>1"))
    done = [Written(asked, 2, 1.0, 2.0, ()), Written(asked, 0, 1.0, 0.0, ("where a|b: no reason",))]
    first, second = rows_of(markdown(Rows({"One.vo": 1.0}, 2.0, 2), done))
    assert (first.asked, first.theorems, first.missing) == ('"1 + 1/p" --assume "a>1"', 2, "")
    assert (second.theorems, second.missing) == (0, r"where a\|b: no reason")
    shown = for_readers(markdown(None, done))
    assert NOT_MEASURED in for_readers(markdown(None, done, [asked]))
    assert shown.startswith("Of 2 profiles 1 have a theorem for each case.") and "no reason" in shown
    long = for_readers(markdown(None, [Written(asked, 0, 1.0, 0.0, ("no reason" * 99,))]))
    assert len(long) < 600 and "no reason" in long and "... |" in long


def test_a_theorem_is_compiled_with_what_it_needs_of_the_library_beyond_the_rows_of_the_table(
    tmp_path: Path,
) -> None:
    (tmp_path / "SymbolicEps").mkdir()
    theorems.compile_library(tmp_path, "apply over_tangent.")
    assert [file.stem for file in tmp_path.glob("SymbolicEps/*.vo")] == ["Path"]


def test_profiles_are_drawn_by_a_seed() -> None:
    asked = [*theorems.all_asked(21, 60)]
    assert len({one.text for one in asked}) == 60
    assert asked[16].text == 'recommend "1 + 2/5/p + 2/15/q"'


def test_profiles_with_parameters_are_drawn_by_a_seed() -> None:
    for parameters in (1, 2):
        asked = [*theorems.all_asked(1, 60, parameters)]
        assert asked == [*theorems.all_asked(1, 60, parameters)]
        assert {one.command for one in asked} == {"derive"}
        families = {one.where.split(": ")[1] for one in asked}
        assert families == {*TEMPLATES, *CAPS}
    assert asked[1].text == 'derive --difference a --assume "0<a<1"'


def test_what_is_open_or_rests_on_cells_asks_for_no_theorem() -> None:
    asked = Asked("a class", "derive", ("1 + 1/p",))
    reasons = (
        (),
        ("where a > 1: no certificate",),
        ("where a > 1: open: too hard",),
        (f"where a > 1: {NO_CERTIFICATE}",),
    )
    done = [Written(asked, 1, 1.0, 1.0, missing) for missing in reasons]
    assert [settled(w) for w in done] == [True, True, False, False]
    assert counted(done).startswith("Of 4 answers 2 are complete and of grade exact; of these 1 have")


def test_a_process_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    assert theorems.ended(["sleep", "60"], tmp_path, 0.1).status == theorems.TOO_LONG
    assert theorems.ended(["true"], tmp_path, 60).status == 0


def test_priors_that_are_roots_of_their_own_are_quotients_in_x() -> None:
    """P and its slopes are multiples of the polynomial of X there; what does not hold is no such multiple."""
    derived = derive("1 + p**2/q + 1/(5*p)").derived
    (branch,), (piece,) = derived.branches, derived.profile.pieces
    p = constrained(piece, derived.profile).polynomial
    roots = own_roots(branch)
    assert branch.attained[0].place[PRIORS[0]].has(sp.CRootOf)
    for equation in (p, sp.diff(p, PRIORS[0]), sp.diff(p, PRIORS[1])):
        assert roots.cleared(equation).multiple.degree() > 0
    for wrong in (p + sp.Rational(1, 10**30), sp.diff(p, DECAY), PRIORS[0] - PRIORS[1]):
        with pytest.raises(UndecidedError, match="no quotients"):
            roots.cleared(wrong)


def test_a_multiple_of_a_root_of_its_own_is_a_quotient_in_x() -> None:
    """By hand: at p = 1 the second bound is 17/16 + 7/(50 q), and 425 (1 - x^2) q^2 = 56 x^2."""
    (branch,) = derive("max(1 + 1/(4*(1+p)), 1 + 7/(50*p*q) + 1/(8*(1+p)))").derived.branches
    p, q = PRIORS
    place = branch.attained[0].place[q]
    assert place.has(sp.CRootOf)
    assert not isinstance(place, sp.CRootOf)
    roots = own_roots(branch)
    roots.cleared(p - 1)
    roots.cleared(425 * (1 - DECAY**2) * q**2 - 56 * DECAY**2)
    with pytest.raises(UndecidedError, match="no quotients"):
        roots.cleared(425 * (1 - DECAY**2) * q**2 - 57 * DECAY**2)


def test_what_is_reached_nowhere_has_no_such_quotients() -> None:
    with pytest.raises(UndecidedError, match="not at one place"):
        own_roots(derive("max(1/(p*q), 3)").derived.branches[0])


def test_a_closed_form_has_such_quotients_too() -> None:
    """By hand: at q = 1 both bounds are equal at p = x/(1 + x), and 65 x^2 + 17 x = 10."""
    (branch,) = derive("max(1/(2*p*q**2), 29/20+2/5*q+19/10*p)").derived.branches
    roots = own_roots(branch)
    p, q = PRIORS
    roots.cleared(p * (1 + DECAY) - DECAY)
    for wrong in (p - DECAY, q - p, q - DECAY):
        with pytest.raises(UndecidedError, match="no quotients"):
            roots.cleared(wrong)


def test_of_two_roots_of_a_closed_form_the_lower_one_has_them() -> None:
    """By hand: 16 x^2 - 16 x + 1 turns at x = 1/2, its roots are 1/2 -+ sqrt(3)/4, and 6 (1 - x) p = 1 - 2 x.

    Between 0 and 1, where both are, Newton's steps begin at the turn.
    """
    (branch,) = infimum(RiskProfile("3/2 + 1/(2*p*q**2)")).branches
    roots = own_roots(branch)
    (low, _), p = roots.near.decay, PRIORS[0]
    assert abs(float(low) - (1 / 2 - 3**0.5 / 4)) < 1e-12
    roots.cleared(6 * (1 - DECAY) * p - 1 + 2 * DECAY)
    with pytest.raises(UndecidedError, match="Newton"):
        own_roots(replace(branch, coefficients=None, between=WHOLE))


def test_an_interrupted_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is in the file is not asked again, a line cut short is; of another program nothing counts."""
    asked = list[str]()

    def write(one: Asked, folder: Path) -> Written | None:
        asked.append(one.text)
        if one.text == stop:
            raise KeyboardInterrupt
        return None if one.text == every[0] else Written(one, 1, 1.0, 2.0, ("no reason",))

    monkeypatch.setattr(theorems, "compiled_rows", lambda *_: Rows({"One": 1.0}, 2.0, 2))
    monkeypatch.setattr(theorems, "written", write)
    kept, table = tmp_path / "kept.jsonl", tmp_path / "table.md"
    run = ["--only", "difference", "--results", str(kept), "--markdown", str(table)]
    every = [one.text for one in theorems.all_asked() if "difference" in one.where]
    stop = every[2]
    with pytest.raises(KeyboardInterrupt):
        theorems.main(run)
    assert asked == every[:3] and table.read_text().count(NOT_MEASURED) == len(every) - 2
    with kept.open("a") as file:
        file.write('{"cut')
    asked, stop = [], ""
    theorems.main(run)
    assert asked == every[2:] and NOT_MEASURED not in table.read_text()
    asked = []
    theorems.main(run)
    assert asked == [] and len(rows_of(table.read_text())) == len(every) - 1
    assert theorems.Kept(kept, "another program").known() == {}
    capsys.readouterr()
