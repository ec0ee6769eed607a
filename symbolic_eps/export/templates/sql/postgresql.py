import subprocess


def text(value):
    return "NULL" if value is None else "NaN" if value != value else repr(value).replace("inf", "Infinity")


def rows(arguments, points, statements, query):
    """Each row of the query, over a table `points`: in the database to which psql connects by itself."""
    columns = ", ".join(f"{name} float8" for name in arguments)
    script = [f'CREATE TEMPORARY TABLE points ("number of point" integer PRIMARY KEY, {columns});']
    script += ["SET extra_float_digits = 3;", "SET jit = off;", "SET client_min_messages = warning;"]
    script += ["COPY points FROM STDIN;"]
    script += ["\t".join([str(i), *map(text, x)]) for i, x in enumerate(points)]
    script += ["\\.", statements, f"COPY ({query}) TO STDOUT;"]
    command = ["psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--file", "-"]
    text_of_all = "\n".join([*script, ""])
    done = subprocess.run(command, input=text_of_all, text=True, check=True, stdout=subprocess.PIPE)
    lines = done.stdout.splitlines()
    return [[None if x == "\\N" else float(x) for x in line.split("\t")] for line in lines]
