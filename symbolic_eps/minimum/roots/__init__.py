"""Which root of a polynomial X is: the only one in an interval, or the least one where sides hold."""
