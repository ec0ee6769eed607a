"""Kazan & Reiter, "Prior-itizing Privacy" (May 2024): its printed statements and numbers, located."""

from derivations.kazan_reiter.legend import GRAMMAR, notation
from verify.claims.paper import Paper

PAPER = Paper(
    identifier="kazan-reiter-2024",
    title="Kazan and Reiter, Prior-itizing Privacy (2024)",
    package=__name__,
    notation=notation,
    modules=(
        "section_2",
        "section_3",
        "section_4",
        "section_5",
        "tables",
        "appendix_b",
        "appendix_c",
        "appendix_d",
        "probability.lemma_1+proofs.lemma_1",
        "probability.theorem_1+proofs.theorem_1",
        "probability.mechanisms",
        "proofs.theorem_2",
        "proofs.corollaries",
        "proofs.lemma_2",
        "proofs.lemma_3",
        "proofs.lemma_3_by_value",
        "proofs.theorem_3",
        "proofs.theorem_4",
        "proofs.theorem_5",
        "proofs.repairs",
    ),
    offers={
        "tables": "table3:ROWS",
        "premises": "premises:PREMISES",
        "signs": "sign_lemmas:LEMMAS",
        "numbers": "number_tables:number_sections",
        "presets": "presets:PRESETS",
        "formulas": {
            name: f"formulas:{name}"
            for name in ("root", "bound", "deviation", "variance", "exact", "tail", "coverage")
        },
    },
    depends=("derivations.kazan_reiter",),
    grammar=GRAMMAR._replace(steps=r"(text:E/|eq:(?!157|166)(4[4-9]|[5-9]\d|1\d\d)(?!\d)).*"),
)
