"""What Appendix A of Kazan & Reiter (2023) supposes in its corollaries, lemmas and proofs, line by line."""

from __future__ import annotations

from sympy import exp

from derivations.kazan_reiter.common_lines import (
    EDGE_BOUND,
    EDGE_BUDGET,
    EDGE_DECAY,
    INVERSE_BOUND,
    LEAST_DECAY,
    LEAST_SQUARE,
    ROOT_BUDGET,
    SQUARE,
)
from derivations.kazan_reiter.notation import INSIDE, PRIORS, decay, eps, p, q, r, risk
from derivations.kazan_reiter_2023 import corollaries, theorem_2
from derivations.kazan_reiter_2023.notation import THRESHOLD, a
from derivations.kazan_reiter_2023.results import KNOWN_INCLUSION
from derivations.kazan_reiter_2024.probability.lemma_1 import least
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from verify.claims.premises import Premise, Words
from verify.language.as_printed import eq, ge, gt, le

COMPLEMENT = ("eq:66.1", "eq:67.1")
"""The lines of Lemma 2 on a set against its complement."""

_RANGE = r"p_i,q_i\in(0,1)"
_inside, _outside = L_S / L_0, L_N / L_0

RESULTS = (
    Premise("A.1#10", r"p_i=1", (eq(p, 1),), ("cor:2@A.1",)),
    Premise("A.1#10", r"0<q_i<1", (q < 1,), ("eq:48", "cor:2@A.1", "text:A.1/*")),
    Premise("A.1#11", r"\varepsilon\leq", (le(eps, KNOWN_INCLUSION),), ("cor:2@A.1",)),
    Premise("A.1#16", _RANGE, INSIDE, ("eq:49", "lem:3.*")),
    Premise("A.1#16", r"r^*(p_i,q_i)=\frac{\tilde{a}}{p_iq_i}", (a > 0,), ("eq:49", "lem:3.*")),
    Premise("A.1#24", _RANGE, INSIDE, ("eq:50", "lem:4.*")),
    Premise("A.1#29", r"0<q_i<\frac{1}{\tilde{r}+1}", (q < THRESHOLD,), ("lem:4.1",)),
    Premise("A.1#30", r"q_i=\frac{1}{\tilde{r}+1}", (eq(q, THRESHOLD),), ("lem:4.2",)),
    Premise("A.1#32", r"\frac{1}{\tilde{r}+1}<q_i<1", (q > THRESHOLD,), ("lem:4.3",)),
)

_AFTER_71 = ("eq:7[1-9]", "eq:80*", "text:A.2/theorem-2-73*", "text:A.2/theorem-2-square*")

PROOFS = (
    Premise(
        "A.2#13", r"P[Y_i=y\mid I_i=1,\mathcal{M}]", (least >= 0,), ("eq:60", "eq:61"), Words.PROBABILITY
    ),
    Premise(
        "A.2#23",
        r"e^{-\varepsilon}\leq",
        (le(decay, _inside), le(_inside, exp(eps)), le(decay, _outside), le(_outside, exp(eps))),
        COMPLEMENT,
    ),
    Premise("A.2#36", r"q_i=1", (eq(q, 1),), ("eq:69",)),
    Premise("A.2#38", r"r_i(p_i,1,t^*)\leq", (le(risk, EDGE_BOUND),), ("eq:70.1",)),
    Premise(
        "A.2#39",
        r"\varepsilon\leq\log((1-p_i)/(1/r^*(p_i,1)-p_i))",
        (le(eps, EDGE_BUDGET),),
        ("text:A.2/theorem-2-decay*", "eq:70*"),
    ),
    Premise(
        "A.2#39",
        r"e^{-\varepsilon}\geq(1/r^*(p_i,1)-p_i)/(1-p_i)",
        (ge(decay, EDGE_DECAY),),
        ("eq:70.1",),
    ),
    Premise("A.2#42", r"0<q_i<1", (q < 1,), _AFTER_71),
    Premise("A.2#46", r"\varepsilon\leq\log", (le(eps, ROOT_BUDGET),), (*_AFTER_71, "eq:85.1")),
    Premise("A.2#48", r"e^{-\varepsilon}\geq", (ge(decay, LEAST_DECAY),), ("eq:74", "eq:77")),
    Premise(
        "A.2#48",
        r"e^{-\varepsilon}\geq",
        (ge(decay, theorem_2.base), gt(theorem_2.base, 0)),
        ("text:A.2/theorem-2-square.1",),
    ),
    Premise(
        "A.2#51",
        r"=\frac{\frac{1}{r^*(p_i,q_i)}-p_iq_i}{p_i(1-q_i)}",
        (ge(SQUARE, LEAST_SQUARE),),
        ("eq:77",),
    ),
    Premise("A.2#56", r"=\frac{1}{r^*(p_i,q_i)}", (ge(INVERSE_BOUND, 1 / r),), ("eq:80.2",)),
    Premise("A.2#62", r"p_i,q_i\in(0,1]", PRIORS, ("eq:8[1-3]*",)),
    Premise("A.2#65", r"0\leq e^{-\varepsilon}\leq1", (decay >= 0, decay <= 1), ("text:*-square",)),
    Premise(
        "A.2#65", r"e^{-2\varepsilon}\leq e^{-\varepsilon}", (le(SQUARE, decay),), ("eq:82.2", "eq:83.1")
    ),
    Premise("A.2#73", r"p_i=1", (eq(p, 1),), ("cor:2@A.2", "eq:85.1")),
    Premise("A.2#73", r"0<q_i<1", (q < 1,), ("eq:84", "cor:2@A.2", "eq:85*")),
    Premise("A.2#74", r"\varepsilon\leq", (le(eps, KNOWN_INCLUSION),), ("cor:2@A.2",)),
    Premise("A.2#78", r"\varepsilon\leq\log", (le(eps, corollaries.line_85_1),), ("eq:85.[23]",)),
)

APPENDIX = (*RESULTS, *PROOFS)
