"""The second solver: right answers, no answer for what it cannot decide, and no process left behind."""

import ast
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
import z3

from tests.processes import interruptible
from verify.solvers.second_solver import Answer, Outcome, Reason, SecondSolver, SolverNotInstalledError
from verify.solvers.smtlib import script

# Seven unknowns and degree four: cvc5 spends minutes in one algebraic step and does not look at its limits.
ENDLESS = """
(set-logic QF_NRA)
(declare-const a Real) (declare-const b Real) (declare-const c Real) (declare-const d Real)
(declare-const e Real) (declare-const f Real) (declare-const g Real)
(assert (= (+ (* a a a) (* b b b) (* c c c) (* (- 1) d d d)) 7))
(assert (= (+ (* a b c) (* d e f) (* g g g a)) 3))
(assert (= (+ (* a a b) (* (- 1) c c d e) (* f f f g)) 11))
(assert (> (* a b c d e f g) 1))
(assert (> (+ (* a a e) (* b b f) (* (- 1) c c g)) (* d d d d)))
(assert (< (+ (* a a a a) (* b b b b) (* c c c c) (* d d d d) (* e e e e) (* f f f f) (* g g g g)) 9))
(check-sat)
"""
NEGATIVE_SQUARE = "(set-logic QF_NRA)(declare-const x Real)(assert (< (* x x) 0))(check-sat)"
POSITIVE_SQUARE = "(set-logic QF_NRA)(declare-const x Real)(assert (> (* x x) 2))(check-sat)"


@pytest.fixture(scope="module")
def solver():
    with SecondSolver() as shared:
        yield shared


def tree(text):
    """The claim's JSON form of an expression or comparison written in Python's syntax."""

    def converted(node):
        match node:
            case ast.Constant(value):
                return str(value)
            case ast.Name(name):
                return name
            case ast.UnaryOp(ast.USub(), operand):
                return ["*", "-1", converted(operand)]
            case ast.BinOp(left, ast.Pow(), ast.Constant(exponent)):
                return ["^", converted(left), exponent]
            case ast.BinOp(left, ast.Sub(), right):
                return ["+", converted(left), ["*", "-1", converted(right)]]
            case ast.BinOp(left, operation, right):
                symbol = {ast.Add: "+", ast.Mult: "*", ast.Div: "/"}[type(operation)]
                return [symbol, converted(left), converted(right)]
            case ast.Compare(left, [operation], [right]):
                a, b = converted(left), converted(right)
                if isinstance(operation, ast.Lt | ast.LtE):
                    a, b = b, a
                relations = {
                    ast.Gt: ">",
                    ast.Lt: ">",
                    ast.GtE: ">=",
                    ast.LtE: ">=",
                    ast.Eq: "=",
                    ast.NotEq: "!=",
                }
                return [relations[type(operation)], a, b]
        raise AssertionError(ast.dump(node))

    return converted(ast.parse(text, mode="eval").body)


def claim(variables, hypotheses, goal):
    return {
        "variables": variables.split(),
        "hypotheses": [tree(h) for h in hypotheses],
        "goal": tree(goal),
    }


def z3_answer(text):
    other = z3.SolverFor("QF_NRA")
    other.set("rlimit", 10_000_000)
    other.from_string(text)
    return str(other.check())


PRIORS = ["0 < p", "p <= 1", "0 < q", "q <= 1"]
AT_ROOT = [*PRIORS, "r > 1", "x > 0", "r*x**2 == 1"]

# variables, hypotheses, goal, whether it holds (by hand), and why
CLAIMS = [
    ("x", [], "x**2 >= 0", True, "a square"),
    ("x", [], "x**2 > 0", False, "x = 0"),
    ("x", ["x != 0"], "x**2 > 0", True, "a square, not of zero"),
    ("x", [], "x**2 + 1 > 0", True, "a square and more"),
    ("x", [], "x**2 - x + 1/4 >= 0", True, "(x - 1/2)^2"),
    ("x", [], "x**2 - x + 1/4 > 0", False, "x = 1/2"),
    ("x", [], "x**2 - x + 1/4 - 1/1000000 >= 0", False, "x = 1/2"),
    ("x", ["x**2 == 2"], "x != 7/5", True, "49/25 is not 2"),
    ("x", ["x**2 == 2", "x > 0"], "x > 7/5", True, "49/25 < 2"),
    ("x", ["x**2 == 2"], "x > 7/5", False, "the negative root"),
    ("x", ["x**3 == 2"], "x > 5/4", True, "125/64 < 2"),
    ("x", ["x**3 == 2"], "x > 13/10", False, "2197/1000 > 2"),
    ("x y", [], "x**2 + y**2 >= 2*x*y", True, "(x - y)^2"),
    ("x y", [], "x**2 + y**2 > 2*x*y", False, "x = y"),
    ("x y", ["x > 0", "y > 0"], "x/y + y/x >= 2", True, "(x - y)^2 / (x y)"),
    ("x y", [], "x/y + y/x >= 2", False, "x = 1, y = -1"),
    ("x y", ["x > 0", "y > 0", "x + y == 1"], "x*y <= 1/4", True, "(x - y)^2 = 1 - 4 x y"),
    ("x y", ["x > 0", "y > 0", "x + y == 1"], "x*y < 1/4", False, "x = y = 1/2"),
    ("x y", ["x > y", "y > 1"], "x**2 > y**2", True, "the square grows"),
    ("x y", ["x > y"], "x**2 > y**2", False, "x = 0, y = -1"),
    ("x", ["x > 1", "x < 1"], "x > 5", True, "nothing is more than 1 and less"),
    ("x", ["x >= 1", "x <= 1"], "x == 1", True, "only 1 is left"),
    ("x", [], "1/x > 0", False, "x = -1, and undefined at 0"),
    ("x", ["x == 0"], "1/x > 0", False, "undefined at 0"),
    ("x", ["x == 0"], "1/x <= 0", False, "undefined at 0"),
    ("x", ["1/x > 0"], "x > 0", True, "defined and positive"),
    ("x", ["1/x == 1/x"], "x != 0", True, "defined"),
    ("x", ["x >= 0"], "1/x > 0", False, "undefined at 0"),
    ("x", ["1/(1/x) == x"], "x != 0", True, "defined"),
    ("p q x r", AT_ROOT, "p*(1-q)*x**2 + (1-p)*x + p*q - 1/r >= 0", True, "(1-p)(x - x^2) + p q (1 - x^2)"),
    ("p q x r", AT_ROOT, "p*(1-q)*x**2 + (1-p)*x + p*q - 1/r >= 1/100", False, "p -> 0, x -> 1"),
    ("p q x r", AT_ROOT, "p*(1-q)*x**2 + (1-p)*x + p*q - 1/r < 0", False, "the opposite of what holds"),
    ("a b c", ["a > 0", "b > 0", "c > 0"], "a/(b+c) + b/(c+a) + c/(a+b) >= 3/2", True, "Nesbitt"),
    ("a b c", ["a > 0", "b > 0", "c > 0"], "a/(b+c) + b/(c+a) + c/(a+b) > 3/2", False, "a = b = c"),
    ("x y", [], "x**4*y**2 + x**2*y**4 + 1 >= 3*x**2*y**2", True, "Motzkin: means of the three terms"),
    ("x y", [], "x**4*y**2 + x**2*y**4 + 1 >= 4*x**2*y**2", False, "x = y = 1"),
]


@pytest.mark.parametrize(("variables", "hypotheses", "goal", "holds", "why"), CLAIMS)
def test_both_solvers_give_the_answer_known_by_hand(solver, variables, hypotheses, goal, holds, why):
    text = script(claim(variables, hypotheses, goal))
    wanted = "unsat" if holds else "sat"
    assert solver.answer(text).answer == wanted, why
    assert z3_answer(text) == wanted, why


@pytest.mark.parametrize(("variables", "hypotheses", "goal", "holds", "why"), [c for c in CLAIMS if c[3]])
def test_goal_turned_round_is_not_proved(solver, variables, hypotheses, goal, holds, why):
    turned = claim(variables, hypotheses, goal)
    relation, left, right = turned["goal"]
    turned["goal"] = ["not", [relation, left, right]]
    expected = "unsat" if "x > 1" in hypotheses and "x < 1" in hypotheses else "sat"  # an empty domain
    assert solver.answer(script(turned)).answer == expected


def test_status_in_the_text_has_no_effect(solver):
    false = claim("x", [], "x**2 > 0")
    assert ":status unsat" in script(false, proved=True)
    assert solver.answer(script(false, proved=True)).answer is Answer.SAT


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no (check-sat)"),
        ("(set-logic QF_NRA)(declare-const x Real)(assert (> x x))", "no (check-sat)"),
        ("(set-logic QF_NRA)(declare-const x Real)(assert (> x x))(exit)(check-sat)", "no (check-sat)"),
        ("(set-logic QF_NRA)(assert (> y 0))(check-sat)", "not declared"),
        ("(set-logic QF_NRA)(declare-const x Real)(assert (> x 0)", "EOF"),
        (NEGATIVE_SQUARE + "(assert false)", "(assert ...) after (check-sat)"),
        (NEGATIVE_SQUARE + "(check-sat)", "(check-sat ...) after (check-sat)"),
        ("(assert false)(push 1)(check-sat)", "(push ...) is not allowed"),
        ("(set-option :rlimit 0)(assert false)(check-sat)", "(set-option ...) is not allowed"),
        ('(echo "unsat")(check-sat)', "(echo ...) is not allowed"),
        ('{"answer": "unsat"}', ""),
        ("unsat\n", ""),
        ("(assert \ud800)(check-sat)", ""),
    ],
)
def test_unreadable_query_is_unknown_and_the_next_one_works(solver, text, words):
    outcome = solver.answer(text)
    assert (outcome.answer, outcome.reason) == (Answer.UNKNOWN, Reason.ERROR)
    assert words in outcome.detail
    assert solver.answer(NEGATIVE_SQUARE).answer is Answer.UNSAT


def test_unreadable_text_before_true_and_false_is_not_an_answer(solver):
    assert solver.answer("(assert true)(check-sat)").answer is Answer.SAT
    assert solver.answer("(assert false)(check-sat)").answer is Answer.UNSAT


def test_query_out_of_steps_is_unknown_every_time():
    with SecondSolver(steps=300) as limited:
        outcomes = [limited.answer(ENDLESS) for _ in range(3)]
        assert [(o.answer, o.reason) for o in outcomes] == [(Answer.UNKNOWN, Reason.STEPS)] * 3
        assert limited.answer(NEGATIVE_SQUARE).answer is Answer.UNSAT


def test_endless_query_is_killed_in_time_and_the_next_one_works():
    with SecondSolver(seconds=0.5) as limited:
        assert limited.answer(NEGATIVE_SQUARE).answer is Answer.UNSAT
        first = limited._worker._process
        started = time.monotonic()
        outcome = limited.answer(ENDLESS)
        assert time.monotonic() - started < 15  # which is the wall time allowed: it was processor time
        assert (outcome.answer, outcome.reason) == (Answer.UNKNOWN, Reason.TIME)
        assert first.returncode is not None
        assert limited.answer(POSITIVE_SQUARE).answer is Answer.SAT
        assert limited.answer(NEGATIVE_SQUARE).answer is Answer.UNSAT


def test_a_process_that_is_kept_waiting_still_answers():
    """As on a busy machine: it is stopped for longer than the time that the query may take."""
    with SecondSolver(seconds=0.4) as waiting:
        assert waiting.answer(NEGATIVE_SQUARE).answer is Answer.UNSAT
        process = waiting._worker._process
        process.send_signal(signal.SIGSTOP)
        threading.Timer(1.0, process.send_signal, (signal.SIGCONT,)).start()
        outcome = waiting.answer(NEGATIVE_SQUARE)
        assert outcome.answer is Answer.UNSAT
        assert outcome.seconds > 0.9


def test_a_process_that_does_nothing_is_given_up():
    with SecondSolver(seconds=0.05) as waiting:
        waiting.answer(POSITIVE_SQUARE)
        waiting._worker._process.send_signal(signal.SIGSTOP)
        outcome = waiting.answer(NEGATIVE_SQUARE)
        assert (outcome.answer, outcome.reason) == (Answer.UNKNOWN, Reason.TIME)


def test_process_killed_by_others_gives_unknown_and_the_next_query_works():
    with SecondSolver() as asked:
        asked.answer(NEGATIVE_SQUARE)
        threading.Timer(0.3, asked._worker._process.kill).start()
        outcome = asked.answer(ENDLESS)
        assert (outcome.answer, outcome.reason) == (Answer.UNKNOWN, Reason.ENDED)
        assert asked.answer(POSITIVE_SQUARE).answer is Answer.SAT
        asked._worker._process.kill()  # now while it has nothing to do
        asked._worker._process.wait()
        assert asked.answer(NEGATIVE_SQUARE).answer is Answer.UNSAT


def test_interrupted_query_leaves_no_process_and_no_stale_answer(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    with SecondSolver() as asked:
        asked.answer(NEGATIVE_SQUARE)
        first = asked._worker._process
        before = signal.signal(signal.SIGALRM, interrupt)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                asked.answer(ENDLESS)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert first.returncode is not None
        assert asked.answer(POSITIVE_SQUARE).answer is Answer.SAT


def test_reply_to_another_question_is_not_taken():
    with SecondSolver() as asked:
        asked.answer(POSITIVE_SQUARE)
        worker = asked._worker
        worker._asked += 7
        request = (
            b'{"number": 1, "text": "(assert false)(check-sat)", "steps": 1000, "seconds": 9, "wall": 9}\n'
        )
        worker._process.stdin.write(request)  # its reply will be the first that is read
        outcome = asked.answer(POSITIVE_SQUARE)
        assert (outcome.answer, outcome.reason) == (Answer.UNKNOWN, Reason.ERROR)
        assert asked.answer(POSITIVE_SQUARE).answer is Answer.SAT


def test_queries_from_several_threads_get_their_own_answers(solver):
    wrong = []

    def ask(text, wanted):
        for _ in range(10):
            if solver.answer(text).answer is not wanted:
                wrong.append(text)

    pairs = [(NEGATIVE_SQUARE, Answer.UNSAT), (POSITIVE_SQUARE, Answer.SAT)] * 2
    threads = [threading.Thread(target=ask, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_closed_solver_has_no_process_and_opens_again():
    asked = SecondSolver()
    asked.close()
    assert asked.answer(NEGATIVE_SQUARE).answer is Answer.UNSAT
    process = asked._worker._process
    asked.close()
    asked.close()
    assert process.returncode is not None
    assert asked.answer(POSITIVE_SQUARE).answer is Answer.SAT
    process = asked._worker._process
    del asked  # as good as closed
    assert process.returncode is not None


def test_missing_cvc5_is_said_with_what_to_install(monkeypatch, tmp_path):
    (tmp_path / "cvc5.py").write_text("raise ImportError('planted')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SolverNotInstalledError, match=r"pip install cvc5 \(planted\)"):
        SecondSolver().answer(NEGATIVE_SQUARE)


@pytest.mark.parametrize(
    "limits", [{"seconds": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"steps": 0}]
)
def test_limit_that_is_not_positive_is_refused(limits):
    with pytest.raises(ValueError, match="positive"):
        SecondSolver(**limits)


@pytest.mark.parametrize(("answer", "reason"), [(Answer.UNKNOWN, None), (Answer.UNSAT, Reason.TIME)])
def test_outcome_has_a_reason_exactly_when_unknown(answer, reason):
    with pytest.raises(ValueError, match="reason"):
        Outcome(answer, reason)


# What becomes of the process when its parent ends. `parent` runs a script in an interpreter of its own.

REPOSITORY = str(Path(__file__).resolve().parents[2])
PARENT = f"""
import os, sys, threading, time
sys.path.insert(0, {REPOSITORY!r})
from verify.solvers.second_solver import SecondSolver
solver = SecondSolver(seconds=60)
solver.answer({NEGATIVE_SQUARE!r})
pid = solver._worker._process.pid
print(pid, flush=True)
"""
ASK_ENDLESS = f"solver.answer({ENDLESS!r})"


def parent(action):
    return subprocess.Popen(
        interruptible([sys.executable, "-c", PARENT + textwrap.dedent(action)]),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def runs(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    try:
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends_within(seconds, pid):
    limit = time.monotonic() + seconds
    while runs(pid):
        if time.monotonic() > limit:
            os.kill(pid, signal.SIGKILL)
            return False
        time.sleep(0.01)
    return True


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("action", [ASK_ENDLESS, "time.sleep(60)"], ids=["busy", "idle"])
def test_process_ends_with_its_parent(action, by):
    with parent(action) as process:
        pid = int(process.stdout.readline())
        time.sleep(0.3)
        assert runs(pid)
        process.send_signal(by)
        assert ends_within(30, pid)
        process.wait(5)


def test_process_ends_when_the_parent_forgets_to_close():
    with parent("") as process:
        assert ends_within(5, int(process.stdout.readline()))


def test_busy_process_ends_when_it_alone_is_interrupted():
    with parent(f"print({ASK_ENDLESS}.reason.name, flush=True)") as process:
        pid = int(process.stdout.readline())
        time.sleep(0.3)
        os.kill(pid, signal.SIGINT)
        assert process.stdout.readline() == "ENDED\n"
        assert not runs(pid)


def test_forked_copy_starts_a_process_of_its_own_and_spares_the_other():
    action = f"""
        copy = os.fork()
        right = solver.answer({POSITIVE_SQUARE!r}).answer.value == "sat"
        same = solver._worker._process.pid == pid
        if copy == 0:
            solver.close()
            os._exit(0 if right and not same else 1)
        spared = os.waitpid(copy, 0)[1] == 0
        right = right and solver.answer({NEGATIVE_SQUARE!r}).answer.value == "unsat"
        print(spared, right, same, flush=True)
    """
    with parent(action) as process:
        process.stdout.readline()
        assert process.stdout.readline() == "True True True\n"


def test_busy_process_ends_itself_when_nobody_ends_it():
    planted = (
        f"import sys; sys.path.insert(0, {REPOSITORY!r}); "
        "import verify.solvers.second_solver_worker as worker; "
        "import os; worker.LEFT_ALONE_SECONDS = 0.2; worker.main(os.getppid())"
    )
    with subprocess.Popen(
        [sys.executable, "-c", planted], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert "ready" in process.stdout.readline()
        text = ENDLESS.replace("\n", " ")
        process.stdin.write(
            f'{{"number": 1, "text": "{text}", "steps": 100000000, "seconds": 60, "wall": 0.1}}\n'
        )
        process.stdin.flush()
        assert process.wait(10) == 1
        assert process.stdout.read() == ""


def test_worker_imports_nothing_heavy():
    code = (
        f"import sys; sys.path.insert(0, {REPOSITORY!r}); import verify.solvers.second_solver_worker; "
        "print(sorted({'sympy', 'z3', 'numpy', 'flint', 'mpmath', 'subprocess'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
