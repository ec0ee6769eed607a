"""What a reader of Kazan & Reiter is told of our symbols, and what parts of the paper are called."""

from sympy import Symbol, exp

from verify.claims.grammar import Grammar
from verify.language.note import Note

GRAMMAR = Grammar(columns={"eps": "epsilon", "std": "standard deviation", "exact": "probability of no noise"})

_RISK, _CONSTANT, _CAP, _DIFFERENCE = (Symbol(name) for name in ("r*", "r~", "a~", "b~"))

NOTATION = (
    ("p", Note(Symbol("p_i"), ", the prior probability of being in the data")),
    ("q", Note(Symbol("q_i"), ", the prior probability of a disclosing value given that")),
    ("r", Note(_RISK, ", the bound on the relative risk; in a profile, its constant ", _CONSTANT)),
    ("eps", "the privacy budget"),
    ("x", Note(exp(-Symbol("eps")))),
    ("s", Note(1 / _RISK, "; in the probability part, whether a value lies in S")),
    ("a", Note(_CAP, ", the constant of the cap ", _CAP / (Symbol("p_i") * Symbol("q_i")), " in a profile")),
    ("b", Note(_DIFFERENCE, ", the constant of the cap on the difference of posterior and prior")),
    ("p0, p1, q0, q1", "the ends of the ranges of the priors that a profile is enforced on"),
    ("L_0, L_1", "the release's probability without the person, and with it"),
    ("L_S, L_N", "the same with a value in S, and with one that is not"),
    ("m, u, f, g", "the laws of data and release, discrete (y: the person's value, z: the others')"),
)
