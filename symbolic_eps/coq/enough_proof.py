"""The half of a proof that no prior needs a smaller eps: `suffices floor domain risk X`.

Which piece is the greatest is a case distinction of the maximum itself; in each case one of the certificates
says that it is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_eps.coq.decided_case import DecidedCase, Fraction


def enough_lines(case: DecidedCase, domain: str, risk: str) -> Sequence[str]:
    """Tactics that leave `enough : suffices floor domain risk X` among the hypotheses."""
    p, q = case.at_priors("p"), case.at_priors("q")
    body = [
        *_priors(case),
        f"assert (f0 : 0 < floor X {p} {q}) by (apply floor_positive; lra).",
    ]
    for i, fraction in enumerate(case.fractions):
        body += [
            f"assert (d{i} : 0 < {fraction.denominator}).",
            *_positive(case, fraction),
            f"assert (e{i} : {case.at_priors(fraction.text)} ="
            f" ({fraction.numerator}) / ({fraction.denominator})) by (field; repeat split; lra).",
        ]
    if len(case.fractions) > 1:
        body.append("take_maxima.")
    options = [f"solve [{_greatest(case, i, f'floor X {p} {q}')}]" for i in range(len(case.fractions))]
    body += ["all: first", *_alternatives(options)]
    return [f"assert (enough : suffices floor {domain} {risk} X).", "{", *(f"  {line}" for line in body), "}"]


def _priors(case: DecidedCase) -> list[str]:
    """The hypotheses on p and q; a fixed prior is replaced by its value."""
    names = [f"inside{i}" for i in range(max(len(case.profile.fixed) + len(case.profile.box), 1))]
    pattern = names[-1]
    for name in reversed(names[:-1]):
        pattern = f"[{name} {pattern}]"
    fixed = [f"subst {v.name}." for v in case.profile.fixed]
    return [f"intros p q [p_range [q_range {pattern}]]. cbv beta in *.", *fixed]


def _positive(case: DecidedCase, fraction: Fraction) -> list[str]:
    if fraction.positive_denominator is None:
        return ["{ lra. }"]
    return [
        f"{{ destruct (Rlt_or_le 0 ({fraction.denominator})) as [fine|less]; [assumption|exfalso].",
        f"  apply {case.applied(fraction.positive_denominator)}; lra. }}",
    ]


def _greatest(case: DecidedCase, index: int, floor: str) -> str:
    """One piece, where it is the greatest."""
    one = case.fractions[index]
    orders = [
        f"assert (o{j} : ({other.numerator}) * ({one.denominator}) <="
        f" ({one.numerator}) * ({other.denominator}))"
        f" by (apply (fraction_order _ _ _ _ _ _ e{j} e{index} d{j} d{index}); lra)"
        for j, other in enumerate(case.fractions)
        if j != index
    ]
    steps = [
        *orders,
        f"apply (fraction_suffices _ _ _ ({floor}) e{index} d{index} f0)",
        f"destruct (Rle_or_lt ({one.denominator}) (({one.numerator}) * {floor})) as [fine|less];"
        " [assumption|exfalso]",
        "rewrite floor_form in less",
        f"apply {case.applied(one.enough)}; lra",
    ]
    return "; ".join(steps)


def _alternatives(options: Sequence[str]) -> list[str]:
    first, *others = options
    return [f"  [ {first}", *(f"  | {other}" for other in others), "  ]."]
