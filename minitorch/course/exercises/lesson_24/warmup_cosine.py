"""warmup_cosine: Warm-up, then a cosine (difficulty 2, 6 minutes)

Two formulas, one for each part. Half a period of the cosine goes from 1 to -1.

1. For the second part, first compute how much of it is done, as a number from 0 to 1.
2. `(1 + math.cos(math.pi * done)) / 2` falls from 1 to 0.
3. `(step + 1) / (warm_up + 1)` before `warm_up`; after it `done = (step - warm_up) / (steps - warm_up)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="import math",
    solution='''
        def warmup_cosine(step, warm_up, steps):
            """The factor for step number `step` of `steps`. The first step has number 0."""
            if step < warm_up:
                return (step + 1) / (warm_up + 1)
            done = (step - warm_up) / (steps - warm_up)
            return (1 + math.cos(math.pi * done)) / 2
    ''',
    facts="""
        >>> [round(warmup_cosine(step, 3, 7), 4) for step in range(3)]
        [0.25, 0.5, 0.75]
        if [0.0, 0.3333, 0.6667]: The first step has number 0, and its factor must not be 0: nothing would be learned in it.
        if [0.3333, 0.6667, 1.0]: This reaches 1 in step 2. It should be 1 in step number warm_up, which is 3 here.
        else: The factor rises by equal amounts, from 1 / (warm_up + 1) in step 0 to 1 in step number warm_up.
        >>> [round(warmup_cosine(step, 3, 7), 4) for step in range(3, 8)], warmup_cosine(0, 0, 4)
        ([1.0, 0.8536, 0.5, 0.1464, 0.0], 1.0)
        if ([1.0, 0.75, 0.5, 0.25, 0.0], 1.0): This is a straight line. The cosine falls slowly at its beginning and end.
        else: Let `done` go from 0, in step number warm_up, to 1, in step number `steps`. The factor falls from 1 to 0 as cos(pi * done) falls from 1 to -1.
    """,
)
