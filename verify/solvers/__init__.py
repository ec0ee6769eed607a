"""z3 and cvc5: questions that they answer, and what their answers are worth."""
