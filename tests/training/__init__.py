"""How the nets that tell marks apart are trained, and how the present ones were.

1. ``dataset --lively`` for about 10,000 photos: any mark anywhere by many hands. ``train_marks
   quick`` and ``fine`` from scratch. (An older camera took these photos; it lost thin strokes.)
2. ``dataset --odd`` from seed 31000000 and ``dataset`` from seed 42000000, 11,500 photos together:
   ``train_marks quick --onwards --epochs 6`` and ``fine --onwards --epochs 5``; four more epochs of
   the quick one once it looked at fainter spots.
3. Photos that the others have not learnt from: ``dataset --odd`` from seed 33000000 and ``dataset``
   from seed 44000000, 7,000 together, and ``--several 0.6`` from seeds 34000000 and 45000000, 1,275
   together. ``train_sheet`` prints how many doubts and errors are left in every fourth of them,
   ``judge_marks`` what each threshold of doubt costs there.

Step 2 and the 7,000 photos were of one sheet each, taken before ``dataset`` knew several; the cells
of several are smaller, and only the sheet net has learnt from them.
"""
