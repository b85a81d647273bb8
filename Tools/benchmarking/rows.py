"""The rows, in their order: what is measured, and against what."""

from .appending import appends, concurrent, merge
from .commands import add, baseline, by_number, edit, month, past_month, search, stats
from .exporting import events_import, export
from .frames import frames
from .importing import csv_import
from .memory import memory
from .replay import audit, backup, first_start, fold, rebuild, scaling, stores, verify
from .space import disk
from .workouts import workouts

ROWS = [
    ("fold", fold),
    ("scaling", scaling),
    ("rebuild", rebuild),
    ("verify", verify),
    ("audit", audit),
    ("first-start", first_start),
    ("backup", backup),
    ("by-number", by_number),
    ("past-month", past_month),
    ("search", search),
    ("append", appends),
    ("merge", merge),
    ("baseline", baseline),
    ("memory", memory),
    ("stores", stores),
    ("frames", frames),
    ("stats", stats),
    ("add", add),
    ("edit", edit),
    ("concurrent", concurrent),
    ("export", export),
    ("import", csv_import),
    ("import-events", events_import),
    ("month", month),
    ("workouts", workouts),
    ("disk", disk),
]
