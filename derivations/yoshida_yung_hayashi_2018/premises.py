"""What Yoshida, Yung & Hayashi (2018) suppose, line by line: a claim's domain holds nothing else.

A premise quotes the condition itself, or the law or quantity of which it is true.
"""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018 import (
    discrimination,
    estimation,
    extreme_points,
    lemma_1,
    related_work,
    sublinear,
    theorem_1,
    theorem_3_steps,
    two_outcomes,
    weight,
)
from derivations.yoshida_yung_hayashi_2018.introduction import PAIR, TWO_DISTANCE
from derivations.yoshida_yung_hayashi_2018.notation import (
    BOUND,
    MIXTURE,
    SHARE,
    THETA,
    WEIGHT,
    a,
    d,
    g,
    h,
    t,
    w,
)
from derivations.yoshida_yung_hayashi_2018.premises_sums import ON_SUMS
from symbolic_eps.theory.symbols import parameter
from verify.claims.premises import Premise, Words
from verify.language.as_printed import eq, le

c, x, rate = parameter("c"), parameter("x"), parameter("rate")
_x1, _x2, _y1, _y2, _x0, _y0 = (parameter(name) for name in ("x1", "x2", "y1", "y2", "x0", "y0"))
_second_weight = weight.weight
_STEP_2 = ("text:III/step-2*", "text:IV/step-2*")
_NORM = r"\|(1-w)p_0-wp_1\|_1\leq\delta"

STANDING = (
    Premise("I#50", r"w\in(0,1)", (*WEIGHT, _second_weight > 0, _second_weight < 1)),
    Premise("II#3", r"\theta\in(0,1)", THETA),
    Premise("II#28", r"a:=\frac{1-\delta}{2}", SHARE),
    Premise("II#36", r"\delta\in(0,1)", BOUND),
    Premise("II#38", r"w\in[a,1-a]", (w >= a, w <= 1 - a, _second_weight >= a, _second_weight <= 1 - a)),
)
"""The weight, the parameter, a and the bound; delta >= 1 and delta = 0 are spoken of before it is bounded."""

SECTION_2 = (
    Premise("I#35", "p_0(S)", PAIR, ("text:I/two*", "thm:1*"), Words.PROBABILITY),
    Premise("II#31", r"(1/2)\|p_0-p_1\|\leq\delta", (TWO_DISTANCE,), ("text:I/two*",)),
    Premise(
        "II#15",
        r"\Phi^{-1}(\alpha/2)",
        (estimation.LEVEL / 2 > 0, estimation.LEVEL <= 1),
        ("text:II/confidence-level",),
        Words.PROBABILITY,
    ),
    Premise("II#36", r"\delta\geq1", (d >= 1,), ("text:II/large-delta",)),
    Premise("II#37", r"|1-2w|\leq\delta", (le(sp.Abs(1 - 2 * w), d),), ("text:II/range-of-weights.1",)),
    Premise(
        "II#37",
        r"a=(1-\delta)/2\leq w\leq(1+\delta)/2=1-a",
        ((1 - d) / 2 <= w, w <= (1 + d) / 2),
        ("text:II/range-of-weights.2",),
    ),
    Premise("II#44", _NORM, (theorem_1.TWO_BOUNDED,), ("thm:1*",)),
    Premise(
        "II#42", r"\theta\leq\theta_0", theorem_1.SMALL_THETA, ("thm:1.1*", "text:II/three-are-better.1")
    ),
    Premise("II#42", r"\theta>\theta_0", theorem_1.LARGE_THETA, ("thm:1.2*", "text:II/three-are-better.2")),
    Premise(
        "II#42", r"\theta\leq\theta_0", (t <= sp.Rational(1, 2), t <= sp.Rational(1, 10)), ("fig:2/*.1",)
    ),
    Premise("II#42", r"\theta>\theta_0", (t > sp.Rational(1, 2), t > sp.Rational(1, 10)), ("fig:2/*.2",)),
)

SECTION_3 = (
    Premise(
        "III#6",
        r"x_1,x_2,y_1,y_2\geq0",
        (_x1 >= 0, _x2 >= 0, _y1 >= 0, _y2 >= 0),
        ("text:III/*sublinear*", "text:III/convex*"),
    ),
    Premise("III#6", r"\alpha>0", (sublinear.alpha > 0,), ("def:1", "text:III/psi*", "text:V/psi*")),
    Premise(
        "III#5",
        r"[0,\infty)^2",
        (c >= 0, c <= 1),  # convexity is about all mixtures
        ("text:III/sublinear-is-convex", "text:III/domain*", "text:III/quadratic*", "text:V/perspective*"),
        Words.MIXTURES,
    ),
    Premise(
        "III#32",
        "p_0(1)p_1(1)>0",
        tuple(
            part
            for number in "12"
            for part in (
                parameter(f"u{number}") * parameter(f"v{number}") > 0,
                parameter(f"u{number}") >= 0,
                parameter(f"v{number}") >= 0,
            )
        ),
        _STEP_2,
    ),
    Premise("III#32", "p_0(1)p_1(1)>0", (parameter("u") >= 0, parameter("v") >= 0), ("eq:5",)),
    Premise("III#37", r"p_0(1)-w\epsilon", extreme_points.NOT_NEGATIVE, _STEP_2, Words.PROBABILITY),
    Premise("III#37", r"p_0(1)-w\epsilon", extreme_points.SMALL, _STEP_2, Words.SMALL),
    Premise("II#27", _NORM, extreme_points.WITHIN[-1:], _STEP_2),
    Premise("III#32", "p_0(1)p_1(1)>0", extreme_points.WITHIN[:2], _STEP_2, Words.LAW),
    Premise("III#38", r"\|(1-w)q_0-wq'_1\|_1", extreme_points.WITHIN[2:-1], _STEP_2, Words.OUR_OWN),
    Premise(
        "III#44",
        r"\psi(p_0(1),p_1(1))",
        (parameter("u") >= 0, parameter("v") >= 0),
        ("eq:[56]*", "text:III/chain*", "text:IV/step-4-b"),
        Words.PROBABILITY,
    ),
    Premise(
        "III#43",
        r"\min\{(1-w)p_0(1),wp_1(1)\}\geq a",
        sublinear.FIVE,
        ("eq:7", "text:III/step-4*", "text:IV/step-3*"),
    ),
    Premise("III#60", r"p_\theta(y)", (MIXTURE >= 0, g >= 0, h >= 0), ("eq:8*",), Words.PROBABILITY),
    Premise("III#61", r"x^2/y", (_y1 > 0, _y2 > 0), ("text:III/quadratic*",), Words.DIVISOR),
    Premise("III#70", r"a/w\leq\exists x\leq1", two_outcomes.FROM_5[9], ("eq:9*", "text:III/step-9*")),
    Premise("III#72", r"a/(1-w)\leq\exists x\leq1", two_outcomes.FROM_5[10], ("eq:10*", "text:III/step-10*")),
)

SECTION_4 = (
    Premise("IV#13", r"|\mathcal{Y}|=3", (weight.THREE,), ("text:IV/unique",)),
    Premise("IV#27", r"w'\neq w", (sp.Ne(_second_weight, w),), ("text:IV/corollary*",)),
    Premise("IV#32", r"0<\theta,t<1", (c > 0, c < 1), ("lem:1*", "text:IV/step-2-convex")),
    Premise("IV#39", "0<t<1", (c > 0, c < 1), ("text:IV/lemma-1*", "eq:14")),
    Premise("IV#40", "y_i>0", (_y0 > 0, _y1 > 0), ("text:IV/lemma-1-chain*", "text:IV/lemma-1-of-g")),
    Premise("IV#46", "x+y>0", (_x0 >= 0, _y0 >= 0, _x0 + _y0 > 0), ("text:IV/lemma-1-two*",)),
    Premise("IV#46", "x=y", (eq(_x0, _y0),), ("text:IV/lemma-1-two*",)),
    Premise(
        "IV#47",
        r"x_i,y_i\geq0",
        (_x0 >= 0, _x1 >= 0, _y0 >= 0, _y1 >= 0),
        ("text:IV/lemma-1-*", "eq:14"),
    ),
    Premise("IV#48", "x_i+y_i>0", lemma_1.NOT_NULL, ("text:IV/lemma-1-of-f", "eq:14")),
    Premise("IV#55", "x_0=y_0=0", lemma_1.ONE_NULL, ("text:IV/lemma-1-null*",)),
    Premise("IV#79", r"0=\det", theorem_3_steps.LAST[:1], ("text:IV/step-2-at-1.5",)),
    Premise("IV#82", r"0=\det", theorem_3_steps.LAST[1:], ("text:IV/step-2-at-2.5",)),
    Premise("IV#92", r"\psi(p_0(1),p_1(1))=", theorem_3_steps.EQUALITIES, ("text:IV/step-3-det*",)),
    Premise("IV#95", r"0=\det", theorem_3_steps.ZEROS, ("text:IV/step-3-whence",)),
    Premise("IV#10", "=a", sublinear.TWELVE, ("text:IV/step-4-b",)),
)

SECTION_5 = (
    Premise("V#30", r"P_{\theta_2\rightarrow\theta_1}", (rate > 0,), ("text:V/strong*",)),
    Premise(
        "V#41",
        r"f:(0,\infty)\rightarrow\mathbb{R}",
        (x > 0, parameter("p") > 0, parameter("q") > 0),
        ("text:V/*", "eq:20*"),
    ),
    Premise("V#42", r"s\in(-1,0)", discrimination.LOW, ("text:V/*.1*", "eq:20.1", "cor:2.1/largest.1")),
    Premise("V#42", r"s\in(0,\infty)", discrimination.HIGH, ("text:V/*.2*", "eq:20.2", "cor:2.1/largest.2")),
    Premise(
        "V#43", r"\ln\{-D_f(p_{\theta_1}\|p_{\theta_2})\}", (x < 0,), ("text:V/monotone.1",), Words.ARGUMENT
    ),
    Premise(
        "V#46",
        "x+y>0",
        (_x1 + _y1 > 0, _x2 + _y2 > 0, _x1 >= 0, _x2 >= 0, _y1 >= 0, _y2 >= 0),
        ("text:V/psi*",),
    ),
    Premise(
        "V#47", "yf(x/y)", (_x1 >= 0, _x2 >= 0, _y1 > 0, _y2 > 0), ("text:V/perspective*",), Words.DIVISOR
    ),
    Premise("V#52", r"\delta,\theta_1,\theta_2\in(0,1)", discrimination.THETAS, ("thm:4*", "cor:2*")),
    Premise("I#15", r"\theta\in[0,1]", discrimination.THETAS, ("text:V/psi*",)),
    Premise(
        "V#60",
        r"s\in(-1,0)\cup(0,\infty)",
        (discrimination.s > -1, sp.Ne(discrimination.s, 0)),
        ("cor:2.1*",),
    ),
    Premise(
        "V#60",
        r"s\in(-1,0)\cup(0,\infty)",
        (*discrimination.LOW, *discrimination.HIGH),
        ("cor:2.1/largest*",),
    ),
    Premise("II#3", r"\theta\in(0,1)", discrimination.THETAS, ("eq:17", "eq:18", "text:V/least*")),
)

_designs = ("tab:2/*", "text:VI/*", "fig:4/*")
SECTION_6 = (
    Premise("V#79", r"\theta\leq1/2", (t <= sp.Rational(1, 2),), _designs),
    Premise("V#79", r"\theta>1/2", (t > sp.Rational(1, 2),), _designs),
    Premise("VI#3", r"\pi\in(0,1)", related_work.CHANCE, _designs),
    Premise(
        "VI#8",
        r"\eta:1-\eta",
        related_work.RATIO,
        ("text:VI/*", "tab:2/unrelated.best"),
        Words.PROBABILITY,
    ),
    Premise("V#78", r"(1-\delta)\eta", related_work.RATIO, ("tab:2/unrelated*",), Words.PROBABILITY),
    Premise("II#31", r"(1/2)\|p_0-p_1\|\leq\delta", related_work.WITHIN, ("tab:2/*.best",)),
    Premise("VI#27", r"\eta=1/2", (eq(related_work.eta, related_work.HALF),), ("fig:4/second*",)),
)

PREMISES: tuple[Premise, ...] = (
    *STANDING,
    *SECTION_2,
    *SECTION_3,
    *SECTION_4,
    *SECTION_5,
    *SECTION_6,
    *ON_SUMS,
)
