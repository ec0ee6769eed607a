"""Profiles of one's own, by what their theorems take: tests compile them and plant errors in them."""

from __future__ import annotations

from functools import cache

from symbolic_eps import RiskProfile, derive, infimum, recommend
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file

OWN = {
    "at a point": RiskProfile("max(1/(4*p*q), 3)"),
    "in a limit": RiskProfile("2 + 1/(5*p)"),
    "of degree 1": RiskProfile("(1/4 + p*q)/(p*q)"),
    "with a square root": RiskProfile("max(1/(4*p*q), 3, 2/q)"),
    "with a known q": RiskProfile("max(1/(4*p), 3)", fixed={"q": "1"}),
    "with a number for p on a curved domain": RiskProfile(
        "1 + 1/(4*q)", fixed={"p": "2/5"}, box=["p*q<=1/4"]
    ),
    "in a box": RiskProfile("4", box=["1/10<=p<=1/2"], fixed={"q": "0.3"}),
    "without any bound": RiskProfile("max(1/(p*q), 3)"),
    "at the lower of two roots": RiskProfile("2 + 1/(10*p)", fixed={"q": "1"}),
    "at irrational priors": RiskProfile("2 + 1/(3*p*q)"),
    "as the root of a cubic": RiskProfile("1 + 1/(2*p*q)", fixed={"q": "9/20"}),
    "with a parameter": RiskProfile("max(1/(4*p*q), r)", ["r>=3"]),
    "with parameters in Coq's words": RiskProfile("max(t/(p*q), X)", ["0<t<1", "X>1"]),
    "with a box of a parameter": RiskProfile("max(a/(p*q), r)", ["0<a<1<r", "0<p0<1"], box=["p<=p0"]),
    "with known priors": RiskProfile("r", ["r>1"], fixed={"p": "p", "q": "q"}),
    "of an odds ratio": RiskProfile("k/(1 + (k - 1)*p*q)", ["k>1", "0<p0<=1"], box=["p>=p0"]),
    "of a sum": RiskProfile("r + b/p", ["r>1", "b>0"]),
    "of two caps": RiskProfile("min(r, 1 + b/(p*q))", ["r>1", "0<b<1"]),
    "of caps in a limit": RiskProfile("min(3, max(7/2 - p, 13/5 + q))"),
    "as the root of a cubic in a box": RiskProfile("1 + 11/(20*p*q)", box=["p<=3/4"]),
    "as the root of a cubic with a parameter": RiskProfile("1 + b/(p*q)", ["0<b<1"], fixed={"q": "q"}),
    "in the limit of certainty": RiskProfile("1 + b*(1-p*q)/(p*q)", ["0<b<1"]),
    "in a limit of certainty that only a ridge leads to": RiskProfile("max(1/p, 1/q)"),
    "in a limit where the profile is 0/0": RiskProfile("1 + 18/25*q/p + b*p", ["b>0"]),
    "in that limit with a known prior": RiskProfile("2 - p*q", fixed={"q": "1"}),
    "in a limit where the domain bends": RiskProfile("r", ["r>1"], box=["2*q**2<=q"]),
    "in a limit below a sloping border": RiskProfile("3", box=["p+q<1"]),
    "under bounded privacy": RiskProfile("max(a/(p*q), r)", ["0<a<1<r"], fixed={"q": "q"}, variant="bounded"),
    "of an invariant release": RiskProfile("1 + b/(p*q)", ["0<b<1"], variant="invariant"),
    "under bounded privacy in that limit": RiskProfile("2 - p*q", variant="bounded"),
    "in the limit of a corner with a slope of two terms": RiskProfile(
        "1 + a*(1-p)/q", ["a>0"], box=["p+q<=1"]
    ),
    "with a known p": RiskProfile("1 + b/(p*q)", ["0<b<1"], fixed={"p": "p"}),
    "with a jump": RiskProfile("piecewise((r, p <= t), c)", ["r>1", "c>1", "0<t<1"]),
    "of two groups": RiskProfile("min(piecewise((r, q >= 1), oo), c)", ["r>1", "c>1"]),
    "of a maximum times a number": RiskProfile("r*max(p, q)/q", ["r>1"]),
    "in a limit where the other value is 0": RiskProfile("k*max(p, q)/p", ["k>1"]),
    "of a ridge": RiskProfile("max(q/p, p/q) + c", ["c>0"]),
    "of eps = 0": RiskProfile("1 + (p-1/2)**2 + (q-1/3)**2"),
    "of the least of several roots": RiskProfile("max(a/p, b/q)", ["a>1", "b>1"]),
    "inside the ranges of both priors": RiskProfile("1 + 1/p + 1/q"),
    "where one value is stationary": RiskProfile("1 + a/p + 1/q", ["a>0"]),
    "at the end of p for each a": RiskProfile("1 + a/p + 1/(2*q)", ["a>=1"]),
    "at the end of q for each a": RiskProfile("1 + a/p + 1/(2*q)", ["0<a<=1/100"]),
    "between the ends for each a": RiskProfile("1 + a/p + 1/(2*q)", ["1/10<=a<=1/8"]),
    "of a ridge in a box": RiskProfile("max(q/p, p/q) + c", ["c>0"], box=["p<=p1"]),
    "at the end of one prior": RiskProfile("1 + 1/(10*p) + 1/(20*q)"),
    "at roots of their own": RiskProfile("11/10 + (p-1/2)**2 + (q-1/3)**2"),
    "at longer roots of their own": RiskProfile("1 + p**2/q + 1/(5*p)"),
    "at roots of their own on a ridge": RiskProfile("max(6/(7*p*q**2), 2+2*(p+q)/(3*p)+1/(2*q))"),
    "on a ridge across which the bounds bend downward": RiskProfile("max(1/(4*p) + 8/5*q, 29/20 + 5/4*p/q)"),
    "of a ridge that ends at p = 1": RiskProfile("max(19/(20*p**2*q), 29/20 + 2/5*p + 19/10*q)"),
    "of a ridge that ends at q = 1": RiskProfile("max(1/(2*p*q**2), 29/20 + 2/5*q + 19/10*p)"),
    "of a ridge that ends at p = 1/2": RiskProfile("max(3, 1/(4*p*q))", box=["p<=1/2"]),
    "in the limit where a ridge ends": RiskProfile("max(3, 1/(4*p*q))", box=["p<1/2"]),
    "inside the ranges of a box": RiskProfile("1 + 1/p + 1/q", box=["p<1/2"]),
    "on a side of a box": RiskProfile("1 + 1/(10*p) + 1/(20*q)", box=["p<2/3"]),
    "along a prior that ends at a fraction": RiskProfile("max(q/p, p/q) + 1/2", box=["p<2/5"]),
    "on a sloping side": RiskProfile("1 + 1/(7*p*q)", box=["q<=1/2, p+q<=1"]),
    "in the limit at a sloping side": RiskProfile("3 - p*q", box=["6/11*p<q"]),
    "on a curved border": RiskProfile("11/10 + (p-1/2)**2", box=["p*q>=1/8"]),
    "beside a number for p": RiskProfile("2 - q/2 + q**4", fixed={"p": "1/7"}),
    "beside a number for q": RiskProfile("1 + p**2/3 + 1/(9*p)", fixed={"q": "1"}),
    "on a ridge beside a number for p": RiskProfile("max(1 + 1/(5*q), 1 + 2*q**3)", fixed={"p": "1/4"}),
    "along a path in a box of four ends": RiskProfile(
        "1 + b/(p*q)",
        ["0<b<1", "0<p0<=p1<=1", "0<q0<=q1<=1"],
        box=["p0<=p<=p1", "q0<=q<=q1"],
    ),
    "with a square number before its root": RiskProfile("1 + b/(p*q)", ["0<b<1"], box=["p>=1/2", "q>=1/2"]),
    "by the slope where the other prior is stationary": RiskProfile("49/10 + a/(p**2*q)", ["0<a<1"]),
    "along one prior at a time": RiskProfile("1 + (3/5 + b*p)/(p*q)", ["0<b<1"]),
    "without any bound for a variant": RiskProfile("max(1/(p*q), 3)", variant="invariant"),
}

NINE_CASES = "of nine cases"

OWN[NINE_CASES] = RiskProfile("1 + a/p + b/q", ["a>0", "b>0"])

LOCATED = [
    OWN[kind]
    for kind in (
        "inside the ranges of both priors",
        "at the end of one prior",
        "at roots of their own",
        "at longer roots of their own",
        "at roots of their own on a ridge",
        "on a ridge across which the bounds bend downward",
        "of a ridge that ends at p = 1",
        "of a ridge that ends at q = 1",
        "of a ridge that ends at p = 1/2",
        "in the limit where a ridge ends",
        "inside the ranges of a box",
        "on a side of a box",
        "on a curved border",
        "on a sloping side",
        "in the limit at a sloping side",
        "along a prior that ends at a fraction",
        "beside a number for p",
        "beside a number for q",
        "on a ridge beside a number for p",
    )
]
"""Profiles of which boxes say first where eps is least."""

LONG = {
    *(kind for kind, profile in OWN.items() if profile in LOCATED),
    NINE_CASES,
    "along a path in a box of four ends",
    "at the end of p for each a",
    "at the end of q for each a",
    "between the ends for each a",
    "where one value is stationary",
    "by the slope where the other prior is stationary",
    "along one prior at a time",
}
"""Kinds whose closed forms take some seconds to find."""


@cache
def closed_form(kind: str) -> PiecewiseInfimum:
    profile = OWN[kind]
    if profile in LOCATED and profile.fixed:
        return recommend(
            profile.bound, fixed={v.name: str(value) for v, value in profile.fixed.items()}
        ).derived
    if profile in LOCATED:
        return derive(profile.bound, box=profile.box).derived
    return infimum(profile)


@cache
def own(kind: str) -> TheoremFile:
    return theorem_file(closed_form(kind))
