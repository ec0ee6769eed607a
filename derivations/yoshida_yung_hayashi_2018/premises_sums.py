"""What Yoshida, Yung & Hayashi (2018) suppose of the laws that their statements on sums are about.

Names for sets and for terms of the information (`s`, `j`, `k`, `m`, `n`) are our own.
"""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018 import (
    extreme_points,
    finite_sets,
    lemma_1,
    many_data,
    sublinear,
    two_outcomes,
    weight,
)
from derivations.yoshida_yung_hayashi_2018.notation import FISHER, LAWS, g, h
from verify.claims.premises import Premise, Words

_NORM = r"\|(1-w)p_0-wp_1\|_1\leq\delta"
_STEP_3 = ("eq:5", "text:III/chain*")
_THEOREM_3 = ("thm:3*", "cor:1", "text:IV/unique", "text:IV/all*")
_LEMMA_1 = ("lem:1*", "text:IV/step-2-convex")
_N_DATA = ("text:V/error-vanishes", "text:V/both-errors-small*")
_ON_SETS = ("text:I/error*", "text:II/least*", "eq:1*", "text:II/no-factor*")

ON_SUMS: tuple[Premise, ...] = (
    Premise("I#14", r"p_\theta=(1-\theta)p_0+\theta p_1", LAWS, words=Words.LAW),
    Premise(
        "I#14",
        r"p_\theta=(1-\theta)p_0+\theta p_1",
        extreme_points.OTHER_LAWS,
        ("text:III/domain*",),
        Words.LAW,
    ),
    # The minimum over all sets is attained at one that is named.
    Premise("I#35", r"\min_{S\subset\mathcal{Y}}", (finite_sets.FAIR_SET,), _ON_SETS[:1], Words.OUR_OWN),
    Premise("I#50", r"\min_{S\subset\mathcal{Y}}", (finite_sets.BEST_SET,), _ON_SETS[1:3], Words.OUR_OWN),
    Premise("II#29", r"S\subset\mathcal{Y}", (finite_sets.LARGER_SET,), _ON_SETS[3:], Words.ANY_SET),
    Premise("II#12", r"J_\theta=\sum_{y\in\mathcal{Y}}", (FISHER,)),
    Premise("II#27", _NORM, (finite_sets.BOUNDED,)),
    Premise("II#27", _NORM, (extreme_points.OTHER_BOUNDED,), ("text:III/domain*",)),
    Premise("II#28", r"\geq a", finite_sets.NORM_FROM_ERROR.setting.hypotheses[-1:], ("eq:1.2",)),
    Premise(
        "II#30", r"p_i(S)\leq e^\epsilon p_j(S)+\delta", (finite_sets.ONE_SET,), ("text:II/no-factor.3",)
    ),
    Premise("II#31", r"(1/2)\|p_0-p_1\|\leq\delta", (finite_sets.PRIVATE_DISTANCE,), _ON_SETS[3:]),
    Premise("II#36", r"\delta=0", (finite_sets.ZERO,), ("text:II/no-delta*",)),
    Premise("II#36", "p_0=p_1", (sp.Eq(g, h),), ("text:II/no-delta*",)),
    Premise("III#29", r"p_0(y)p_1(y)=0", (extreme_points.NOTHING_COMMON,), ("text:III/step-1*",)),
    # The laws at the other elements, where Step 2 has left one of them 0.
    Premise("III#32", "p_0(1)p_1(1)>0", extreme_points.OTHERS, (*_STEP_3, "eq:6*"), Words.LAW),
    Premise("III#32", "p_0(1)p_1(1)>0", sublinear.ONLY.hypotheses[2:], ("eq:6*",), Words.LAW),
    Premise("III#40", "p_0(y)p_1(y)=0", (extreme_points.CHOSEN,), _STEP_3),
    Premise("II#27", _NORM, (extreme_points.AT_MOST,), _STEP_3),
    Premise("IV#7", "maximum", (weight.OPTIMAL,), _THEOREM_3, Words.LARGEST),
    Premise("IV#10", r"\sum_{p_1(y)>0}p_0(y)", weight.WHERE, _THEOREM_3, Words.OUR_OWN),
    Premise("IV#18", r"\sum_{y=1}^{r_1}b_y", (weight.FORM,), ("text:IV/all*",), Words.OUR_OWN),
    Premise("IV#8", "(1-w)p_0(y)=wp_1(y)", (weight.EQUATION_11,), ("thm:3*",)),
    Premise("IV#10", "=a", weight.EQUATION_12, ("thm:3*",)),
    # Theorem 3 for the second weight.
    Premise("IV#27", r"\sum_{p_0(y)>0}p_1(y)=a/w\neq a/w'", (weight.AGAIN,), ("cor:1",)),
    Premise("IV#32", "k=0,1", lemma_1.LAWS, _LEMMA_1, Words.LAW),
    Premise("IV#34", r"J_\theta((1-t)q_0+tq'_0,(1-t)q_1+tq'_1)=", lemma_1.TERMS, _LEMMA_1),
    Premise("IV#34", r"=(1-t)J_\theta(q_0,q_1)+tJ_\theta(q'_0,q'_1)", (lemma_1.SAME,), ("lem:1.1",)),
    Premise("IV#36", r"=0", (lemma_1.PROPORTIONAL,), ("lem:1.2",)),
    Premise(
        "IV#67",
        "(1-w)p_0(y)=wp_1(y)",
        sublinear.TOGETHER.setting.hypotheses[2:],
        ("text:IV/step-3-together",),
    ),
    Premise("III#62", r"\psi(x,y)=", two_outcomes.VALUED, ("text:III/psi*",)),
    Premise("IV#46", "f(x,y):=", lemma_1.VALUED, ("text:IV/lemma-1-*", "eq:14")),
    Premise("V#46", "x+y>0", (g + h > 0,), ("thm:4*",)),
    Premise("V#7", r"p_{\theta_1}(Y_i)/p_{\theta_2}(Y_i)", many_data.TWO_LAWS, _N_DATA, Words.LAW),
    Premise("V#7", r"\sum_{i=1}^n", many_data.LIKELIER, _N_DATA[1:], Words.OUR_OWN),
    Premise(
        "V#10", r"n\rightarrow\infty", (*many_data.ROOT, *many_data.DISTANCE), _N_DATA[:1], Words.OUR_OWN
    ),
)
