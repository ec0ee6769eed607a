"""What Kazan & Reiter (2024) suppose, line by line: a claim's domain holds nothing else."""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import same_sentences
from derivations.kazan_reiter.notation import decay, eps, p, q, r, risk
from derivations.kazan_reiter.profiles import p0, p1, q0, q1
from derivations.kazan_reiter_2024.premises_e import PREMISES_E
from derivations.kazan_reiter_2024.premises_sums import ON_SUMS
from derivations.kazan_reiter_2024.proofs.theorem_2 import BUDGET, THEOREM_1
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.likelihoods import RATIO_ABSENT, RATIO_OUTSIDE
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.premises import Premise, Words
from verify.language.as_printed import eq, ge, le

a, b, n, s, t, B, I_1, J, L_1 = (
    parameter(name) for name in ("a", "b", "n", "s", "t", "B", "I_1", "J", "L_1")
)
a_0, mass, posterior, with_person, without = (
    parameter(name) for name in ("a_0", "mass", "posterior", "w_1", "w_0")
)
noise = parameter("w")

MODEL: tuple[Premise, ...] = (
    # Some ratio lies between e^-eps and e^eps, so that e^-eps is at most e^eps.
    Premise("2.1#8", r"e^{-\varepsilon}\leq", (eps >= 0, x > 0, x <= 1, sp.Gt(decay, 0, evaluate=False))),
    # t* is in the support, and the ratio has a divisor.
    Premise(
        "2.1#8",
        r"\leq e^{\varepsilon}",
        (L_0 > 0, L_S > 0, L_N >= 0, mass > 0),
        ("eq:10.2", "eq:42", "text:3/*", "text:4/*", "text:B.1/*", "text:D.1/*"),
        Words.POSSIBLE,
    ),
    # Of neighbours, and of data two steps apart.
    Premise(
        "2.1#8",
        r"e^{-\varepsilon}\leq",
        (le(decay, L_1 / L_0), le(x**2, L_1 / L_0), L_0 >= 0, L_1 >= 0),
        ("text:D.1/*",),
    ),
    Premise(
        "2.1#8",
        r"\leq e^{\varepsilon}",
        (*same_sentences.PRIVACY_OF_Z, *same_sentences.LIKELIHOODS_OF_Z),
        ("eq:42",),
    ),
    Premise("2.1#4", r"(n-1)\times d", (n >= 1,), words=Words.NUMBER),
    Premise(
        "2.1#14",
        r"e^{-\varepsilon|t^*-t|}",
        (with_person > 0, without > 0, x * with_person <= without, x * without <= with_person),
        ("text:2.1/geometric-is-private.2",),
        Words.PRIVATE,
    ),
    Premise(
        "2.1#14",
        r"e^{-\varepsilon|t^*-t|}",
        (noise > 0, noise <= 1),
        ("text:3/arbitrarily-large.1",),
        Words.PRIVATE,
    ),
    # Both events have nonzero prior probability.
    Premise("2.2#17", r"P_{\mathcal{M}}[I_i=1]=p_i", (p > 0, p <= 1, eq(I_1, p)), words=Words.NONZERO),
    Premise(
        "2.2#17",
        r"P_{\mathcal{M}}[Y_i\in\mathcal{S}\mid I_i=1]=q_i",
        (q > 0, q <= 1, J > 0, eq(B, q), eq(J, B * I_1)),
        words=Words.NONZERO,
    ),
    # What is conditioned on is possible.
    Premise(
        "2.2#22",
        "T^*=t^*",
        (*(L >= 0 for L in (L_S, L_N, L_0)), p * (q * L_S + (1 - q) * L_N) + (1 - p) * L_0 > 0),
        ("eq:5",),
        Words.POSSIBLE,
    ),
    Premise(
        "2.2#31",
        r"P_{\mathcal{M}}[Y_i\in\mathcal{S},I_i=1\mid T^*=t^*]",
        (same_sentences.POSTERIOR_AT_MOST_1,),
        ("text:4/either-or",),
        Words.PROBABILITY,
    ),
    Premise("2.2#32", r"r_i(p_i,q_i,t^*)=a_i(p_i,q_i,t^*)/(p_iq_i)", (eq(risk, posterior / (p * q)),)),
    Premise("2.3#5", r"\varepsilon=\log(r^*)/2", (eq(eps, sp.log(r) / 2),), ("text:2.3/naive-strategy",)),
    Premise("2.3#3", r"\leq e^{2\varepsilon}", (le(risk, sp.exp(2 * eps)),), ("text:2.3/naive-strategy",)),
    Premise("2.3#10", r"p_iq_i=0.25", (eq(p * q, sp.Rational(1, 4)),), ("text:2.3/example.1",)),
    Premise("2.3#10", r"p_iq_i=10^{-6}", (eq(p * q, sp.Rational(1, 10**6)),), ("text:2.3/example.2",)),
    # r* bounds a ratio of probabilities whose mean over t* is 1.
    Premise("2.3#14", r"r_i(p_i,q_i,t^*)\leq r^*(p_i,q_i)", (r > 0,), words=Words.BOUND),
)
"""Section 2: privacy, the priors, the risks."""

_LIKELIHOODS = tuple(c for L in (L_S, L_N) for c in (x * L_0 <= L, x * L <= L_0))

_FIRST_BRANCH = (
    "text:3/eq-12-is-defined.1",
    "text:3/solved-for-decay.1",
    "text:2.3/largest-budget.1",
    "text:4/nought-where-p-q-is-a.1",
    "text:4/only-small-budgets",
)

RESULTS: tuple[Premise, ...] = (
    Premise("3#22", r"\mathcal{S}", (q >= 0, q <= 1), ("lem:1*", "eq:10*"), Words.ANY_SET),
    Premise("3#23", r"\leq e^{\varepsilon}", _LIKELIHOODS, ("eq:10.2", "text:B.1/bounded")),
    Premise(
        "3#23",
        r"e^{-2\varepsilon}\leq",
        (ge(RATIO_OUTSIDE, x**2), ge(RATIO_ABSENT, x)),
        ("eq:11",),
    ),
    # Under bounded privacy, which compares the person's value with another.
    Premise("3#24", r"|\mathcal{S}|=1", (x * L_S <= L_N,), ("text:3/footnote-4-bounded",)),
    Premise("3#32", r"r_i(p_i,q_i,t^*)\leq", THEOREM_1, ("eq:7", "eq:18", "eq:43.1", "thm:2@3", "cor:2@B.1")),
    Premise("3#37", r"\text{if}0<q_i<1", (q > 0, q < 1), _FIRST_BRANCH),
    Premise("3#37", r"\text{if}q_i=1", (eq(q, 1),), ("text:4/*",)),
    Premise("3#38", r"\varepsilon\leq\varepsilon_i(p_i,q_i)", (le(eps, BUDGET),), ("thm:2@3",)),
    Premise(
        "3#38",
        r"\varepsilon\leq\varepsilon_i(p_i,q_i)",
        (le(eps, sp.log((1 - p) / (1 / r - p))),),
        ("text:D.1/analogy.2",),
    ),
)
"""Section 3."""

_CONSTANT = ("text:3/minimum-of-13", "text:4/*", "text:5/*", "text:B.2/*", "text:C*", "tab:3/*")
_DISPLAYED = ("eq:14", "eq:15*", "eq:16*", "eq:17", "eq:25", "eq:26*", "eq:31", "eq:33*")
_CAPPED = ("text:4/*", "text:5/*", "text:C*", "tab:3/(15)*", "tab:3/(16)*", "eq:15*", "eq:16*", "eq:33*")
_third = sp.Rational(1, 3)

PROFILES: tuple[Premise, ...] = (
    Premise("4#4", r"\tilde{r}>1", (r > 1,), (*_CONSTANT, *_DISPLAYED, "lem:3.?@B.1")),
    # What an absolute risk, a probability, is less than.
    Premise("4#11", r"\tilde{a}<1", (a > 0, a < 1), _CAPPED, Words.PROBABILITY),
    Premise("4#38", r"\tilde{p}\in(0,1]", (t > 0, t <= 1), ("text:4/figure-1-axis",)),
    Premise("4#42", r"\tilde{q}>\tilde{a}/\tilde{r}", (q > a / r,), ("text:4/*",)),
    Premise("4#43", r"\tilde{q}\leq\tilde{a}/\tilde{r}", (q <= a / r,), ("text:4/*",)),
    Premise("4#44", r"\tilde{p}>\tilde{a}/\tilde{r}", (p > a / r,), ("text:4/*", "text:C.2/*")),
    Premise("4#45", r"\tilde{p}\leq\tilde{a}/\tilde{r}", (p <= a / r,), ("text:4/*", "text:C.2/*")),
    Premise(
        "4#56",
        r"r^*(p_i,q_i)>1/(p_iq_i)",
        (r > 1 / (p * q),),
        ("text:4/bound-above-1", "text:4/no-bound-where-above-1"),
    ),
    Premise("4#58", r"p_i\geq1/3", (p >= _third,), ("text:4/unbounded-from-a-third*",)),
    Premise("4#60", r"p_iq_i=\tilde{a}", (eq(p * q, a),), ("text:4/nought-where-p-q-is-a*",)),
    Premise(
        "5#19",
        r"\tilde{b}\in(0,1)",
        (b > 0, b < 1),
        ("text:4/footnote-7", "eq:27", "eq:28*", "eq:29", "eq:30*", "text:B.2/*", "tab:3/(28)*"),
    ),
)
"""Sections 4 and 5."""

_BOX = ("eq:25", "eq:26*", "tab:3/(25)*")

TABLE_3: tuple[Premise, ...] = (
    Premise(
        "A.2#6",
        r"0<\tilde{q}\leq\frac{\tilde{a}}{\tilde{r}}",
        (q > 0, q <= a / r),
        ("tab:3/(15)*", "text:4/*"),
    ),
    Premise(
        "A.2#6",
        r"0<\tilde{q}\leq\frac{1}{\tilde{r}+1}",
        (q > 0, q <= 1 / (r + 1)),
        ("tab:3/(15)*", "text:4/*"),
    ),
    Premise(
        "A.2#6",
        r"\frac{\tilde{a}}{\tilde{r}}<\tilde{q}<1",
        (q > a / r, q < 1),
        ("tab:3/(15)*", "text:4/*"),
    ),
    Premise("A.2#6", r"\frac{1}{\tilde{r}+1}<\tilde{q}<1", (q > 1 / (r + 1),), ("tab:3/(15)*", "text:4/*")),
    Premise("A.2#6", r"\tilde{q}=1", (eq(q, 1),), ("tab:3/(15)*",)),
    Premise(
        "A.2#7",
        r"0<\tilde{p}\leq\frac{\tilde{a}}{\tilde{r}}",
        (p > 0, p <= a / r),
        ("tab:3/(16)*", "text:4/*"),
    ),
    Premise(
        "A.2#7",
        r"\frac{\tilde{a}}{\tilde{r}}<\tilde{p}\leq1",
        (p > a / r, p <= 1),
        ("tab:3/(16)*", "text:4/*"),
    ),
    Premise("A.2#8", r"0\leq\tilde{q}_0\leq\frac{1}{\tilde{r}+1}", (q0 >= 0, q0 <= 1 / (r + 1)), _BOX),
    Premise("A.2#8", r"\frac{1}{\tilde{r}+1}<\tilde{q}_0<1", (q0 > 1 / (r + 1), q0 < 1), _BOX),
    Premise("A.2#8", r"\tilde{p}_0>0", (p0 > 0,), _BOX),
    Premise("A.2#8", r"\tilde{p}_0=0", (eq(p0, 0),), _BOX),
    Premise("A.2#8", r"\tilde{q}_0=1", (eq(q0, 1),), _BOX),
)
"""The conditions of Table 3."""

_known_inclusion = sp.log((1 - q) / (1 / r - q)) / 2
_threshold = 1 / (r + 1)

_THEOREM_5 = ("eq:24*", "text:B.1/theorem-5-attained*")
_THEOREM_4 = ("eq:23*", "text:B.1/theorem-4-attained")

FURTHER: tuple[Premise, ...] = (
    Premise("B.1#10", r"p_i=1", (eq(p, 1),), ("cor:2@B.1",)),
    Premise("B.1#10", r"0<q_i<1", (q > 0, q < 1), ("cor:2@B.1", "eq:19", "text:B.1/corollary-2*")),
    Premise("B.1#11", r"\varepsilon\leq\frac{1}{2}\log", (le(eps, _known_inclusion),), ("cor:2@B.1",)),
    Premise("B.1#16", r"p_i,q_i\in(0,1)", (p > 0, p < 1, q > 0, q < 1), ("eq:20", "lem:2*@B.1")),
    # r*, so positive.
    Premise("B.1#16", r"r^*(p_i,q_i)=\frac{\tilde{a}}{p_iq_i}", (a > 0,), ("eq:20", "lem:2*@B.1")),
    Premise("4#11", r"\tilde{a}<1", (a < 1,), ("lem:2.?@B.1",)),
    Premise("B.1#24", r"p_i,q_i\in(0,1)", (p > 0, p < 1, q > 0, q < 1), ("eq:21", "lem:3*@B.1")),
    Premise(
        "B.1#29",
        r"0<q_i<\frac{1}{\tilde{r}+1}",
        (q < _threshold,),
        ("lem:3.1@B.1", "text:B.1/theorem-5-attained.2"),
    ),
    Premise("B.1#30", r"q_i=\frac{1}{\tilde{r}+1}", (eq(q, _threshold),), ("lem:3.2@B.1",)),
    Premise("B.1#31", r"\frac{1}{\tilde{r}+1}<q_i<1", (q > _threshold,), ("lem:3.3@B.1",)),
    Premise("B.1#34", r"r^*(p_i,q_i)=\tilde{r}>1", (r > 1,), ("thm:3@B.1", "eq:22*")),
    Premise("B.1#37", r"\tilde{a}<1", (a < 1,), _THEOREM_4),
    Premise("B.1#37", r"\tilde{r}>1", (r > 1,), _THEOREM_4),
    Premise("B.1#37", r"0<q_i<1", (q > 0, q < 1), _THEOREM_4),
    Premise("B.1#39", r"\text{if}0<\tilde{p}\leq\frac{\tilde{a}}{\tilde{r}}", (p <= a / r,), _THEOREM_4),
    Premise("B.1#39", r"\text{if}\frac{\tilde{a}}{\tilde{r}}<\tilde{p}\leq1", (p > a / r,), ("eq:23.2*",)),
    Premise("B.1#41", r"\tilde{a}<1", (a < 1,), _THEOREM_5),
    Premise("B.1#41", r"\tilde{r}>1", (r > 1,), _THEOREM_5),
    Premise("B.1#41", r"0<p_i<1", (p > 0, p < 1), _THEOREM_5),
    Premise(
        "B.1#43",
        r"\text{if}0<\tilde{q}\leq\frac{\tilde{a}}{\tilde{r}}",
        (q <= a / r,),
        ("eq:24.1", "text:B.1/theorem-5-attained.1"),
    ),
    Premise("B.1#43", r"0<\tilde{q}\leq\frac{1}{\tilde{r}+1}", (q <= _threshold,), ("eq:24.2",)),
    Premise(
        "B.1#43",
        r"\frac{\tilde{a}}{\tilde{r}}<\tilde{q}<1",
        (q > a / r, q < 1),
        ("eq:24.2", "eq:24.3*", "text:B.1/theorem-5-attained.2"),
    ),
    Premise("B.1#43", r"\frac{1}{\tilde{r}+1}<\tilde{q}<1", (q > _threshold,), ("eq:24.3*",)),
    Premise("B.1#43", r"\tilde{q}=1", (eq(q, 1),), ("eq:24.4",)),
    Premise("B.2#5", r"\tilde{p}_0\leq p_i\leq\tilde{p}_1", (p0 <= p, p <= p1), _BOX),
    Premise("B.2#5", r"\tilde{q}_0\leq q_i\leq\tilde{q}_1", (q0 <= q, q <= q1), _BOX),
    Premise("B.2#5", r"0\leq\tilde{p}_0\leq\tilde{p}_1\leq1", (p0 >= 0, p0 <= p1, p1 <= 1), _BOX),
    Premise("B.2#5", r"0\leq\tilde{q}_0\leq\tilde{q}_1\leq1", (q0 >= 0, q0 <= q1, q1 <= 1), _BOX),
    Premise("B.2#5", r"\tilde{p}_1,\tilde{q}_1>0", (p1 > 0, q1 > 0), _BOX),
    Premise("B.2#22", r"r^*(p_i,1)=\tilde{r}", (eq(q, 1),), ("text:B.2/baseline",)),
    Premise("C.3#4", r"\tilde{a}=0.25", (eq(a, sp.Rational(1, 4)),), ("eq:33*", "text:C.3/*")),
    Premise("C.3#4", r"\tilde{r}=3", (eq(r, 3),), ("eq:33*", "text:C.3/*")),
)
"""Appendices B and C."""

_odds_bound = (n - 1) * a / (1 - a)
_bound_at_one = 1 / (q + sp.exp(-2 * eps) * (1 - q))

PRIOR_WORK: tuple[Premise, ...] = (
    Premise("D.1#16", r"p_i=1/n", (eq(p, 1 / n),), ("eq:38*",)),
    Premise("D.1#17", r"n\tilde{a},\text{if}p_i=\frac{1}{n}", (eq(r, n * a),), ("eq:38*",)),
    # eps and 2 eps are at most the budget that is set.
    Premise(
        "D.1#19",
        r"=\log(\frac{(n-1)\tilde{a}}{1-\tilde{a}})",
        (ge(x * _odds_bound, 1), ge(x**2 * _odds_bound, 1)),
        ("text:D.1/their-setting*",),
    ),
    Premise(
        "D.1#11", r"P_{\mathcal{M}}[Y_i\in\mathcal{S}\mid I_i=0]=1", (eq(s * (1 - s), 0),), ("text:D.1/*",)
    ),
    Premise("D.2#3", r"q_i=P_{\mathcal{M}}[Z_i=1]", same_sentences.PRIORS_OF_Z, ("eq:42",)),
    Premise("D.2#7", r"p_i=1", (eq(p, 1),), ("eq:43*", "text:D.2/*")),
    Premise(
        "D.2#9",
        r"r_i(1,q_i,t^*)\leq\frac{1}{q_i+e^{-2\varepsilon}(1-q_i)}",
        (le(risk, _bound_at_one), eq(risk, posterior / q)),
        ("eq:43.2",),
    ),
)
"""Appendix D."""

PREMISES: tuple[Premise, ...] = (
    *MODEL,
    *RESULTS,
    *PROFILES,
    *TABLE_3,
    *FURTHER,
    *PRIOR_WORK,
    *PREMISES_E,
    *ON_SUMS,
)
