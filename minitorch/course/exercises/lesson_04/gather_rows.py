"""One number from every row."""

from ...define import Case, Exercise, T, Wrong

exercise = Exercise(
    "gather_rows",
    title="One number from every row",
    difficulty=3,
    minutes=8,
    stub='''
        def gather_rows(x, index):
            """From row i of the matrix x, the element in column index[i]; index is an int64 tensor."""
            ...
    ''',
    solution='''
        def gather_rows(x, index):
            """From row i of the matrix x, the element in column index[i]; index is an int64 tensor."""
            return x[mt.arange(x.shape[0]), index]
    ''',
    why="Two index tensors of one length are read in step: element i comes from row i and column index[i]. This is how a loss picks "
    "the score of the right class.",
    facts=[
        Case("gather_rows(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), mt.tensor([1, 0]))", T([2.0, 3.0])),
        Case("gather_rows(mt.tensor([[1, 2, 3], [4, 5, 6]]), mt.tensor([2, 2]))", T([3, 6])),
        Case("gather_rows(mt.tensor([[1, 2, 3]]), mt.tensor([0]))", T([1])),
        Case("gather_rows(mt.tensor([[1, 2], [3, 4], [5, 6]]), mt.tensor([0, 1, 0]))", T([1, 4, 5])),
        Case("gather_rows(mt.tensor([[1.0, 2.0]], dtype=mt.float64), mt.tensor([1]))", T([2.0], "float64")),
    ],
    wrong=[
        Wrong(
            """
            def gather_rows(x, index):
                return x[:, index]
            """,
            "That takes the columns `index` from every row. Name the row as well: mt.arange(number of rows) in the first place.",
        ),
        Wrong(
            """
            def gather_rows(x, index):
                return x[index]
            """,
            "One index tensor picks whole rows. You want one element per row: a row number and a column number for each.",
        ),
        Wrong(
            """
            def gather_rows(x, index):
                return x[index, mt.arange(x.shape[0])]
            """,
            "Rows and columns are exchanged: the row is i, the column index[i].",
        ),
        Wrong(
            """
            def gather_rows(x, index):
                return x.gather(1, index.reshape(-1, 1))
            """,
            "The right numbers, but as a column. One number per row has the shape (rows,).",
        ),
        Wrong(
            """
            def gather_rows(x, index):
                return mt.tensor([x[i, j].item() for i, j in enumerate(index.tolist())])
            """,
            "The numbers leave the tensor one by one and come back with another dtype. Let one indexing take them all.",
        ),
    ],
    hints=[
        "x[rows, columns] with two tensors of one length reads them in step.",
        "The columns are `index`. Which rows go with them?",
        "x[mt.arange(x.shape[0]), index]",
    ],
)
