"""What Kazan & Reiter (2023) suppose, line by line: a claim's domain holds nothing else.

A premise quotes the condition itself, or the probability, ratio or budget of which it is true. What follows
from a printed condition stands beside it: eps > 0 is e^-eps < 1, and eps >= 0.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import same_sentences
from derivations.kazan_reiter.common_lines import (
    EDGE_DECAY,
    LEAST_DECAY,
    SQUARE,
)
from derivations.kazan_reiter.notation import decay, eps, p, q, r, risk
from derivations.kazan_reiter_2023 import background, minima, prior_work, theory
from derivations.kazan_reiter_2023 import printed_forms as forms
from derivations.kazan_reiter_2023.notation import THEOREM_1, a, inverse_bound
from derivations.kazan_reiter_2023.premises_appendix import APPENDIX, COMPLEMENT
from derivations.kazan_reiter_2023.premises_sums import ON_SUMS
from derivations.kazan_reiter_2023.risk_profiles import with_person, without_person
from derivations.kazan_reiter_2023.sampling import SAMPLES, sampled, size
from derivations.kazan_reiter_2023.theory import BUDGET, M
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.likelihoods import RATIO_ABSENT as v
from symbolic_eps.theory.likelihoods import RATIO_OUTSIDE as u
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.premises import Premise, Words
from verify.language.as_printed import eq, ge, gt, le

_B, _B_c, _I_0, _I_1 = (parameter(name) for name in ("B", "B_c", "I_0", "I_1"))
_ratio = with_person / without_person
_one, _other = background.f_1 / background.g, background.f_2 / background.g
_ANY_SET = ("eq:2[56]", "eq:5[5-9]", "eq:6*")

STANDING = (
    Premise(
        "2.1#11",
        r"\varepsilon\in(0,\infty)",
        (
            eps > 0,
            eps >= 0,
            gt(decay, 0),
            x > 0,
            x < 1,
            x <= 1,
            background.e_1 > 0,
            background.e_2 > 0,
        ),
    ),
    Premise("2.2#19", r"P[I_i=1\mid\mathcal{M}]=p_i", (p > 0, p <= 1), words=Words.NONZERO),
    Premise(
        "2.2#19", r"P[Y_i\in\mathcal{S}\mid I_i=1,\mathcal{M}]=q_i", (q > 0, q <= 1), words=Words.NONZERO
    ),
    Premise("3#32", r"r_i(p_i,q_i,t^*)\leq r^*(p_i,q_i)", (r > 0,), words=Words.BOUND),
    Premise("3.1#2", r"\tilde{r}>1", (r > 1,), ("eq:1[0-6]*", "text:3.1/*", "lem:4.?")),
    Premise("3.1#19", r"\tilde{a}<1", (a < 1,), ("eq:1[3-6]*", "text:3.1/*", "lem:3.?")),
)
"""Definition 1, (4) with the sentence before it, (9), and the constants of the profiles."""

SECTION_2 = (
    Premise(
        "2.1#12",
        r"P[T^*(\mathbf{Y}_{-i})=t^*\mid I_i=0,\mathbf{Y}_{-i}=\mathbf{y}_{-i}]",
        (background.g > 0, le(decay, _ratio), le(_ratio, sp.exp(eps))),
        ("eq:1", "text:2.1/bounded*", "text:3.1/zero-is*"),
        Words.PRIVATE,
    ),
    Premise(
        "2.1#12",
        r"\leq e^{\varepsilon}",
        (le(decay, _one), le(_one, sp.exp(eps)), le(decay, _other), le(_other, sp.exp(eps))),
        ("text:2.1/bounded*",),
    ),
    Premise(
        "2.1#21",
        r"T(\mathbf{Y})\in\mathbb{Z}",
        (le(sp.Abs(background.center - background.other), 1),),
        ("text:2.1/geometric-is-private",),
    ),
    Premise(
        "2.2#25",
        r"P[Y_i\in\mathcal{S},I_i=1\mid\mathcal{M}]",
        (background.joint > 0,),
        words=Words.NONZERO,
    ),
    Premise(
        "2.2#28",
        r"P[I_i=1\mid T^*=t^*,\mathcal{M}]",
        (*same_sentences.LIKELIHOODS, same_sentences.RELEASED),
        ("eq:6",),
        Words.POSSIBLE,
    ),
    Premise(
        "2.2#34",
        r"r_i(p_i,q_i,t^*)=a_i(p_i,q_i,t^*)/(p_iq_i)",
        (eq(risk, same_sentences.posterior / (p * q)), eq(risk, same_sentences.posterior / q)),
        ("text:3/example.?", "eq:46.2"),
    ),
    Premise(
        "2.2#33",
        r"P[Y_i\in\mathcal{S},I_i=1\mid T^*=t^*,\mathcal{M}]",
        (same_sentences.POSTERIOR_AT_MOST_1,),
        ("text:3.1/either*",),
        Words.PROBABILITY,
    ),
    Premise(
        "2.2#19",
        r"P[Y_i\in\mathcal{S}\mid I_i=1,\mathcal{M}]=q_i",
        (
            eq(background.joint, background.given * background.inclusion),
            eq(_B, q),
            eq(_I_1, p),
        ),
        ("text:2.2/conversion", "eq:32"),
    ),
)

SECTION_3 = (
    Premise(
        "2.1#14",
        r"P[T^*(\mathbf{Y})=t^*\mid Y_i=y',I_i=1,\mathbf{Y}_{-i}=\mathbf{y}_{-i}]",
        (ge(u, decay),),
        ("text:3/footnote-3",),
        Words.PRIVATE,
    ),
    Premise(
        "3#3", r"r_i(p_i,q_i,t^*)\leq e^{2\varepsilon}", (le(risk, sp.exp(2 * eps)),), ("text:3/naive*",)
    ),
    Premise("3#23", r"\varepsilon=\log(r^*)/2", (r > 0, eq(eps, sp.log(r) / 2)), ("text:3/naive*",)),
    Premise("3#28", r"p_iq_i=0.25", (eq(p * q, sp.Rational(1, 4)),), ("text:3/example.1",)),
    Premise("3#28", r"p_iq_i=10^{-6}", (eq(p * q, sp.Rational(1, 10**6)),), ("text:3/example.2",)),
    Premise(
        "3.1#20",
        r"\tilde{p}\in(0,1]",
        (same_sentences.FIXED_PRIOR > 0, same_sentences.FIXED_PRIOR <= 1),
        ("text:3.1/figure*",),
    ),
    Premise("3.1#21", r"\tilde{p}=n_s/N", (sampled > 0, sampled <= size, size > 0, *SAMPLES), ("text:3*",)),
    Premise("3.1#47", r"r^*(p_i,q_i)>1/(p_iq_i)", (gt(r, 1 / (p * q)),), ("text:3.1/*",)),
    Premise("3.1#49", r"p_i\geq1/3", (ge(p, sp.Rational(1, 3)),), ("text:3.1/unbounded*",)),
    Premise("3.1#50", r"p_iq_i<\tilde{a}", (a > p * q,), ("text:3.1/small*",)),
    Premise("3.1#45", r"\text{if}q_i=1", (eq(q, 1),), ("text:3.1/zero-at-the-cap.2",)),
    Premise("3.1#51", r"p_iq_i=\tilde{a}", (eq(p * q, a),), ("text:3.1/zero-at-the-cap.?",)),
    Premise("3.1#51", r"\varepsilon=0", (eq(eps, 0),), ("text:3.1/zero-is*",)),
    Premise("3.2#22", r"\tilde{r}>1", (r > 1,), ("eq:18",)),
    Premise("3.2#43", r"\tilde{r}=1.5", (eq(r, sp.Rational(3, 2)),), ("text:3.2/less-than-half.1",)),
    Premise("3.2#43", r"\tilde{r}=3", (eq(r, 3),), ("text:3.2/less-than-half.2",)),
    Premise("3.2#43", r"\tilde{r}=6", (eq(r, 6),), ("text:3.2/less-than-half.3",)),
    Premise("3.2#56", r"\tilde{a}<1", (a < 1,), ("eq:19",)),
    *(
        Premise("3.2#60", rf"\tilde{{a}}={cap}", (eq(a, sp.Rational(cap)),), (f"text:3.2/*.{agency}",))
        for agency, cap in (("1", "0.025"), ("2", "0.15"), ("3", "0.3"))
    ),
)

_FIRST = (
    r"\log(\frac{2p_i(1-q_i)}{\sqrt{(1-p_i)^2+4p_i(1-q_i)(\frac{1}{r^*(p_i,q_i)}-p_iq_i)}-(1-p_i)})",
    r"\log(\frac{1-p_i}{\frac{1}{r^*(p_i,1)}-p_i})",
)
_UNKNOWN = (
    "text:1/largest-budget.1",
    "text:3.1/zero-at-the-cap.1",
    "text:3.1/small*",
    "text:4/first*",
    "text:4/solves-27.1",
    "eq:35",
    "eq:36",
)

BUDGETS = (
    Premise("3.1#45", r"0<q_i<1", (q < 1,), _UNKNOWN),
    Premise(
        "3.1#45",
        r"\varepsilon=\min_{p_i,q_i\in(0,1]}\begin{cases}" + _FIRST[0],
        (eq(decay, LEAST_DECAY), le(eps, BUDGET)),
        ("text:4/solves-27.1", "thm:2@*"),
    ),
    Premise(
        "3.1#45",
        r",\text{if}0<q_i<1;\\" + _FIRST[1],
        (eq(decay, EDGE_DECAY),),
        ("text:4/solves-27.2",),
    ),
    Premise(
        "3.1#45",
        r"\min_{p_i,q_i\in(0,1]}",
        (theory.least > 0, le(eps, sp.log(theory.least)), le(sp.log(theory.least), BUDGET)),
        ("text:4/minimum-suffices",),
    ),
)
"""(17): where q < 1, the budget, what is beyond it, and the minimum."""


def _profiles(box: tuple[str, str], low: str, high: str, *claims: tuple[str, ...]) -> tuple[Premise, ...]:
    """The cases of (12), (14) and (16), or of (52), (53) and (54), at three displays."""
    ranges, cases = box
    at_box, at_low, at_high = claims
    return (
        Premise(ranges, r"0\leq\tilde{p}_0\leq\tilde{p}_1\leq1", forms.CORNERS[:3], at_box),
        Premise(ranges, r"0\leq\tilde{q}_0\leq\tilde{q}_1\leq1", forms.CORNERS[4:7], at_box),
        Premise(ranges, r"\tilde{p}_1,\tilde{q}_1>0", (forms.p1 > 0, forms.q1 > 0), at_box),
        Premise(cases, r"\tilde{q}_0\leq\frac{1}{\tilde{r}+1}", forms.LOW_CORNER, at_box),
        Premise(cases, r"\frac{1}{\tilde{r}+1}<\tilde{q}_0<1", forms.HIGH_CORNER[:2], at_box),
        Premise(cases, r"\tilde{p}_0>0", forms.HIGH_CORNER[2:], at_box),
        Premise(cases, r"\tilde{p}_0=0", forms.NO_INCLUSION[2:], at_box),
        Premise(cases, r"\tilde{q}_0=1", forms.KNOWN_CORNER, at_box),
        Premise(low, r"\frac{\tilde{a}}{\tilde{p}}<\tilde{r}", forms.BELOW, at_low),
        Premise(low, r"\frac{\tilde{a}}{\tilde{p}}\geq\tilde{r}", forms.FROM, at_low),
        Premise(high, r"\tilde{q}\leq\frac{1}{\tilde{r}+1}", forms.LOW_VALUE[1:], at_high),
        Premise(high, r"\frac{1}{\tilde{r}+1}<\tilde{q}<1", forms.HIGH_VALUE, at_high),
        Premise(high, r"\tilde{q}=1", forms.KNOWN_VALUE, at_high),
    )


_turns = minima.turn_q, minima.turn_p

FORMS = (
    *_profiles(("3.1#8", "3.1#14"), "3.1#33", "3.1#41", ("eq:1[12]*",), ("*14*",), ("*16*",)),
    Premise("3.1#33", r"\frac{\tilde{a}}{\tilde{p}}\geq\tilde{r}", (ge(1 / (2 * p), r),), ("*14*",)),
    *_profiles(
        ("A.1#38", "A.1#40"),
        "A.1#44",
        "A.1#48",
        ("eq:52*", "thm:4*"),
        ("eq:53*", "thm:5*"),
        ("eq:54*", "thm:6*"),
    ),
    Premise("A.1#35", r"\tilde{r}>1", (r > 1,), ("eq:51", "thm:3")),
    Premise("A.1#38", r"\tilde{r}>1", (r > 1,), ("eq:52*", "thm:4*")),
    Premise("A.1#39", r"p_i\in[\tilde{p}_0,\tilde{p}_1]", (p >= forms.p0, p <= forms.p1), ("thm:4.*",)),
    Premise("A.1#39", r"q_i\in[\tilde{q}_0,\tilde{q}_1]", (q >= forms.q0, q <= forms.q1), ("thm:4.*",)),
    Premise(
        "A.1#40",
        r"\varepsilon=\begin{cases}",
        (
            eq(r * inverse_bound(forms.p1, forms.q0), 1),
            eq(r * inverse_bound(forms.p0, forms.q0), 1),
            eq(r * x, 1),
            eq(r * inverse_bound(forms.p0, sp.Integer(1)), 1),
        ),
        ("thm:4.*",),
    ),
    Premise("A.1#42", r"\tilde{a}<1", (a < 1,), ("eq:53*", "thm:5.*")),
    Premise("A.1#42", r"\tilde{r}>1", (r > 1,), ("eq:53*", "thm:5.*")),
    Premise("A.1#42", r"0<q_i<1", (q < 1,), ("thm:5.*",)),
    Premise(
        "A.1#44",
        r"\varepsilon=\begin{cases}",
        (eq(r * inverse_bound(p, _turns[0]), 1), eq(x * a * (1 - p), p * (1 - a))),
        ("thm:5.*",),
    ),
    Premise("A.1#46", r"\tilde{a}<1", (a < 1,), ("eq:54*", "thm:6.*")),
    Premise("A.1#46", r"\tilde{r}>1", (r > 1,), ("eq:54*", "thm:6.*")),
    Premise("A.1#46", r"0<p_i<1", (p < 1,), ("thm:6.*",)),
    Premise(
        "A.1#48",
        r"\varepsilon=\begin{cases}",
        (
            eq(r * inverse_bound(sp.Integer(1), q), 1),
            eq(r * inverse_bound(_turns[1], q), 1),
            eq(x * (r - a), 1 - a),
        ),
        ("thm:6.*",),
    ),
)
"""The closed forms with their cases; x = e^-eps at their values."""

_inside = L_S / L_0
_L_S = r"P[T^*=t^*\mid Y_i\in\mathcal{S},I_i=1,\mathcal{M}]"
_RATIOS = ("text:4/theorem-1-ratios*",)
_GIVEN_S = ("eq:29", "eq:30", *_RATIOS, *COMPLEMENT)

SECTION_4 = (
    Premise(
        "2.2#19", r"P[Y_i\in\mathcal{S}\mid I_i=1,\mathcal{M}]=q_i", (q >= 0, q <= 1), _ANY_SET, Words.ANY_SET
    ),
    Premise("4#42", _L_S, same_sentences.LIKELIHOODS, _GIVEN_S, Words.PROBABILITY),
    Premise("4#42", r"e^{-\varepsilon}\leq", (le(decay, _inside), le(_inside, sp.exp(eps))), _RATIOS),
    Premise("4#42", r"\leq e^{\varepsilon}", (ge(v, decay),), ("text:4/theorem-1-denominators.2", "eq:34")),
    Premise(
        "4#44",
        r"e^{-2\varepsilon}\leq",
        (le(SQUARE, L_S / L_N), le(L_S / L_N, sp.exp(2 * eps)), ge(u, SQUARE)),
        (*_RATIOS, "text:4/theorem-1-denominators.2", "eq:34"),
    ),
    Premise(
        "4#52",
        r"T^*=t^*",
        (M > 0, eq(theory.posterior * M, L_S * theory.J)),
        ("eq:29", "eq:30"),
        Words.POSSIBLE,
    ),
    Premise(
        "4#56",
        r"P[Y_i\notin\mathcal{S}\mid I_i=1,\mathcal{M}]",
        (eq(_B_c, 1 - _B),),
        ("eq:32",),
        Words.PROBABILITY,
    ),
    Premise("4#56", r"P[I_i=0\mid\mathcal{M}]", (eq(_I_0, 1 - _I_1),), ("eq:32",), Words.PROBABILITY),
    Premise(
        "4#49",
        r"r_i(p_i,q_i,t^*)\leq\frac{1}{q_ip_i+e^{-2\varepsilon}(1-q_i)p_i+e^{-\varepsilon}(1-p_i)}",
        THEOREM_1,
        ("thm:2@*", "text:4/minimum*", "eq:46.1", "eq:47", "cor:2@*", "eq:69", "eq:81", "eq:83.1"),
    ),
)

_LEE = ("text:5.1/*", "eq:4[01]*")
_STATEMENT = r"r_i(1,q_i,t^*)\leq\frac{1}{q_i+e^{-2\varepsilon}(1-q_i)}"

SECTION_5 = (
    Premise(
        "5.1#6",
        r"q_i=P[Y_i\in\mathcal{S}\mid I_i=0,\mathcal{M}]=1",
        same_sentences.KNOWN_VALUE["domain"],
        ("text:5.1/known-for-any-set",),
    ),
    Premise(
        "5.1#9", r"P[I_i=0\mid T^*=t^*,\mathcal{M}]", (L_0 >= 0, prior_work.L_1 >= 0), _LEE, Words.PROBABILITY
    ),
    Premise("4#24", r"e^{-\varepsilon}\leq", (le(decay, prior_work.L_1 / L_0),), _LEE),
    Premise("2.1#12", r"e^{-\varepsilon}\leq", (le(x**2, prior_work.L_1 / L_0),), ("text:5.1/their*",)),
    Premise("5.1#11", r"p_i=1/n", (prior_work.n >= 1, eq(p, 1 / prior_work.n)), _LEE),
    Premise("5.1#12", r"r^*(p_i,q_i)=\begin{cases}n\tilde{a}", (eq(r, prior_work.n * a),), _LEE),
    Premise(
        "5.1#14",
        r"=\log(\frac{(n-1)\tilde{a}}{1-\tilde{a}})",
        (ge(x * (prior_work.n - 1) * a / (1 - a), 1),),
        ("text:5.1/their*",),
    ),
    Premise("5.1#15", r"n=4", (eq(prior_work.n, 4),), _LEE),
    Premise("5.1#15", r"\tilde{a}=1/3", (eq(a, sp.Rational(1, 3)),), _LEE),
    Premise("5.2#4", r"q_i=P[Z_i=1\mid\mathcal{M}]", same_sentences.PRIORS_OF_Z, ("eq:45",)),
    Premise(
        "5.2#5",
        r"P[Z_i=1\mid I_i=1,T^*=t^*,\mathcal{M}]",
        same_sentences.LIKELIHOODS_OF_Z,
        ("eq:45",),
        Words.PROBABILITY,
    ),
    Premise("2.1#12", r"\leq e^{\varepsilon}", same_sentences.PRIVACY_OF_Z, ("eq:45",)),
    Premise("5.2#8", r"p_i=1", (eq(p, 1),), ("eq:46.1",)),
    Premise("5.2#10", _STATEMENT, (le(risk, prior_work.bound_46),), ("eq:46.2",)),
    Premise(
        "2.1#24",
        r"e^{-\varepsilon|t^*-t|}",
        (prior_work.correlated > 0, prior_work.correlated <= 1),
        ("text:6/*",),
        Words.PRIVATE,
    ),
)

PREMISES: tuple[Premise, ...] = (
    *STANDING,
    *SECTION_2,
    *SECTION_3,
    *BUDGETS,
    *FORMS,
    *SECTION_4,
    *SECTION_5,
    *APPENDIX,
    *ON_SUMS,
)
