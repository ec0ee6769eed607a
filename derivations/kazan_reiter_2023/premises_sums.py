"""What Kazan & Reiter (2023) suppose of the laws and likelihoods that their statements on sums are about.

The families are those of `derivations.kazan_reiter.finite_model`, and of `probability.ASSUMPTION_2`.
"""

from __future__ import annotations

from sympy import Eq

from derivations.kazan_reiter.finite_model import INDEPENDENT, LAWS, PRIOR, PRIVATE, PROBABILITIES, g, z
from derivations.kazan_reiter_2023.probability import ASSUMPTION_2
from derivations.kazan_reiter_2024.probability.adversary import POSSIBLE, SUPPORT, VALUE
from derivations.kazan_reiter_2024.probability.lemma_1 import least
from symbolic_eps.theory.symbols import parameter
from verify.claims.premises import Premise, Words
from verify.probability.weighted_sum import Total

_v = parameter("v")
_ONE_VALUE = ("eq:2[0-3]", "text:4/lemma-1-law-in-23", "text:4/lemma-1-left-half.?")
_RATIO = r"P[T^*(\mathbf{Y})=t^*\mid Y_i=y,I_i=1,\mathbf{Y}_{-i}=\mathbf{y}_{-i}]"
_INCLUDED = r"P[I_i=1\mid\mathcal{M}]"

ON_SUMS: tuple[Premise, ...] = (
    Premise("2.1#12", _RATIO, (*PROBABILITIES, g >= 0), words=Words.PROBABILITY),
    Premise("2.1#12", r"\leq e^{\varepsilon}", PRIVATE[:2]),
    Premise("2.2#19", _INCLUDED, LAWS, words=Words.LAW),
    Premise("2.2#19", _INCLUDED, (_v >= 0, Eq(Total(_v, z), 1)), ("text:4/lemma-1-law-in-23",), Words.LAW),
    Premise("2.2#19", r"P[Y_i\in\mathcal{S}\mid I_i=1,\mathcal{M}]=q_i", (PRIOR,)),
    Premise("2.2#25", r"T^*=t^*", (POSSIBLE,), words=Words.POSSIBLE),
    # Before Assumption 2 is stated.
    Premise("2.2#5", "independent", (INDEPENDENT,), ("eq:8",), Words.INDEPENDENT),
    Premise(
        "4#17",
        "independent",
        ASSUMPTION_2.setting.hypotheses,
        ("text:4/assumption-2-by-independence",),
        Words.INDEPENDENT,
    ),
    Premise("4#19", r"=P[\mathbf{Y}_{-i}=\mathbf{y}_{-i}\mid I_i=0,\mathcal{M}]", (INDEPENDENT,)),
    Premise("4#24", r"Y_i=y,I_i=1", (SUPPORT,), _ONE_VALUE, Words.POSSIBLE),
    Premise(
        "A.2#13", r"P[Y_i=y\mid I_i=1,\mathcal{M}]", (least <= VALUE,), ("eq:60", "eq:61"), Words.PROBABILITY
    ),
)
