"""The rows, in their order: what is measured, and against what."""

from .appending import appends, concurrent
from .importing import csv_import
from .commands import add, edit, month, stats
from .frames import frames
from .replay import rebuild
from .space import disk

ROWS = [
    ("rebuild", rebuild),
    ("frames", frames),
    ("stats", stats),
    ("add", add),
    ("edit", edit),
    ("append", appends),
    ("concurrent", concurrent),
    ("import", csv_import),
    ("month", month),
    ("disk", disk),
]
