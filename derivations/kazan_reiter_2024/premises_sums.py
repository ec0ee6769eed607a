"""What Kazan & Reiter (2024) suppose of the laws and likelihoods that their statements on sums are about.

The families are those of `derivations.kazan_reiter.finite_model`.
"""

from __future__ import annotations

from sympy import Eq

from derivations.kazan_reiter.finite_model import (
    INDEPENDENT,
    LAWS,
    PRIOR,
    PRIVATE,
    PROBABILITIES,
    f,
    g,
    m,
    u,
    y,
    z,
)
from derivations.kazan_reiter_2024.probability.adversary import INCLUDED, POSSIBLE, SUPPORT, VALUE
from derivations.kazan_reiter_2024.probability.lemma_1 import least
from derivations.kazan_reiter_2024.probability.mechanisms import MECHANISM, NOT_NULL, REVERSED
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.premises import Premise, Words
from verify.probability.weighted_sum import Total

_h, _v = parameter("h"), parameter("v")
_WITHOUT_PRIOR = "text:E/theorem-1-repair.1"
_ONE_VALUE = ("eq:4[4-7]", "text:E/lemma-1-law-in-47", "text:E/lemma-1-left-half.?")
_MODELS = ("text:3/*-is-attained.?",)
_COMPLEMENT = ("text:*/*requires-assumption-2*", "text:3/theorem-1-requires-a-possible-release")
_RATIO = r"P[T^*(\mathbf{Y})=t^*\mid Y_i=y,I_i=1,\mathbf{Y}_{-i}=\mathbf{y}_{-i}]"

ON_SUMS: tuple[Premise, ...] = (
    Premise("2.1#8", _RATIO, (*PROBABILITIES, g >= 0), words=Words.PROBABILITY),
    Premise("2.1#8", r"\leq e^{\varepsilon}", PRIVATE[:2]),
    # Added up over all other t*.
    Premise("2.1#8", _RATIO, (1 - f >= x * (1 - g), x * (1 - f) <= 1 - g), _COMPLEMENT, Words.PRIVATE),
    Premise("2.1#8", _RATIO, (*MECHANISM, *REVERSED, *NOT_NULL), _MODELS, Words.OUR_OWN),
    Premise("2.2#4", r"\mathcal{M}", LAWS, words=Words.LAW),
    Premise(
        "2.2#4",
        r"\mathcal{M}",
        (_v >= 0, Eq(Total(_v, z), 1)),
        ("text:E/lemma-1-law-in-47", _WITHOUT_PRIOR),
        Words.LAW,
    ),
    Premise(
        "2.2#4",
        "independent",
        (_h >= 0, Eq(Total(_h, y), 1), Eq(m, _h * u)),
        ("text:2.2/independence",),
        Words.INDEPENDENT,
    ),
    Premise("2.2#17", r"P_{\mathcal{M}}[Y_i\in\mathcal{S}\mid I_i=1]=q_i", (PRIOR,)),
    Premise("2.2#22", r"T^*=t^*", (POSSIBLE,), words=Words.POSSIBLE),
    Premise("2.2#22", r"T^*=t^*", (INCLUDED > 0,), (_WITHOUT_PRIOR,), Words.POSSIBLE),
    Premise("3#14", r"=P_{\mathcal{M}}[\mathbf{Y}_{-i}=\mathbf{y}_{-i}\mid I_i=0]", (INDEPENDENT,)),
    Premise(
        "3#14",
        r"\mathbf{Y}_{-i}=\mathbf{y}_{-i}\mid I_i=1,Y_i=y",
        (Eq(m, _v * VALUE),),
        (_WITHOUT_PRIOR,),
        Words.INDEPENDENT,
    ),
    Premise("E#6", "y", (SUPPORT,), _ONE_VALUE, Words.POSSIBLE),
    Premise(
        "E#24",
        r"P_{\mathcal{M}}[Y_i=y\mid T^*=t^*,I_i=1]",
        (least <= VALUE,),
        ("eq:52", "eq:53"),
        Words.PROBABILITY,
    ),
)
