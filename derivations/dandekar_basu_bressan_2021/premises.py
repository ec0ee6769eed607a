"""What Dandekar, Basu & Bressan (2021) suppose, line by line: a claim's domain holds nothing else.

A premise quotes the condition itself, or the law or quantity of which it is true.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021 import (
    appendix_b,
    both_sources,
    composition,
    convexity,
    cost,
    ridge_regression,
)
from derivations.dandekar_basu_bressan_2021.background import P_x, P_y, b, higher
from derivations.dandekar_basu_bressan_2021.convexity import C_1, C_2, eps_1, eps_2
from derivations.dandekar_basu_bressan_2021.explicit_randomness import k
from derivations.dandekar_basu_bressan_2021.implicit_randomness import (
    DKW,
    F,
    F_n,
    P_close,
    S,
    U,
    empirical,
    m,
    quantile,
    rho,
    sampled,
)
from derivations.dandekar_basu_bressan_2021.notation import (
    BELOW,
    LEVELS,
    PRINTED,
    D,
    delta,
    eps,
    eps0,
    n,
    risk,
    share,
    t,
    v,
    v0,
    z,
)
from derivations.dandekar_basu_bressan_2021.premises_sums import ON_SUMS
from verify.claims.premises import Premise, Words
from verify.language.as_printed import eq, ge, le

_SCALE = (D > 0, *LEVELS)

STANDING = (
    Premise("2#33", r"\frac{1}{2b}", (b > 0,), words=Words.LAW),
    Premise("2#38", r"\frac{\Delta_f}{\varepsilon}", _SCALE, words=Words.LAW),
    Premise("3#10", r"0\le\gamma\le1", (risk >= 0, risk <= 1, share >= 0, share <= 1)),
)
"""Noise has a scale; gamma is a probability."""

SECTIONS_2_AND_3 = (
    Premise(
        "2#14",
        r"\mathbb{P}(\mathcal{M}(f,\Theta)(x)\in Z)\le e^{\varepsilon}",
        (le(P_x, sp.exp(eps) * P_y), le(P_x, sp.exp(eps) * P_y + delta), v > 0),
        ("text:2/any-higher-level", "text:3.1/footnote-2", "thm:2*", "text:A/*", "lem:[23]*", "text:3.2/*"),
    ),
    Premise(
        "2#14",
        r"\mathbb{P}(\mathcal{M}(f,\Theta)(y)\in Z)",
        (P_y >= 0, P_y <= 1),
        ("text:2/any-higher-level", "text:3.1/footnote-2"),
        Words.PROBABILITY,
    ),
    Premise("2#21", r"\varepsilon'>\varepsilon", (higher > eps,), ("text:2/any-higher-level",)),
    Premise("3#13", r"\varepsilon\geq\varepsilon_0", (v >= v0,), ("text:3/no-risk*",)),
    Premise("3#14", r"\varepsilon<\varepsilon_0", BELOW),
)

SECTION_3_1 = (
    Premise("3.1#8", r"C(r)", composition.POSSIBLE, ("lem:1", "eq:2*"), Words.ARGUMENT),
    Premise(
        "3.1#10",
        r"\varepsilon_0",
        composition.PRIVATE,
        ("lem:1",),
        Words.BOUND,
    ),
    Premise(
        "3.1#13",
        r"\varepsilon_0,\varepsilon,\gamma,\delta>0",
        (delta > 0, risk > 0, share > 0),
        ("thm:3*", "text:3.1/*", "cor:1*"),
    ),
    Premise("3.1#14", r"\ln\frac{1}{\delta}", (composition.L >= 0,), ("thm:3.2",), Words.RADICAND),
    Premise("3.1#17", r"\}_{i=1}^n", (n >= 1,), ("thm:3*", "text:3.1/*", "cor:1*")),
    Premise(
        "3.1#21",
        r"\bigwedge_{i=1}^n\frac{\mathbb{P}(\mathcal{M}^i(x)=r_i)}{\mathbb{P}(\mathcal{M}^i(y)=r_i)}>e^{\varepsilon}",
        composition.OUTSIDE,
        ("text:3.1/outside-of-B",),
    ),
    Premise("3.1#24", r"\ln\frac", composition.BEFORE, ("eq:2*",), Words.ARGUMENT),
    Premise(
        "3.1#31",
        r"0<\varepsilon'\leq\varepsilon",
        (higher > 0, le(higher, eps)),
        ("text:3.1/footnote-2",),
    ),
    Premise(
        "3.1#36",
        r"\gamma\mathcal{C}^i_{\varepsilon}+(1-\gamma)\mathcal{C}^i_{\varepsilon_0}",
        (share < 1, *composition.POSITIVE),
        ("text:3.1/mixture-loss",),
        Words.MIXTURES,
    ),
    Premise(
        "3.1#39",
        r"\mathbb{E}[\mathcal{C}^i]",
        (composition.mean <= composition.PER_RELEASE,),
        ("thm:3.2",),
        Words.BOUND,
    ),
    Premise("3.1#41", r"\beta>0", (composition.beta > 0,), ("text:3.1/*",)),
    Premise(
        "3.1#42",
        r"\exp\left(-\frac{n\beta^2}{2\varepsilon_0^2}\right)",
        composition.RENAMED,
        ("text:3.1/rearranged",),
        Words.OUR_OWN,
    ),
    Premise(
        "3.1#50",
        r"\ln\frac{1}{\delta}",
        (composition.L >= 0,),
        ("cor:1/equal-levels", "thm:3.2"),
        Words.RADICAND,
    ),
)

SECTION_3_2 = (
    Premise("3.2#6", r"\varepsilon_1,\varepsilon_2\leq\varepsilon_0", convexity.LOWER, ("text:3.2/*",)),
    Premise(
        "3.2#6",
        r"(\varepsilon_1,\gamma_1)",
        (eps_1 > 0, eps_2 > 0),
        ("text:3.2/*",),
        Words.OUR_OWN,
    ),
    Premise("3.2#6", r"(\varepsilon_1,\gamma_1)", convexity.SHARES, ("text:3.2/*",), Words.PROBABILITY),
    Premise(
        "3.1#11",
        r"|\mathcal{C}|\leq\varepsilon_0",
        (le(sp.Abs(C_1), eps0), le(sp.Abs(C_2), eps0)),
        ("text:3.2/loss-bound*",),
    ),
    Premise("3.2#9", r"C^{1}\leq", (le(C_1, convexity.BOUND_1),), ("text:3.2/combined",)),
    Premise("3.2#10", r"C^{2}\leq", (le(C_2, convexity.BOUND_2),), ("text:3.2/combined",)),
    Premise("3.2#12", r"p\in[0,1]", convexity.CHOICE, ("text:3.2/*",)),
    Premise("3.2#17", r"\varepsilon'=", (convexity.LEVEL,), ("text:3.2/combined",)),
    Premise(
        "3.2#34",
        r"\mathbb{P}(f\circ\mathcal{M}(y)\in Z')",
        (eq(P_y, convexity.P_z),),
        ("text:3.2/chain-3",),
        Words.PROBABILITY,
    ),
)

SECTION_4 = (
    Premise(
        "4.2#19",
        r"\gamma_2",
        (m >= 1, ge(U, 0), le(U, 1)),
        ("thm:5/order-statistic*",),
        Words.OUR_OWN,
    ),
    Premise("4.1#7", r"\varepsilon\geq0", (eps >= 0,)),
    Premise("4.1#10", r"t^{k-\frac{1}{2}}", (t > 0,), ("text:4.1/*", "lem:[78]*", "eq:16"), Words.OUR_OWN),
    Premise("4.1#10", r"\Gamma(k)", (k >= 1,), ("text:4.1/more-noise.2", "eq:16"), Words.COUNT),
    Premise("4.1#8", r"\gamma_1=", (eq(share, PRINTED),), ("eq:4",)),
    Premise(
        "4.1#27",
        r"\varepsilon_0",
        (higher > eps0,),
        ("text:4.1/smaller-noise", "text:4.1/two*"),
        Words.OUR_OWN,
    ),
    Premise(
        "4.2#25", r"\rho\ge\sup_{\Delta}|F_S^n(\Delta)-F_S(\Delta)|", (rho >= 0, le(sp.Abs(F_n - F), rho))
    ),
    Premise(
        "4.2#19",
        r"\hat{\gamma}_2\ge\gamma_2",
        (empirical > 0, empirical < quantile, quantile <= 1, rho > 0),
        ("text:4.2/*",),
        Words.OUR_OWN,
    ),
    Premise("4.2#51", r"F_n^{-1}(\gamma_2)", (quantile >= 0, quantile <= 1), words=Words.PROBABILITY),
    Premise("4.2#19", r"2\rho^2n", (n >= 1,), words=Words.COUNT),
)

SECTION_5 = (
    Premise("5.1#9", r"E_{\varepsilon}^{dp}\leq E", (cost.E > 0,), words=Words.COST),
    Premise("5.1#9", r"\varepsilon\in\mathbb{R}^{\geq0}", (eps >= 0,), ("text:5.1/constraint-1",)),
    Premise("5.1#10", r"\varepsilon", (higher > eps,), ("text:5.1/*",), Words.OUR_OWN),
    Premise("5.1#17", r"E_{min}\geq0", (cost.c > 0, cost.E_min >= 0)),
    Premise("5.1#15", r"e^{-\frac{c}{\varepsilon}}", (cost.x > 0,), ("text:5.2*", "eq:10"), Words.OUR_OWN),
    Premise("5.2#6", r"\gamma E_{\varepsilon}^{dp}", (share > 0,), ("text:5.2*",), Words.OUR_OWN),
    Premise("5.2.2#5", r"\ln\left(", (cost.x > 0,), ("eq:11.2",), Words.ARGUMENT),
    Premise(
        "5.2#6",
        r"E_{\varepsilon_0}^{par}(\varepsilon,\gamma)\triangleq",
        (cost.WITHIN_BUDGET,),
        ("eq:11.2",),
        Words.BOUND,
    ),
    Premise(
        "5.2.2#5",
        r"\frac{1}{T}",
        (cost.T > 0,),
        (
            "eq:11.1",
            "text:5.2.2/*",
        ),
        Words.DIVISOR,
    ),
    Premise(
        "5.2.2#3",
        "maximum",
        (le(1 / eps, cost.T), le(1 / eps0, cost.T)),
        (
            "eq:11.1",
            "text:5.2.2/*",
        ),
        Words.BOUND,
    ),
    Premise(
        "5.2#3",
        r"\varepsilon<\varepsilon_0",
        (eps <= eps0,),
        (
            "eq:11.1",
            "text:5.2.2/*",
        ),
    ),
    Premise(
        "5.3#11", r"=\frac{1}{\varepsilon}", (le(1 / eps, 2), eq(cost.T, 2)), ("text:5.3/*",), Words.BOUND
    ),
)

SECTION_6 = (
    Premise("4.1#8", r"\gamma_1=", (ridge_regression.FROM_3,), ("text:6.2/equation",)),
    Premise(
        "4.1#8", r"\mathbb{P}(T\le\varepsilon_0)", ridge_regression.CHANCE, ("text:6.2/*",), Words.PROBABILITY
    ),
    Premise("4.3#9", r"\hat{\gamma_3}\ge", (ridge_regression.FROM_6,), ("text:6.2/recalibration",)),
    Premise(
        "4.2#51", r"\Delta_{S_f}", (ridge_regression.eta >= 1,), ("text:6.2/recalibrated",), Words.LARGEST
    ),
)

_theta, _level_1, _level_2, _mu = (appendix_b.theta, appendix_b.level_1, appendix_b.level_2, appendix_b.mu)
APPENDIX_B = (
    Premise("B#7", r"\varepsilon_2\leq\varepsilon_1", (_level_2 <= _level_1,), ("lem:5*",)),
    Premise(
        "B#7",
        r"\operatorname{Lap}(\frac{\Delta_f}{\varepsilon_1})",
        (_level_1 > 0, _level_2 > 0),
        ("lem:5*",),
        Words.LAW,
    ),
    Premise("B#9", r"\mu", (_mu > 0, le(sp.Abs(z), _mu), ge(sp.Abs(z), _mu)), ("lem:5*",), Words.OUR_OWN),
    Premise("B#10", r"\mu=\frac", appendix_b.CROSSING[2:], ("lem:5/order*",)),
    Premise("B#28", r"\theta>0", (_theta > 0,)),
    Premise(
        "B#45", r"\left|\frac{x}{\theta}\right|", (appendix_b.x > 0,), ("text:B/density*",), Words.OUR_OWN
    ),
    Premise("B#83", r"x", (appendix_b.x > 0,), ("text:B/hypergeometric*",), Words.OUR_OWN),
    Premise("B#53", r"|X_1-X_2|\leq M", (appendix_b.M > 0,), ("lem:10",)),
    Premise("B#58", r"\ln\left|", (appendix_b.r > 0,), ("lem:11/*",), Words.ARGUMENT),
    Premise("B#65", r"\exp", (appendix_b.m > 0,), ("eq:14.1",), Words.LAW),
    Premise("B#64", r"\varepsilon\neq0", (sp.Ne(eps, 0),), ("eq:14*",)),
    Premise("B#24", r"\le\Delta_f", (le(sp.Abs(appendix_b.apart), eps0),), ("eq:15",)),
    Premise("B#90", r"\varepsilon>\varepsilon_0", (eps > eps0,), ("cor:3.2",)),
)

APPENDICES_C_AND_D = (
    Premise("C#22", r"F_n(\Delta_{S_f})", (F >= 0, F <= 1, F_n >= 0, F_n <= 1), words=Words.PROBABILITY),
    Premise("C#16", r"||f(y)-f(x)||_1\leq\Delta_{S_f}", (le(S, sampled), S >= 0), ("text:C/*",)),
    Premise("C#6", r"\Delta_{S_{f}}", (sampled > 0,), words=Words.DIVISOR),
    Premise("D#22", r"\Delta_{S_f}^*", (le(sampled, D),), ("lem:12*", "text:D/step*"), Words.LARGEST),
    Premise("D#23", r"k\geq1", (k >= 1,), ("lem:12.2",)),
    Premise("D#22", r"\rho", (rho > 0,), ("lem:12.2",), Words.OUR_OWN),
    Premise("D#41", r"\rho\in[0,1]", (rho <= 1,), ("lem:13",)),
    Premise("C#23", r"2\rho^2n", (ge(P_close, DKW),), ("eq:24.2",), Words.BOUND),
    Premise("D#6", r"\mathbb{P}(T\le\varepsilon)", (both_sources.P_T >= 0,), ("eq:24.2",), Words.PROBABILITY),
    Premise(
        "D#6", r"\mathbb{P}(T\le\eta\varepsilon_0)", (both_sources.P_T0 > 0,), ("eq:24.2",), Words.DIVISOR
    ),
    Premise("D#29", r"F_n(F^{-1}(1))-F(F^{-1}(1))\le\rho", (le(F_n - F, rho),), ("text:D/accuracy*",)),
    Premise("D#30", r"F_n(F^{-1}(1))\le1+\rho", (le(F_n, 1 + rho),), ("text:D/step-3",)),
    Premise("D#33", r"\le|\Delta_{S_f}^*-\Delta_f|", (le(sp.Abs(1 - F_n), D - sampled),), ("text:D/step-3",)),
    Premise("D#34", r"\rho\le\Delta_f-\Delta_{S_f}^*", (le(rho, D - sampled),), ("text:D/step-4",)),
    Premise(
        "D#32",
        r"|F_n^{-1}(1)-F^{-1}(1)|",
        (both_sources.x >= 0, both_sources.y >= 0),
        ("text:D/lipschitz",),
        Words.OUR_OWN,
    ),
)

PREMISES: tuple[Premise, ...] = (
    *STANDING,
    *SECTIONS_2_AND_3,
    *SECTION_3_1,
    *SECTION_3_2,
    *SECTION_4,
    *SECTION_5,
    *SECTION_6,
    *APPENDIX_B,
    *APPENDICES_C_AND_D,
    *ON_SUMS,
)
