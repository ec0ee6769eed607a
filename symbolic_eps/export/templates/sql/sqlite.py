import sqlite3
from contextlib import closing


def rows(arguments, points, statements, query):
    """Each row of the query, over a table `points`."""
    columns = ", ".join(f"{name} REAL" for name in arguments)
    places = ", ".join("?" for _ in range(len(arguments) + 1))
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f'CREATE TABLE points ("number of point" INTEGER PRIMARY KEY, {columns})')
        numbered = [(i, *x) for i, x in enumerate(points)]
        connection.executemany(f"INSERT INTO points VALUES ({places})", numbered)
        connection.executescript(statements)
        return connection.execute(query).fetchall()
