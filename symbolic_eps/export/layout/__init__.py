"""How programs are laid out as text, for all languages: lines, blocks, names, what is said of arguments."""
