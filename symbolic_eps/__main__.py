"""`python -m symbolic_eps`: the same as the command `symbolic-eps`."""

from symbolic_eps.command import entry_point

if __name__ == "__main__":
    entry_point()
