"""The privacy loss of the Laplace mechanism as a random variable: its law, its inverses, its composition."""
