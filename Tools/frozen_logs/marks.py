"""A journal with marks of days, and what it has to answer on 21 November 2026, a Saturday."""

import datetime

from frozen_logs.log import Log, check_in, quoted

RECORDED = 1_795_204_800_000
# Days in November with a run.
RUNS = [1, 2, 5, 6, 12, 19, 20]


def day_number(text):
    return (datetime.date.fromisoformat(text) - datetime.date(1970, 1, 1)).days


def every_action(path, schema):
    """Days of every kind, past, future and before 1970, marked again, unmarked and undone."""
    log = Log(path, schema, "marks")

    def one(action, check_in=0, command=None, undoes=None):
        log.frame(log.event(check_in, action, RECORDED + log.sequence * 1000, "CLI", command, undoes))
        return log.sequence

    def mark(text, kind="", note="", command=None, undoes=None):
        kind = f"kind: {kind} " if kind else ""
        note = f"note: {quoted(note)} " if note else ""
        return one(f"day_marked {{ day: {day_number(text)} {kind}{note}}}", 0, command, undoes)

    for number, day in enumerate(RUNS, start=1):
        fields = check_in(log, number, f"2026-11-{day:02}T07:00:00", 60, "Europe/Berlin", "", type="Run", title="Run")
        one(f"created {{ {fields} type: RUN title: {quoted('Run')} }}", number)
    one("goal_set { type: RUN count: 3 period: WEEK }")
    first = mark("2026-11-03", "SICK", "Flu 🤒")
    mark("2026-11-04", "SICK", "Flu 🤒", command=first)
    for day in range(7, 12):
        mark(f"2026-11-{day:02}", "HOLIDAY")
    log.new_segment()
    for day in range(13, 19):
        mark(f"2026-11-{day}", "INJURED", "Knee")
    unmarked = one(f"day_unmarked {{ day: {day_number('2026-11-16')} }}")
    mark("2026-11-16", "INJURED", "Knee", undoes=unmarked)
    # In the place of the one before.
    mark("2026-11-16")
    mark("2026-11-20")
    mark("2026-11-21")
    mark("2026-12-24", "HOLIDAY", "Alps")
    mark("1969-12-31")
    mark("1970-01-01")
    one(f"day_unmarked {{ day: {day_number('1970-01-01')} }}")
    one(f"day_unmarked {{ day: {day_number('2026-10-01')} }}")
    log.close()
    return log


def answers(log):
    def marks(days, kind, note=None):
        return [{"day": day, "kind": kind, "note": note} for day in days]

    november = "2026-11-{:02}".format
    return log.answers() | {
        "marks": (
            marks(["1969-12-31"], "rest") + marks(map(november, [3, 4]), "sick", "Flu 🤒")
            + marks(map(november, range(7, 12)), "holiday") + marks(map(november, range(13, 16)), "injured", "Knee")
            + marks([november(16)], "rest") + marks(map(november, [17, 18]), "injured", "Knee")
            + marks(map(november, [20, 21]), "rest") + marks(["2026-12-24"], "holiday", "Alps")),
        # The 20th has a check-in, and today ends nothing.
        "streak": {"days": 7, "restDays": 13, "from": november(1), "to": november(20)},
        "withoutMarks": {"days": 2, "from": november(19), "to": november(20)},
        # 3 × 3/7 of this week. The week from the 9th on asks for 3 × 1/7, and counts for nothing.
        "goals": [{
            "goal": "Run", "count": 3, "period": "week", "from": november(16), "to": november(22), "done": 2,
            "wanted": 1, "restDays": 4, "kept": True, "streak": 2}]}
