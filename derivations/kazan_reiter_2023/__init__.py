"""Kazan & Reiter, "Prior-itizing Privacy", first version (April 2023): its statements as located claims.

All of them, in the paper's order, are `claims.CLAIMS`; the modules follow its sections.
"""

from derivations.kazan_reiter.legend import GRAMMAR, notation
from verify.claims.paper import Paper

PAPER = Paper(
    identifier="kazan-reiter-2023",
    title="Kazan and Reiter, Prior-itizing Privacy, first version (2023)",
    package=__name__,
    notation=notation,
    modules=("claims",),
    offers={"premises": "premises:PREMISES", "signs": "sign_lemmas:LEMMAS"},
    depends=("derivations.kazan_reiter",),
    grammar=GRAMMAR._replace(steps=r"(text:A\.2/|eq:(5[5-9]|[6-8]\d)(?!\d)).*"),
)
