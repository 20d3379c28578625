"""How the nets that tell marks apart are trained, and how the present ones were.

1. ``dataset --lively`` for about 10,000 photos: any mark anywhere by many hands. ``train_marks
   quick`` and ``fine`` from scratch. (An older camera took these photos; it lost thin strokes.)
2. ``dataset --odd`` from seed 31000000 and ``dataset`` from seed 42000000, 11,500 photos together:
   ``train_marks quick --onwards --epochs 6`` and ``fine --onwards --epochs 5``; four more epochs of
   the quick one once it looked at fainter spots.
3. ``dataset --odd`` from seed 33000000 and ``dataset`` from seed 44000000, 7,000 photos together,
   which the others have not learnt from: ``train_sheet``. It prints how many doubts and errors are
   left in every fourth photo; ``judge_marks`` what each threshold of doubt costs there.

All these photos showed one sheet each, of 2 to 5 megapixels; ``dataset`` takes some of several
sheets since, whose cells are smaller.
"""
