"""Programs rewritten for a language, or to be shorter: no bit of a result changes."""
