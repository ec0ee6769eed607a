"""One profile at many parameter values: rows that stream to a file, and a sweep that goes on after a stop."""
