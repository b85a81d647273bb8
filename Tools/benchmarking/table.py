"""The table that is printed."""

import statistics
import sys

from .measure import Ratio


def spread(values, unit="ms"):
    """Median, lowest and highest; values are in seconds, or as they are with another unit."""
    scale = {"ms": 1000, "µs": 1e6}.get(unit, 1)
    shown = [number(value * scale) for value in (statistics.median(values), min(values), max(values))]
    return f"{shown[0]} {unit} [{shown[1]}–{shown[2]}]"


def number(value):
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def count(events):
    if events % 1_000_000 == 0:
        return f"{events // 1_000_000} M"
    return f"{events:,}"


class Table:
    def __init__(self):
        self.rows = []
        # The same as data.
        self.figures = []

    def add(self, row, value, against, ratio=None, most=None, least=None, suffix="×", reach="", met=None):
        """`ratio` is a Ratio, or a number where there is no spread; `most` and `least` are the goal, and `reach` and `met`
        say that of something else."""
        median = getattr(ratio, "median", ratio)
        if most is not None:
            reach, met = f"≤ {number(most)}{suffix}", median <= most
        if least is not None:
            reach, met = f"≥ {number(least)}{suffix}", median >= least
        shown = ""
        if ratio is not None:
            shown = number(median) + suffix
            if isinstance(ratio, Ratio):
                shown += f" [{number(ratio.lowest)}–{number(ratio.highest)}]"
        print(f"  {row}: {value}; {against}; {shown}", file=sys.stderr, flush=True)
        self.rows.append((row, value, against, shown, reach, {True: "met", False: "missed", None: ""}[met]))
        spread_of_ratio = [ratio.lowest, ratio.highest] if isinstance(ratio, Ratio) else None
        self.figures.append({
            "row": row, "measured": value, "against": against, "ratio": median, "spread": spread_of_ratio, "most": most,
            "least": least, "goal": reach, "met": met})

    def text(self):
        head = ("row", "measured", "against", "ratio", "goal", "")
        lines = [head, ("---",) * len(head)] + self.rows
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)
