"""Export of verified formulas to other codebases (see `docs/export.md`)."""
