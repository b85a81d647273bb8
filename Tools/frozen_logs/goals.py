"""A journal with every action on goals, and what it has to answer on 21 November 2026, a Saturday."""

from frozen_logs.log import Log, check_in, quoted

RECORDED = 1_795_204_800_000

# Days in November, with the type of what was done; Monday is the 2nd, the 9th and the 16th.
DONE = [
    ("2026-10-05T07:00:00", "Run"), ("2026-10-31T23:30:00", "Gym"), ("2026-11-01T07:00:00", "Run"),
    ("2026-11-02T07:00:00", "Run"), ("2026-11-08T23:59:59", "Run"), ("2026-11-09T00:00:00", "Run"),
    ("2026-11-11T18:00:00", "Strength Training"), ("2026-11-12T07:00:00", "Run"), ("2026-11-12T18:00:00", "Gym"),
    ("2026-11-16T07:00:00", "Run"), ("2026-11-18T07:00:00", "Run"), ("2026-11-20T07:00:00", "Yoga"),
]


def every_action(path, schema):
    """Goals of days and of types, for weeks and for months, set, replaced, cleared and undone."""
    log = Log(path, schema, "goals")

    def one(action, check_in=0, command=None, undoes=None):
        log.frame(log.event(check_in, action, RECORDED + log.sequence * 1000, "CLI", command, undoes))
        return log.sequence

    one("goal_set { type: RUN count: 3 period: WEEK }")
    for number, (local, name) in enumerate(DONE, start=1):
        fields = check_in(log, number, local, 60, "Europe/Berlin", "", type=name, title=name)
        one(f"created {{ {fields} type: {name.upper().replace(' ', '_')} title: {quoted(name)} }}", number)
    # In the place of the first.
    one("goal_set { type: RUN count: 2 }")
    one("goal_set { count: 20 period: MONTH }")
    one("goal_set { type: SWIM count: 99 period: MONTH }")
    one("goal_cleared { type: SWIM }")
    log.new_segment()
    one("goal_set { type: STRENGTH_TRAINING count: 1 period: MONTH }")
    cleared = one("goal_cleared {}")
    one("goal_set { count: 20 period: MONTH }", undoes=cleared)
    one("goal_cleared { type: YOGA }")
    log.close()
    return log


def answers(log):
    def goal(name, count, period, first, last, done, streak):
        return {
            "goal": name, "count": count, "period": period, "from": f"2026-11-{first}", "to": f"2026-11-{last}",
            "done": done, "wanted": count, "kept": done >= count, "streak": streak}

    return log.answers() | {
        "goals": [
            # Of the check-ins of November two are on the 12th.
            goal("days", 20, "month", "01", "30", 9, 0),
            # Two each in the weeks from the 2nd, the 9th and the 16th on, and one in the week before.
            goal("Run", 2, "week", "16", "22", 2, 3),
            goal("Strength Training", 1, "month", "01", "30", 1, 1)]}
