"""Dandekar, Basu & Bressan (2021), differential privacy at risk: located claims.

All of them, in the paper's order, are `claims.CLAIMS`; the modules follow its sections.
"""

from verify.claims.locator_grammar import Grammar
from verify.claims.paper import Paper

PAPER = Paper(
    identifier="dandekar-basu-bressan-2021",
    title="Dandekar, Basu and Bressan, Differential Privacy at Risk (2021)",
    package=__name__,
    notation=(
        ("eps, eps0, eps_prime", "epsilon, epsilon_0, epsilon'"),
        ("D, D_S", "Delta_f and the sampled sensitivity"),
        ("risk", "gamma as the probability that the loss exceeds the level, as in (1)"),
        ("share", "gamma as the probability that the loss does not exceed the level, as in Theorems 3 and 4"),
        ("v, v0", "exp(epsilon), exp(epsilon_0)"),
        ("f, g", "the probabilities of an output at x and at y"),
        ("s, u", "1 where an output lies in Z, in OUT, else 0"),
        ("z", "an output less f(x), in units of the noise's scale"),
        ("L", "ln(1/delta)"),
        ("level_1, level_2", "epsilon_1 and epsilon_2 of Lemma 5, in units of 1/Delta_f"),
        ("x", "in Section 5, exp(-1/epsilon_0), or what the logarithm in (11) is taken of, inverted"),
    ),
    modules=("claims",),
    offers={"premises": "premises:PREMISES", "printed": "printed:PRINTED_FORMULAS"},
    grammar=Grammar(
        sections=((r"\d+(\.\d+)*", "Section"), ("", "Appendix")),
        steps=r"(text:[ACD]/.*|text:B/(density|unit|sum).*|text:3\.1/(outside|mixture|mean|hoeffding|rearranged).*"
        r"|text:3\.2/(loss|combined|level|chain).*|eq:(2|1[4-9]|2[014])(\..*)?)",
    ),
)
