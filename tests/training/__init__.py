"""How the nets that tell marks apart are trained, and how the present ones were.

1. ``dataset --lively`` for about 10,000 photos: any mark anywhere by many hands. ``train_marks
   quick`` and ``fine`` from scratch. (An older camera took these photos; it lost thin strokes.)
2. ``dataset --odd`` from seed 31000000 and ``dataset`` from seed 42000000, 11,500 photos of one
   sheet together: ``train_marks quick --onwards --epochs 6`` and ``fine --onwards --epochs 5``;
   four more epochs of the quick one once it looked at fainter spots.
3. ``dataset --odd`` from seed 51000000 and ``dataset`` from seed 52000000, both ``--several 0.45``,
   4,100 photos with 8,700 sheets together: ``train_marks fine --onwards --epochs 6``. (After
   that the last two convolutions of the quick net were written as the matrix products that they
   are.)
4. ``dataset --odd`` from seed 53000000 and ``dataset`` from seed 54000000, both ``--several 0.4``,
   2,800 photos with 5,600 sheets: with those of step 3 (but for every tenth file, kept to judge by)
   ``train_marks quick --onwards --epochs 5``, then ``train_marks close --epochs 8``.
5. Photos that the others have not learnt from: ``train_sheet`` on 7,000 photos of one sheet and
   1,275 of several, with the nets of step 2; ``train_sheet --onwards`` on those of step 4, before
   the quick and the close net had learnt from them; at last ``train_sheet --onwards``, with the
   nets of step 4, on ``dataset --odd --photos 1500`` from seed 55000000 and
   ``dataset --photos 2300`` from seed 56000000, both ``--several 0.25``, 6,063 sheets together,
   and once more on the same when it left out marks up to all of them.
6. ``dataset --odd --photos 1300`` from seed 57000000, by now with pages filled in on tablets, and
   ``dataset --photos 1500`` from seed 58000000, both ``--several 0.25``, 4,500 sheets together.
   With the first three files of the odd ones and all of steps 3 to 5 (but for seven files, kept to
   judge by) ``train_marks close --onwards --epochs 6``, by now with swapped colours; with the rest
   ``train_sheet --onwards``. It prints how many doubts and errors are left in every fourth photo,
   ``judge_marks`` what each threshold of doubt costs there.
7. A quick net of less than half the work: on every second file of steps 3 to 6 and of
   the first 1,200 photos of ``dataset --odd`` from seed 59000000 and 600 of ``dataset`` from seed
   60000000, both ``--several 0.25`` (but for those kept to judge by),
   ``train_marks quick --epochs 10 --teacher`` the quick net of before; then
   ``quick --onwards --epochs 3 --teacher`` the same, on every fourth file of these and 600 photos
   each of ``dataset --odd`` from seed 61000000 and ``--lively`` from 62000000, both
   ``--several 0.2 --variant x-change --variant big-points``, of which the print had changed. With
   what step 6 kept for it, files of seeds 59001200 and 60000600 and more, those from seed 61000000
   and 500 photos of ``dataset`` from 63000000, of the same variants, ``train_sheet --onwards``.
8. Sheets printed small: ``dataset --odd --photos 1800`` from seed 64000000 and ``dataset --photos
   1900`` from seed 65000000, both ``--several 0.25 --small 3.5``, 5,400 sheets together. On the odd
   ones and every fourth file of steps 3 to 6 ``train_marks fine --onwards --epochs 4 --rate 7e-4``,
   then, with that one in place, on the odd ones and every second file
   ``close --onwards --epochs 5 --rate 1e-3``. Either net ``blend --share 0.7`` with itself of
   before. On the photos of the sheet net in step 7 and the first 1,400 from seed 65000000
   ``train_sheet --onwards --epochs 6 --rate 3e-4``.
9. Marks that mean nothing on the print, above all dots, of which the steps before had shown few
   (rare sheets were then as at commit 9e0525e: more of these, no dashes added):
   ``dataset --rare --photos 1300`` from seed 75000000 and from 76000000, both ``--several 0.15``
   (but for the last file of each, kept to judge by). On these and every second file of the fine net
   in step 8 ``train_marks fine --onwards --epochs 3 --rate 7e-4``, then, with that one in place, on
   every second of these and every third of the close net's ``close --onwards --epochs 3 --rate
   1e-3``; the files of step 3 were lost by then. Either net ``blend --share 0.5`` with itself of
   before. On the photos of the sheet net in step 8 and 600 of ``dataset --several 0.25`` each from
   seeds 73000000 and 74000000 ``train_sheet --onwards --epochs 6 --rate 3e-4``.
10. Dashes and crosses of which a stroke is light, which were taken for each other:
   ``dataset --rare --photos 1500`` from seed 77000000 and from 78000000, both ``--several 0.15``
   (but for the last file of each, kept to judge by). Rare marks now weigh as they are frequent in
   games, those of step 9 as well, but by way of the logits (``lessons.Lesson``). On these, those of
   step 9 and all of the fine net in step 8 ``train_marks fine --onwards --epochs 4 --rate 1e-3``,
   then, with that one in place, on these, every second of step 9 and every second of the close
   net's in step 8 ``close --onwards --epochs 3 --rate 1e-3``. Either net ``blend --share 0.7`` with
   itself of before. On the photos of the sheet net in step 9 and 700 of ``dataset --several 0.25``
   each from seeds 79000000 and 80000000 ``train_sheet --onwards --epochs 6 --rate 3e-4``.

The limits ``max_doubts_alone`` and ``max_doubts_in_both`` were chosen on 1,000 photos of games that
no net had learnt from, 30 % of them of grey prints: ``dataset --several 0.25 --mono 0.3`` from seed
92000000 as of commit cb810c8 (its ``--mono`` is gone), with the print's channels as they are here.
A fine net that went on to learn from 1,800 photos, many of grey prints or faint ink, did no better.
"""
