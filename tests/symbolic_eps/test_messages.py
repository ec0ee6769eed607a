# ruff: noqa: E501  (a table)
"""Bad input: one line that says what is wrong, where, and what to type instead; status 2, nothing else."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest

from symbolic_eps.cli import main
from symbolic_eps.spelling import suggest

ROOT = Path(__file__).resolve().parents[2]

TYPE_THIS = re.compile(
    r"--[a-z]|such as |\bdid you mean |\b(write|is written|are written|are integers or halves|sqrt takes|give|name|leave out|put|add|make|raise|repeat|remove|wait|restore|"
    r"install|need|needs|needed|there are|take|choose|keep|wrap|use|derive it anew|rename|correct|say|save)\b"
)
"""What tells a reader what to type: an option, an example, or an order."""

# What is typed, and what the line has to hold besides: the option, the example or the corrected text.
INPUTS = """
tabel                                                   | did you mean table\\?
exprot                                                  | did you mean export\\?
explore                                                 | symbolic-eps explore --output explore\\.html
reccomend 3                                             | did you mean recommend\\?
--versoin                                               | did you mean --version\\?
table --row 17                                          | there is no row '17': choose from constant, fixed-q,
table --row constnat                                    | did you mean constant\\?
table --row boxx                                        | did you mean box\\?
table --format html                                     | --format, html: write one of text, markdown, latex, json
table --format markdwn                                  | did you mean markdown\\?
table --colour                                          | symbolic-eps table --help
table --numbers --cross-check                           | leave out --row and --cross-check
table --numbers --row 14                                | leave out --row and --cross-check
table --json --format latex                             | --json and --format latex .* leave out one
table --jobs 0                                          | --jobs, 0: write a whole number, 1 or more, such as --jobs 1
table --jobs x                                          | --jobs, x: write a whole number, 1 or more
table --jobs                                            | --jobs needs a value: write --jobs
table --output /                                        | --output / is a folder: name a file
table --certificates file                               | --certificates file: .* is a file: name a folder
recommend 3 --table profile.csv --interpolation lower   | give PROFILE, .*--difference 1/10, or --table
recommend '3 + ½'                                       | vulgar fraction one half.* column 5 .*write names, numbers
recommend ε                                             | greek small letter epsilon.*: write names, numbers
recommend --odds-ratio -- -3                            | --odds-ratio needs a value|symbolic-eps recommend
recommend --odds-ratio '0-3'                            | odds are positive: give one such as 3
recommend --odds-ratio 'k*p' --set k=3                  | infeasible: .*raise the bound
recommend --group 'box: p<=1/2'                         | has no cap: write PROFILE or KIND: CAP
recommend --group 3 --group 'r; name: x'                | x: no value for r: write --set r=\\.\\.\\.
recommend --group 3 --set k=4                           | k occurs in no cap: leave out k
recommend --group '3; fix: q=1' --fix q=1/2             | q is fixed for all groups and again in group 1: leave out
recommend --group 3 --width 1e-3                        | several adversaries cannot have --width: leave out --width
recommend --group '3; name: x' --group '4; name: x'     | the name 'x' is given twice
recommend 3 --scenario file                             | --scenario file already gives profiles and priors: leave out PROFILE
recommend --scenario file                               | file, line 1: .*write KEY = "TEXT"
recommend --scenario nowhere.toml                       | the scenario nowhere.toml cannot be read: .*name another
recommend --scenario file --variant bounded             | write variant = "bounded" there
compare                                                 | a comparison needs two budgets: give two
compare 1/2 --profile r                                 | no value for r: write --set r=
compare 1/2 --profile 3 --set k=1                       | k occurs in none of the profiles: leave out k
compare 1/2 --profile oo                                | oo constrains nothing, eps = oo: leave it out
compare 1/2 0                                           | 0: eps = 0 allows no release: give a budget
compare 1/2 log9                                        | such as
compare 1/2 1 --plot x.gif                              | write a name that ends in \\.svg
table extra                                             | for example: symbolic-eps table
recommend                                               | give PROFILE, such as "max
recommend r                                             | no value for r: write --set r=\\.\\.\\.
recommend a/(p*q)+r                                     | no value for a, r: write --set a=\\.\\.\\. --set r=\\.\\.\\.
recommend -3                                            | symbolic-eps recommend -- -3
recommend -p+3                                          | symbolic-eps recommend -- -p\\+3
recommend -3 --fix q=1                                  | symbolic-eps recommend --fix q=1 -- -3
recommend 3 --fix p=1/2 --box 'p<1/4'                   | with p = 1/2 satisfy p < 1/4: .*give one
recommend -- -3                                         | -3 is not positive at p = 1, q = 1; .*max\\(1, \\.\\.\\.\\)
recommend ''                                            | write something like max\\(2, a/p\\)
recommend 3,5                                           | write a decimal point, 3\\.5
recommend 3 4                                           | '4' is too much for recommend: quote
recommend 2x                                            | give the parameter another name, such as x1
recommend lambda                                        | give the parameter another name, such as l1
recommend '2 p'                                         | at column 3 \\('p'\\): an operator such as \\* is missing before it: write \\*p
recommend p^2                                           | at column 2 \\('\\^'\\): powers are written \\*\\*
recommend 'p≤1'                                         | write <=
recommend p//q                                          | division is written /
recommend 'p=1'                                         | equality is written ==
recommend p.__class__                                   | write a point only inside a number
recommend 'max(3'                                       | parentheses, and write it as in max\\(2, a/p\\)
recommend 'max()'                                       | max and min take one or more
recommend 'mx(3,p)'                                     | did you mean max\\?
recommend 'Max(3,p)'                                    | did you mean max\\?
recommend 'ln(p)+5'                                     | write log\\(\\.\\.\\.\\)
recommend 'abs(p)+5'                                    | write max\\(\\.\\.\\.\\)
recommend '2+sin(p)'                                    | use only max, min, sqrt, piecewise, exp, log
recommend 'exit(1)'                                     | use only max, min, sqrt, piecewise, exp, log
recommend 'sqrt(p,q)'                                   | sqrt takes one argument
recommend 'oo*2'                                        | write oo as the whole text
recommend 'p<1'                                         | write a comparison in --assume, in --box or in a case
recommend 'piecewise(3)'                                | write piecewise\\(\\(value, condition\\), \\.\\.\\., default\\)
recommend 'piecewise((3,p),2)'                          | write a comparison such as p < 1/2
recommend 'p**100000000'                                | exponents are integers or halves from -64 to 64
recommend '9**9**9**9'                                  | exponents are integers or halves from -64 to 64
recommend '3/(p-p)'                                     | write another divisor
recommend 'log(p)'                                      | below 1 at p = 1/2, q = 1/2, .*max\\(1, \\.\\.\\.\\)
recommend 1/2                                           | below 1 at p = 1, q = 1, .*--box
recommend 'p-1/2'                                       | is not positive at p = 1/2, q = 1; .*max\\(1, \\.\\.\\.\\)
recommend '2+log(p-1/2)'                                | undefined .*at p = 1/\\d, q = \\S+; cover such priors .*--box
recommend '3/(p-1/2)+20'                                | undefined .*at p = 1/2, q = \\S+; cover such priors .*--box
recommend '(p-1/2)/(p-1/2)*3+0*q'                       | write it without p - 1/2
recommend 3 --set b=1                                   | b does not occur in the profile 3: .* leave out b
recommend 'max(a,r)' --set A=1 --set r=3                | did you mean a\\?
recommend 'max(rate,2)' --set rte=3                     | did you mean rate\\?
recommend 3 --set p=1/2                                 | --fix p=1/2
recommend r --fix r=2                                   | --set r=2
recommend --posterior 25%                               | such as 1/4 or 0.25 for 25 per cent
recommend r --set r                                     | --set r: .*write name=number, such as a=1/4
recommend r --set r=                                    | --set r=: .*write something like 1/4
recommend r --set r==3                                  | --set r==3: .*write name=number
recommend r --set r=1,5                                 | --set r=1,5: .*write a decimal point, 1\\.5
recommend r --set r=nan                                 | --set r=nan: .*write a number such as 1/4
recommend r --set r=three                               | --set r=three: .*write a number such as 1/4
recommend r --set r=x                                   | --set r=x: x is not a number .*: write 1/4, 0.05 or 1e-6
recommend r --set r=1e400                               | write it with fewer, such as
recommend r --set r=2 --set r=3                         | write --set r=\\.\\.\\. once
recommend 3 --fix p=3/2                                 | p = 3/2: a prior lies in \\(0, 1\\], such as 1/10
recommend 3 --fix q=0                                   | q = 0: a prior lies in \\(0, 1\\], such as 1/10
recommend 3 --box '1/2<=p<=1/3'                         | give one that some priors satisfy, such as 1/10<=p<=1/2
recommend 3 --fix q=1 --box 'q<=1/2'                    | give one that some priors satisfy, such as
recommend 3 --box p                                     | write comparisons joined by commas or and, such as
recommend 3 --box 'r<=1'                                | write something like p0<=p<=p1
recommend 3 --variant free                              | give one of unbounded, bounded, invariant
recommend 3 --variant bouded                            | did you mean bounded\\?
recommend 3 --variant                                   | --variant needs a value: write --variant BOUND
recommend 3 --width 0                                   | such as 1e-12
recommend 3 --width x                                   | x is not a number .*: write 1/4, 0.05 or 1e-6
recommend 3 --boxes 0                                   | --boxes, 0: write a whole number, 1 or more
recommend 3 --count 5                                   | such as --count 25 --threshold 24.072
recommend 3 --jsn                                       | did you mean --json\\?
recommend 3 --json=1                                    | --json takes no value: write --json alone
recommend --table profile.csv                           | write --interpolation bilinear, nearest or lower
recommend --table profile.csv --interpolation linear    | choose one of bilinear, nearest, lower
recommend 3 --plot x.gif                                | write a name that ends in .svg, .png or .pdf
recommend 3 --output /nowhere/eps                       | no folder /nowhere: make it
derive                                                  | give a profile such as "max
derive r --fix q=1,q=1/2                                | q is fixed twice: give it one value
derive r                                                | such as --assume "r>1"
derive r --assume 'r>0'                                 | such as --assume "r>1"
derive 'max(a/(p*q),r)' --assume '0<a<1'                | such as --assume "r>1"
derive 'max(a/(p*q),b/p)' --assume '0<a<1, b>0'         | such as --assume "b>1"
derive 'r-p/2' --assume 'r>1'                           | where else r may lie, or raise the bound
derive 'b/(a+p)' --assume 'a>0, b>0'                    | where else a and b may lie, or raise the bound
derive 3 --fix r=1                                      | only the priors p and q can, such as q=1
derive 3 --fix q=2                                      | q = 2: a prior lies in \\(0, 1\\], such as 1/10
derive 3 --fix p=q                                      | name a parameter, such as p=p0
derive 3 --assume '2<1'                                 | leave out or correct this comparison
derive 3 --assume 'q<1'                                 | --box "q < 1", or fix the prior, as in --fix q=1
derive 'exp(p)'                                         | use symbolic-eps recommend
derive 3 --group 'foo: 1'                               | write PROFILE or KIND: CAP
derive 3 --group 'box: p<=1/2'                          | write PROFILE or KIND: CAP
derive 3 --patience 0                                   | --patience, 0: write a whole number from 1 to 1e.09
explain                                                 | for example: symbolic-eps explain "log\\(9\\)"
explain -1                                              | symbolic-eps explain -- -1
explain -- -1                                           | eps = -1 is negative: a budget is >= 0, such as
explain 0,5                                             | write a decimal point, 0\\.5
explain 'ln(3)'                                         | write log\\(3\\)
explain 'ln(3)/2'                                       | write log\\(3\\)/2
explain abc                                             | write a number such as 1/4
explain 'log(0)'                                        | give it a positive number, such as log\\(9\\)
explain 'log(x'                                         | write a number such as 1/2, or log\\(9\\)
explain oo                                              | give a finite eps, such as log\\(9\\)
explain 1e400                                           | give a smaller one, such as log\\(9\\)
explain 1 --prior 1/12                                  | --prior 1/12: name both priors, such as p=1/10,q=1
explain 1 --prior p=1/2                                 | name both priors, such as p=1/10,q=1
explain 1 --prior p=0,5,q=1                             | --prior 5: .*write name=number
explain 1 --prior p=2,q=1                               | p = 2: a prior lies in \\(0, 1\\], such as 1/10
explain 1 --box 'p+q<=1'                                | such as 1/10<=p<=1/2
design 'max(a/p,r)' --find c --assume '0<c<1' --set r=5 --set a=1/2 --rmse 2 | c does not occur .* name one of a, r
design 'max(rate/p,5)' --find rat --assume '0<rat<1' --set rate=1 --rmse 2 | did you mean rate\\?
design 'max(a/p,5)' --find p --assume '0<a<1' --rmse 2  | name a parameter of the profile, such as --find a
design 'max(a/p,5)' --find a --assume '0<a<1' --set a=1/2 --rmse 2 | leave out --set a=1/2
design 1+b/(p*q) --find b --assume 'b<1' --rmse 2       | such as 0<b<1 or b>1
design 1+b/(p*q) --find b --assume 'b**2<1' --rmse 2    | such as 0<b<1
design 1+b/(p*q) --find b --assume '0<b<1'              | give one goal: --rmse 2, --crossing 1/10
design 1+b/(p*q) --find b --assume '0<b<1' --rmse -2    | rmse = -2: an error is positive, such as 2
design 1+b/(p*q) --find b --assume '0<b<1' --crossing 1/10 | such as --count 25 --threshold 24.072
design 1+b/(p*q) --find b --assume '0<b<1' --rmse 2 --count 25 | add --crossing 1/10
design 1+b/(p*q) --find b --assume '0<b<1' --rmse 2 --mechanism lapace | did you mean laplace\\?
design 1+b/(p*q) --assume '0<b<1' --rmse 2              | design needs --find NAME
sensitivity r                                           | --assume "0<a<1, r>1"
sensitivity r --assume 'a>1'                            | such as --assume "r>1"
sensitivity r --assume 'r>1' --set r=1/2                | the assumption r > 1 is not met: take a number
sensitivity r --assume 'r>1' --set a=2                  | such as --set r=3
split                                                   | symbolic-eps split "log\\(9\\)" --releases 2, or --profile
split 1                                                 | --releases 3\\) or a weight for each \\(--weights 1,1,2\\)
split 1 --releases 0                                    | give a number from 1 to 10000
split 1 --weights 1,-1                                  | the weight of a release is positive, such as 1/2
split -1 --releases 2                                   | symbolic-eps split --releases 2 -- -1
split 0 --releases 2                                    | give a positive budget, such as log\\(9\\)
split 1 --releases 2 --fix q=1                          | write --profile PROFILE
split --profile '1/(p*q)' --releases 2                  | give a profile that does, such as 3
sweep r                                                 | sweep needs --vary NAME=VALUES
sweep r --vary r=1,2                                    | sweep needs --output FILE
sweep r --vary r --output e.csv                         | such as a=0.01:0.5:100
sweep r --vary r=2:1:3 --output e.csv                   | write the smaller end first, r=1:2:3
sweep r --vary r=1:2:1 --output e.csv                   | write the count as an integer from 2
sweep r --vary r=1,1 --output e.csv                     | write each value once
sweep r --vary r=2,3 --vary r=4 --output e.csv          | in one --vary r=
sweep r --vary r=2,3 --set r=2 --output e.csv           | leave out one of the two
sweep r --vary r=2,3 --output e.txt                     | name a file that ends in .csv or .parquet
sweep r --vary r=2,3 --output /nowhere/e.csv            | no folder /nowhere: make it
sweep r --vary r=2,3 --output file.csv                  | name another file, or remove it
sweep r+a --vary r=2,3 --output e.csv                   | write --set a=\\.\\.\\.
sweep r --vary q=2,3 --set r=2 --output e.csv           | name priors in \\(0, 1\\], such as q=1/10,1/2
audit --only eq:9999                                    | near it are eq:99, eq:9, eq:97, .*, kazan-reiter-2024, kazan-reiter-2023, .*\\)
audit kazan-reiter-2024 --only eq:9999                  | near it are eq:99, .* \\(in kazan-reiter-2024\\); name one
audit kazan-reiter-2025                                 | did you mean kazan-reiter-2024\\?
audit /nowhere.py                                       | name a paper or a Python file with CLAIMS
audit --errata kazan-reiter-2024 --json                 | leave out --json and --only
audit --format latex                                    | add --errata PAPER
audit --again --derive                                  | leave out one of them
audit --seconds 0                                       | --seconds, 0.0: write a number, 1 or more, such as --seconds 120
audit --journal file --only eq:91                       | --journal file: name another file, or remove this one
check /nowhere                                          | name files that hold certificates
check --qiet                                            | did you mean --quiet\\?
conform                                                 | such as --formula root -- python my_root.py
conform --formula rooot -- cat                          | did you mean root\\?
at-risk los                                             | did you mean loss\\?
at-risk loss --eps0 1                                   | give two of eps0, eps, .* such as --eps0 1 --eps 1/2
at-risk loss --eps0 1 --probability 1/2                 | give less than that, or 1
at-risk compose --eps0 1 -n 0 --eps 1                   | n = 0: give a whole number from 1 to 1000
conform --formula root --points 0 -- cat                | --points, 0: write a whole number, 1 or more
export                                                  | such as --target c --out exported
export --target pyton --out new                         | did you mean python\\?
export --target c --out new --formula rot               | did you mean root\\?
export --target c --out file                            | --out file: .*name a folder
derive r --notion approximat --delta 1/10               | did you mean approximate\\?
"""

CASES = [tuple(part.strip() for part in line.rsplit(" | ", 1)) for line in INPUTS.strip().splitlines()]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files that are none of ours, and a table."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("file", "file.csv"):
        Path(name).write_text("precious\n")
    Path("profile.csv").write_text("p,q,r\n1/2,1/2,2\n1,1/2,10\n")


@pytest.mark.parametrize(("typed", "said"), CASES, ids=[typed for typed, _ in CASES])
def test_bad_input_is_one_line_that_says_what_to_type(
    typed: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(typed)) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "Traceback" not in err and "╭" not in err
    line = err.removeprefix("symbolic-eps: error: ")
    assert line != err and TYPE_THIS.search(line) and re.search(said, line), line
    assert {path.name for path in Path.cwd().iterdir()} <= {"file", "file.csv", "profile.csv", "cache"}
    assert Path("file").read_text() == Path("file.csv").read_text() == "precious\n"


def test_there_are_enough_cases_and_every_command_has_some() -> None:
    first = [shlex.split(typed)[0] for typed, _ in CASES]
    assert len(CASES) >= 100
    commands = "table derive recommend sweep explain compare design sensitivity split audit check export conform at-risk"
    assert set(commands.split()) <= set(first)


@pytest.mark.parametrize(
    ("corrected", "status"),
    [
        ("recommend -- '3-p'", 0),
        ("explain 'log(3)'", 0),
        ("explain 0.5", 0),
        ("recommend 'max(1, log(p))'", 0),
        ("derive r --assume 'r>1'", 0),
        ("recommend r --set r=3", 0),
    ],
)
def test_what_a_line_says_to_type_is_read(
    corrected: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(corrected)) == status, capsys.readouterr().err


def test_numbers_beyond_doubles_leave_eps_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    """No number is guessed: the status is 1, and the line says what is proved and what to type."""
    assert main(shlex.split("recommend 'exp(1000)'")) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert re.search(
        r"no upper bound on eps was found .* proved is only eps >= 0; .* give more --patience", err
    )


def test_design_that_falls_says_how_to_ask_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split("design 4-c*p/2 --find c --assume '0<c<1' --rmse 2")) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    again = re.search(r"as in (design .*?);", err)
    assert again and main([*shlex.split(again[1]), "--rmse", "2"]) == 0


def test_only_what_is_like_a_name_is_meant() -> None:
    assert suggest("constnat", ["constant", "box"]) == "did you mean constant? "
    assert suggest("zzz", ["constant", "box"]) == ""
    assert suggest("a", []) == ""


REFUSALS = {"InputError", "DomainError", "InfeasibleProfileError", "ProfileSyntaxError"}
PLACES = re.compile(
    r"_RIGHT|_FORM|_REPAIR|_WRITTEN_BY|HIGHER|DEFINED|_remedy|_no_parameter|_function_meant|mirrored|right|instead"
)
"""Names of texts and functions that say what to type."""


def refusals(path: Path) -> list[tuple[int, str]]:
    """The lines at which a file refuses input, and the text; not those that pass on another's message."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
            continue
        name = node.exc.func.id if isinstance(node.exc.func, ast.Name) else ""
        text = ast.unparse(node.exc)
        passed_on = re.search(r"\(str\(error\)\)|\{other\}|\{wrong\}|\{error\}'\)$|\(message\)$", text)
        if name in REFUSALS and not passed_on:
            found.append((node.lineno, text))
    return found


FILES = sorted(path for folder in ("symbolic_eps", "derivations") for path in (ROOT / folder).rglob("*.py"))


def test_every_refusal_in_the_source_says_what_to_type() -> None:
    silent = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in FILES
        for line, text in refusals(path)
        if not TYPE_THIS.search(text) and not PLACES.search(text)
    ]
    assert not silent, "\n".join(silent)


def test_a_refusal_that_says_nothing_to_type_is_found(tmp_path: Path) -> None:
    source = tmp_path / "planted.py"
    source.write_text("def f(p):\n    if p > 1:\n        raise InputError(f'p = {p} is too large')\n")
    ((line, text),) = refusals(source)
    assert line == 3 and not TYPE_THIS.search(text) and not PLACES.search(text)


@pytest.mark.parametrize("profile", [["--posterior", "1/2"], ["--posterior", "1/3"], ["1/(9*p*q)"]])
def test_what_an_infeasible_cap_is_told_to_type_helps(
    profile: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """As a shell reads it: < and > are quoted."""
    assert main(["recommend", *profile]) == 2
    told = capsys.readouterr().err
    assert "infeasible" in told
    box = shlex.split(told[told.index("--box ") :])[:2]
    assert box == ["--box", "p*q<=1/10"] and main(["recommend", *profile, *box]) == 0
