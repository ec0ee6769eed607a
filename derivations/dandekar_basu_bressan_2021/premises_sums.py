"""What Dandekar, Basu & Bressan (2021) suppose of laws on finite sets, and of sums over coordinates."""

from __future__ import annotations

from derivations.dandekar_basu_bressan_2021 import both_sources, composition, convexity
from derivations.dandekar_basu_bressan_2021.background import DISTANCE
from derivations.dandekar_basu_bressan_2021.implicit_randomness import (
    UP_TO,
    P_close,
    S,
    close,
    covered,
    reach,
    w,
)
from derivations.dandekar_basu_bressan_2021.notation import LAWS, D, f, o, share, u
from derivations.dandekar_basu_bressan_2021.privacy_at_risk import (
    BAD_BELOW,
    BOTH_WAYS,
    ON_THIS_PAIR,
    PRIVATE,
    WHERE_IT_EXCEEDS,
    chance,
)
from verify.claims.premises import Premise, Words
from verify.language.as_printed import eq, ge, le
from verify.probability.weighted_sum import Total

_AT_RISK = ("thm:2*", "text:A/*", "text:3/*", "lem:2*", "lem:3")
_RISK_OF_3 = r"\right|>\varepsilon\right]\le\gamma"
_two = convexity.HIDDEN_CHOICE.setting.hypotheses

ON_SUMS = (
    Premise("2#29", r"\|f(x)-f(y)\|_1", (le(DISTANCE, D),), words=Words.LARGEST),
    Premise("2#14", r"\mathbb{P}(\mathcal{M}(f,\Theta)(x)\in Z)", LAWS, _AT_RISK, Words.LAW),
    Premise("2#14", r"\le e^{\varepsilon}", PRIVATE, ("text:3/no-risk*",)),
    Premise("3#11", r"\right|>\varepsilon", (WHERE_IT_EXCEEDS, BOTH_WAYS), _AT_RISK),
    Premise("3#11", r"\le\gamma", (BAD_BELOW, ON_THIS_PAIR), _AT_RISK),
    Premise("3#10", r"\mathcal{G}", (chance > 0, chance <= 1), ("thm:2.2",), Words.PROBABILITY),
    Premise(
        "3.1#36", r"\gamma\mathcal{C}", (ge(Total(f * (1 - u), o), share),), ("lem:2.2",), Words.PROBABILITY
    ),
    Premise("3.2#28", r"f:\mathcal{R}\to\mathcal{R}'", convexity.MAPPED, ("lem:3",), Words.LAW),
    Premise("3.2#12", r"p\in[0,1]", _two, ("lem:2.3",)),
    Premise(
        "3.1#36", r"\mathcal{C}^i_{\varepsilon}", (*LAWS, *composition.OFTEN), ("text:3.1/mean.4",), Words.LAW
    ),
    Premise(
        "3.1#36",
        r"\mathcal{C}^i_{\varepsilon}",
        composition.WITHIN_FACTS,
        ("text:3.1/mean.4",),
        Words.OUR_OWN,
    ),
    Premise("2#9", r"\mathcal{D}", (w > 0,), ("text:4.2/largest*",), Words.POSSIBLE),
    Premise("2#29", r"\Delta_f", (le(S, reach),), ("text:4.2/largest.1",), Words.LARGEST),
    Premise(
        "4.2#52",
        r"\Delta_f=F^{-1}",
        (UP_TO, eq(Total(w * covered, o), 1)),
        ("text:4.2/largest*",),
        Words.OUR_OWN,
    ),
    Premise("4.2#52", r"\Delta_f=F^{-1}", (w >= 0, eq(Total(w, o), 1)), ("text:4.2/largest*",), Words.LAW),
    Premise("C#20", r"\mathbb{P}", (w >= 0, eq(Total(w, o), 1)), words=Words.LAW),
    Premise("C#20", r"\mathbb{P}", (eq(Total(w * close, o), P_close),), words=Words.OUR_OWN),
    Premise("D#46", r"\mathbb{P}", (both_sources.COVERED,), ("eq:24*",), Words.OUR_OWN),
)
