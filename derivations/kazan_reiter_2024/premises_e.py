r"""What Kazan & Reiter (2024) suppose in Appendix E, line by line.

A probability lies in [0, 1]; that the model gives "included" and "in S" a positive one is said just before
(3). r* bounds a ratio of probabilities and (12) divides by it, so it is positive. Of the constant a,
Theorems 4 and 5 print a < 1 alone, while in Lemma 2 the bound is a/(p q) itself.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.common_lines import (
    EDGE_BOUND,
    EDGE_BUDGET,
    EDGE_DECAY,
    INVERSE_BOUND,
    LEAST_DECAY,
    LEAST_SQUARE,
    ODDS,
    ROOT_BUDGET,
    SQUARE,
)
from derivations.kazan_reiter.notation import decay, eps, p, q, r, risk
from derivations.kazan_reiter.same_sentences import LEMMA_ON_LIKELIHOODS, LIKELIHOODS
from derivations.kazan_reiter_2024.probability.lemma_1 import least
from derivations.kazan_reiter_2024.proofs import corollaries, lemma_1, lemma_3, repairs, theorem_1, theorem_2
from derivations.kazan_reiter_2024.proofs.capped_profile import a
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.premises import Premise, Words
from verify.language.as_printed import eq, ge, gt, le, lt

_LEMMA_1 = ("lem:1.?@E", *(f"eq:{n}*" for n in range(44, 61)), "text:E/lemma-1-*")
_THEOREM_1 = ("thm:1@E", *(f"eq:{n}*" for n in range(61, 68)), "text:E/theorem-1-*")
_THEOREM_2 = ("thm:2@E", *(f"eq:{n}*" for n in range(68, 79)), "text:E/theorem-2-*")
_LEMMA_2 = ("lem:2.?@E", *(f"eq:{n}*" for n in range(86, 108)), "text:E/lemma-2-*")
_LEMMA_3 = ("lem:3.?@E", *(f"eq:{n}*" for n in range(108, 141)), "text:E/lemma-3-*")
_THEOREM_3 = ("thm:3@E", *(f"eq:{n}*" for n in range(141, 157)), "text:E/theorem-3-*")
_THEOREM_4 = (*(f"eq:{n}*" for n in range(157, 166)), "text:E/theorem-4-*")
_THEOREM_5 = (*(f"eq:{n}*" for n in range(166, 177)), "text:E/theorem-5-*")

_M = r"P_{\mathcal{M}}"


STANDING = (
    Premise("2.1#8", r"e^{-\varepsilon}\leq", (x > 0, x <= 1, eps >= 0, sp.Gt(decay, 0, evaluate=False))),
    Premise("2.2#17", rf"{_M}[I_i=1]=p_i", (p > 0, p <= 1), words=Words.NONZERO),
    Premise("2.2#17", rf"{_M}[Y_i\in\mathcal{{S}}\mid I_i=1]=q_i", (q > 0, q <= 1), words=Words.NONZERO),
    Premise("3#35", r"r^*(p_i,q_i)", (r > 0,), words=Words.BOUND),
)
"""A decay e^-eps, and by (1) e^-eps <= e^eps; the priors; a bound on a ratio of probabilities."""

LEMMA_1 = (
    Premise("E#3", r"\mathcal{S}", (q >= 0, q <= 1), _LEMMA_1, Words.ANY_SET),
    Premise("E#24", rf"{_M}[Y_i=y\mid T^*=t^*,I_i=1]", (least >= 0,), ("eq:52", "eq:53"), Words.PROBABILITY),
    Premise("E#35", rf"{_M}[T^*=t^*\mid I_i=0]", LIKELIHOODS, ("eq:59.1", "eq:60.1"), Words.PROBABILITY),
    Premise("E#35", r"e^{-\varepsilon}\leq", lemma_1.INSIDE_BOUND, ("eq:59.1", "eq:60.1")),
    Premise("E#36", r"e^{-\varepsilon}\leq", lemma_1.OUTSIDE_BOUND, ("eq:59.1", "eq:60.1")),
)

THEOREM_1 = (
    Premise("2.2#23", rf"{_M}[Y_i\in\mathcal{{S}},I_i=1]", (theorem_1.J > 0,), _THEOREM_1, Words.NONZERO),
    Premise("3#7", "t^*", (theorem_1.M > 0,), _THEOREM_1, Words.POSSIBLE),
    Premise(
        "E#4",
        rf"{_M}[T^*=t^*\mid Y_i\in\mathcal{{S}},I_i=1]",
        (LIKELIHOOD_INSIDE >= 0,),
        _THEOREM_1,
        Words.PROBABILITY,
    ),
    Premise("E#4", r"\leq e^{2\varepsilon}", LEMMA_ON_LIKELIHOODS, _THEOREM_1),
    Premise("E#4", r"\leq e^{2\varepsilon}", theorem_1.LEMMA_1_RATIOS, _THEOREM_1),
    Premise(
        "2.2#17",
        rf"{_M}[I_i=1]=p_i,{_M}[Y_i\in\mathcal{{S}}\mid I_i=1]=q_i",
        (eq(theorem_1.B, q), eq(theorem_1.I_1, p)),
        _THEOREM_1,
    ),
    Premise(
        "E#51",
        rf"{_M}[Y_i\notin\mathcal{{S}}\mid I_i=1]",
        (eq(theorem_1.B_c, 1 - theorem_1.B), eq(theorem_1.I_0, 1 - theorem_1.I_1)),
        _THEOREM_1,
        Words.PROBABILITY,
    ),
    Premise("E#64", "q_i=1", (eq(q, 1),), ("text:E/theorem-1-repair.2", "eq:68")),
)

THEOREM_2 = (
    Premise(
        "E#44", r"r_i(p_i,q_i,t^*)\leq", theorem_2.THEOREM_1, (*_THEOREM_2, "cor:?@E", "eq:79", "eq:81.1")
    ),
    Premise("E#61", r"\text{if}0<q_i<1", (q < 1,), _THEOREM_2),
    Premise("E#62", r"\varepsilon\leq\varepsilon_i(p_i,q_i)", (le(eps, theorem_2.BUDGET),), ("thm:2@E",)),
    Premise("E#66", r"r_i(p_i,1,t^*)\leq", (le(risk, EDGE_BOUND),), ("eq:69.1",)),
    Premise("E#67", r"\varepsilon\leq\log", (le(eps, EDGE_BUDGET),), ("eq:69.*", "text:E/theorem-2-decay*")),
    Premise("E#67", r"e^{-\varepsilon}\geq", (ge(decay, EDGE_DECAY),), ("eq:69.1",)),
    Premise("E#74", r"\varepsilon\leq\log", (le(eps, ROOT_BUDGET),), _THEOREM_2),
    Premise("E#76", r"e^{-\varepsilon}\geq", (ge(decay, LEAST_DECAY),), _THEOREM_2),
    Premise(
        "E#79",
        r"=\frac{\frac{1}{r^*(p_i,q_i)}-p_iq_i}{p_i(1-q_i)}+",
        (ge(sp.exp(-2 * eps), LEAST_SQUARE),),
        ("eq:75",),
    ),
    Premise("E#83", r"=\frac{1}{r^*(p_i,q_i)}", (ge(INVERSE_BOUND, 1 / r),), ("eq:78.2",)),
)

COROLLARIES = (
    Premise("E#91", r"0\leq e^{-\varepsilon}\leq1", (decay >= 0, decay <= 1), ("text:E/corollary-1-*",)),
    Premise("E#91", r"e^{-2\varepsilon}\leq e^{-\varepsilon}", (le(SQUARE, decay),), ("eq:80.2", "eq:81.1")),
    Premise("E#98", "p_i=1", (eq(p, 1),), ("cor:2@E", "eq:83")),
    Premise("E#98", "0<q_i<1", (q < 1,), ("cor:2@E", "eq:8[2-5]", "text:E/corollary-2-*")),
    Premise("E#99", r"\varepsilon\leq", (le(eps, sp.log(ODDS) / 2),), ("cor:2@E",)),
    Premise("E#74", r"\varepsilon\leq\log", (le(eps, ROOT_BUDGET),), ("eq:83",)),
    Premise("E#103", r"\varepsilon\leq", (le(eps, corollaries.LINE_83),), ("eq:84", "eq:85")),
)

LEMMA_2 = (
    Premise("E#108", r"p_i,q_i\in(0,1)", (p < 1, q < 1), _LEMMA_2),
    Premise("E#108", r"r^*(p_i,q_i)=\tilde{a}/(p_iq_i)", (a > 0,), _LEMMA_2),
    Premise("4#11", r"\tilde{a}<1", (a < 1,), _LEMMA_2),
    Premise("E#140", "g(q_i)>0", (parameter("g") > 0,), ("text:E/lemma-2-sign-from-g",)),
    Premise(
        "E#148", r"0<q_i\leq1/2", (q <= sp.Rational(1, 2),), ("text:E/lemma-2-g-falls-on-the-lower-half*",)
    ),
    Premise("E#149", "1/2<q_i<1", (q > sp.Rational(1, 2),), ("text:E/lemma-2-upper-half*", "eq:10[4-6]")),
    Premise("E#155", "g(1)=", (eq(q, 1),), ("eq:107.*",)),
)
"""a < 1 as the constant is introduced; the proof says it again after (97)."""

_BELOW = ("lem:3.1@E", "eq:123", "text:E/lemma-3-*below-the-threshold*")
_ABOVE = ("lem:3.3@E", "eq:124", "text:E/lemma-3-*above-the-threshold*")

LEMMA_3 = (
    Premise("E#159", r"p_i,q_i\in(0,1)", (p < 1, q < 1), _LEMMA_3),
    Premise("E#159", r"\tilde{r}<1/(p_iq_i)", (r < 1 / (p * q),), _LEMMA_3),
    Premise("4#4", r"\tilde{r}>1", (r > 1,), _LEMMA_3),
    Premise("E#164", r"0<q_i<\frac{1}{\tilde{r}+1}", (q < 1 / (r + 1),), _BELOW),
    Premise("E#165", r"q_i=\frac{1}{\tilde{r}+1}", (eq(q, 1 / (r + 1)),), ("lem:3.2@E",)),
    Premise("E#166", r"\frac{1}{\tilde{r}+1}<q_i<1", (q > 1 / (r + 1),), _ABOVE),
    Premise("E#166", r"0<p_i<\frac{1}{q_i\tilde{r}}", (p < 1 / (q * r),), ("lem:3.3@E",)),
    Premise("E#167", r"0<q_i<\frac{1}{p_i\tilde{r}}", (q < 1 / (p * r),), _LEMMA_3),
    Premise("E#191", r"=4p_i(1-q_i)", (eq(lemma_3.LINE_117_LEFT, lemma_3.LINE_121),), _LEMMA_3),
    Premise("E#193", r"q_i=1/(\tilde{r}+1)", (eq(q, 1 / (r + 1)),), ("eq:122", "text:E/lemma-3-flat*")),
    Premise(
        "E#194",
        r"2p_i(1-q_i)\frac{1}{\tilde{r}}=\sqrt",
        (eq(lemma_3.RATIO, 1),),
        ("text:E/lemma-3-flat-at-the-threshold.2",),
    ),
    Premise(
        "E#197",
        r"2p_i(1-q_i)\frac{1}{\tilde{r}}<\sqrt",
        (lt(lemma_3.WEIGHT, lemma_3.GAP), lt(lemma_3.RATIO, 1)),
        _BELOW,
    ),
    Premise(
        "E#200",
        r"2p_i(1-q_i)\frac{1}{\tilde{r}}>\sqrt",
        (gt(lemma_3.WEIGHT, lemma_3.GAP), gt(lemma_3.RATIO, 1)),
        _ABOVE,
    ),
    Premise("E#214", "g(q_i)<0", (parameter("g") < 0,), ("text:E/lemma-3-sign-from-g",)),
)

THEOREM_3 = (
    Premise(
        "E#238",
        r"\tilde{r}>1",
        (r > 1,),
        (*_THEOREM_3, "text:E/theorem-[45]-repair*"),
    ),
    Premise("E#244", "0<q_i<1", (q < 1,), ("text:E/theorem-3-no-critical-point",)),
    Premise("E#248", "0<q_i<1", (q < 1,), (*_THEOREM_3, "text:E/theorem-[45]-repair*")),
    Premise("E#256", "0<p_i<1", (p < 1,), ("eq:146", "eq:147", "eq:148", "text:E/theorem-3-*-q-1")),
    Premise("E#263", r"p_i\rightarrow0", (lt(r * p, 1),), ("text:E/theorem-3-lhopital.2",)),
)
"""That p tends to 0 is a condition on small p alone."""

_LOW_P = ("eq:157.1", "eq:159*", "text:E/theorem-4-low*")
_HIGH_P = (
    "eq:157.2",
    *(f"eq:16{n}*" for n in range(6)),
    "text:E/theorem-4-[cfirt]*",
    "text:E/theorem-4-least",
)
_CAPPED = (*_THEOREM_4, "text:E/theorem-4-repair*", "text:E/theorem-5-repair*")

THEOREM_4 = (
    Premise("E#283", r"\tilde{a}<1", (a < 1,), _CAPPED),
    Premise("E#283", r"\tilde{r}>1", (r > 1,), _CAPPED),
    Premise("E#285", r"0<\tilde{p}\leq\frac{\tilde{a}}{\tilde{r}}", (p <= a / r,), _LOW_P),
    Premise("E#285", r"\frac{\tilde{a}}{\tilde{r}}<\tilde{p}", (p > a / r,), _HIGH_P),
    Premise("E#288", "0<q_i<1", (q < 1,), _THEOREM_4),
    Premise(
        "E#295", r"q_i\geq\tilde{a}/(\tilde{p}\tilde{r})", (ge(q, a / (p * r)),), ("text:E/theorem-4-turn.1",)
    ),
    Premise(
        "E#298",
        r"q_i\geq1/(\tilde{r}\tilde{p})",
        (ge(q, 1 / (p * r)),),
        ("eq:16[1-3]", "text:E/theorem-4-infinite*"),
    ),
    Premise(
        "E#304",
        r"q_i<\min\{1,1/(\tilde{r}\tilde{p})\}",
        (lt(q, 1 / (p * r)), lt(r * p, 1), lt(r * p * q, 1)),
        ("text:E/theorem-4-r*", "text:E/theorem-4-least"),
    ),
    Premise(
        "E#306",
        r"0<q_i<\tilde{a}/(\tilde{p}\tilde{r})",
        (lt(q, a / (p * r)), lt(q, a / r)),
        ("text:E/theorem-4-continuous", "text:E/theorem-4-falls", "text:E/theorem-4-repair.2"),
    ),
    Premise(
        "E#306", r"\tilde{a}/(\tilde{p}\tilde{r})<q_i", (gt(q, a / (p * r)),), ("text:E/theorem-4-rises",)
    ),
    Premise("E#307", r"q_i=\tilde{a}/(\tilde{p}\tilde{r})", (eq(q, a / (p * r)),), ("eq:164",)),
)

_LOW_Q = ("eq:166.1", "eq:168*", "text:E/theorem-5-attained.1", "*-closed-range.1", "text:E/theorem-5-low*")
_FALLING = ("eq:166.2", "eq:172", "text:E/theorem-5-attained.2", "*-closed-range.2", "*/theorem-5-below*")
_RISING = ("eq:166.3", "eq:17[34]", "text:E/theorem-5-above*", "*-turn-is-finite", "text:E/theorem-5-least.1")
_THRESHOLD = ("text:E/theorem-5-at-the-threshold*",)

THEOREM_5 = (
    Premise("E#312", r"\tilde{a}<1", (a < 1,), _THEOREM_5),
    Premise("E#312", r"\tilde{r}>1", (r > 1,), _THEOREM_5),
    Premise("E#312", "0<p_i<1", (p < 1,), _THEOREM_5),
    Premise("E#314", r"0<\tilde{q}\leq\frac{\tilde{a}}{\tilde{r}}", (q <= a / r,), _LOW_Q),
    Premise("E#314", r"0<\tilde{q}\leq\frac{1}{\tilde{r}+1}", (q <= 1 / (r + 1),), _FALLING),
    Premise("E#314", r"\frac{\tilde{a}}{\tilde{r}}<\tilde{q}", (q > a / r,), _THEOREM_5),
    Premise("E#314", r"\tilde{q}<1", (q < 1,), _THEOREM_5),
    Premise("E#314", r"\frac{1}{\tilde{r}+1}<\tilde{q}<1", (q > 1 / (r + 1),), _RISING),
    Premise("E#314", r"\tilde{q}=1", (eq(q, 1),), ("eq:166.4",)),
    Premise(
        "E#324", r"p_i\geq\tilde{a}/(\tilde{q}\tilde{r})", (ge(p, a / (q * r)),), ("text:E/theorem-5-turn.1",)
    ),
    Premise(
        "E#327",
        r"p_i\geq1/(\tilde{r}\tilde{q})",
        (ge(p, 1 / (q * r)),),
        ("eq:170", "eq:171*", "text:E/theorem-5-infinite*"),
    ),
    Premise(
        "E#332",
        r"p_i<\min\{1,1/(\tilde{r}\tilde{q})\}",
        (lt(p, 1 / (q * r)), lt(r * q, 1)),
        ("text:E/theorem-5-repair.1", "text:E/theorem-5-above*"),
    ),
    Premise(
        "E#334",
        r"0<p_i<\tilde{a}/(\tilde{q}\tilde{r})",
        (lt(p, a / (q * r)), lt(p, a / r)),
        ("text:E/theorem-5-falls.?", "text:E/theorem-5-continuous"),
    ),
    Premise("E#335", r"0<\tilde{q}<1/(\tilde{r}+1)", (q < 1 / (r + 1),), _FALLING),
    Premise(
        "E#336",
        r"\tilde{a}/(\tilde{q}\tilde{r})<p_i<1",
        (gt(p, a / (q * r)),),
        ("text:E/theorem-5-below*", *_THRESHOLD, "text:E/theorem-5-above*"),
    ),
    Premise("E#339", r"\tilde{q}=1/(\tilde{r}+1)", (eq(q, 1 / (r + 1)),), _THRESHOLD),
    Premise("E#343", r"p_i=\tilde{a}/(\tilde{q}\tilde{r})", (eq(p, a / (q * r)),), ("eq:173",)),
    Premise(
        "E#346",
        r"\tilde{a}/(\tilde{q}\tilde{r})<p_i<\min\{1,1/(\tilde{r}\tilde{q})\}",
        (gt(p, a / r), lt(p, 1 / r)),
        ("eq:175", "text:E/theorem-5-known-value-rises"),
    ),
    Premise("E#349", r"p_i=\tilde{a}/\tilde{r}", (eq(p, a / r),), ("eq:176.1",)),
)

_ROOT = parameter("y")

REPAIRS = (
    Premise("E#44", r"r_i(p_i,q_i,t^*)\leq", repairs.ON_ROOT, ("text:E/lemma-3-repair-by-the-root*",)),
    Premise("E#155", "g(1)=", (eq(q, 1),), ("text:E/lemma-3-repair.6",)),
    Premise(
        "E#231",
        r"g(\frac{1}{p_i\tilde{r}})",
        (p * r > 1, lt(r * p * q, 1)),
        ("text:E/theorem-3-repair.3",),
        Words.OUR_OWN,
    ),
    Premise("E#238", r"\tilde{r}>1", (_ROOT > 0, _ROOT < 1), ("text:E/theorem-3-repair.?",)),
)
"""Proofs of our own: x is where the bound (11) is r, and y is 1/sqrt(r)."""

PREMISES_E: tuple[Premise, ...] = (
    *STANDING,
    *LEMMA_1,
    *THEOREM_1,
    *THEOREM_2,
    *COROLLARIES,
    *LEMMA_2,
    *LEMMA_3,
    *THEOREM_3,
    *THEOREM_4,
    *THEOREM_5,
    *REPAIRS,
)
