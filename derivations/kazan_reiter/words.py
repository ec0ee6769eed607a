"""What a reader of Kazan & Reiter is told of our symbols, and what parts of the paper are called."""

from verify.claims.grammar import Grammar

GRAMMAR = Grammar(columns={"eps": "epsilon", "std": "standard deviation", "exact": "probability of no noise"})

NOTATION = (
    ("p", "p_i, the prior probability of being in the data"),
    ("q", "q_i, the prior probability of a disclosing value given that"),
    ("r", "r*, the bound on the relative risk; in a profile, its constant r~"),
    ("eps", "the privacy budget"),
    ("x", "e^-eps"),
    ("s", "1/r*; in the probability part, whether a value lies in S"),
    ("a", "a~, the constant of the cap a~/(p q) in a profile"),
    ("b", "b~, the constant of the cap on the difference of posterior and prior"),
    ("p0, p1, q0, q1", "the ends of the ranges of p and q that a profile is enforced on"),
    ("L_0, L_1", "the release's probability without the person, and with it"),
    ("L_S, L_N", "the same with a value in S, and with one that is not"),
    (
        "m, u, f, g",
        "the laws of data and release, discrete (y: the person's value, z: the others')",
    ),
)
