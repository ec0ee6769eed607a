"""What exported programs call: logarithms, small functions; and a machine that runs programs."""
