import duckdb


def rows(arguments, points, statements, query):
    """Each row of the query, over a table `points`."""
    columns = ", ".join(f"{name} DOUBLE" for name in arguments)
    lists = ", ".join("unnest(?::DOUBLE[])" for _ in arguments)
    values = [list(column) for column in zip(*points)]
    with duckdb.connect() as connection:
        connection.execute(f'CREATE TABLE points ("number of point" INTEGER, {columns})')
        connection.execute(f"INSERT INTO points SELECT unnest(range({len(points)})), {lists}", values)
        connection.execute(statements)
        return connection.execute(query).fetchall()
