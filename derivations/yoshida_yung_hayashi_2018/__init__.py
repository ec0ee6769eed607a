"""Yoshida, Yung & Hayashi (2018), randomized response under a bound on the l1-norm: located claims.

All of them, in the paper's order, are `claims.CLAIMS`; the modules follow its sections.
"""

from verify.claims.locator_grammar import Grammar
from verify.claims.paper import Paper

PAPER = Paper(
    identifier="yoshida-yung-hayashi-2018",
    title="Yoshida, Yung and Hayashi, Optimal Mechanism for Randomized Responses (2018)",
    package=__name__,
    notation=(
        ("d", "delta, the bound on the l1-norm"),
        ("a", "(1 - delta)/2"),
        ("w", "the weight"),
        ("t, t1, t2", "theta, theta_1, theta_2"),
        ("g, h", "p_0(y), p_1(y)"),
        ("j", "the term of the Fisher information at y, 0 where both laws vanish"),
        ("f_0, f_1, f_t", "the function f of the proof of Lemma 1 at two points and at their mixture"),
        ("s", "1 where y lies in the set S, else 0; in powers, the order of a divergence less 1"),
        ("p, q, c", "p_theta1(y), p_theta2(y), the root of their product; apart: the l1-norm of p - q"),
        ("T", "a sum over y of which an exponent is made"),
        ("e", "the small number of the proofs' second step"),
    ),
    modules=("claims",),
    offers={"premises": "premises:PREMISES"},
    grammar=Grammar(
        sections=(("[IVX]+", "Section"), ("", "Appendix")),
        steps=r"(text:III/(step|chain|difference|numerator)-.*|text:IV/(lemma|step|corollary)-.*|eq:([5-79]|1[03-6])(\..*)?)",
    ),
)
