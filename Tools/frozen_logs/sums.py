"""A journal with goals for sums, and what it has to answer on 21 November 2026, a Saturday."""

from frozen_logs.log import Log, check_in, quoted

RECORDED = 1_795_262_400_000

# The day, the type, and the metres, seconds and kilocalories of each check-in; the one on the 18th is discarded.
DONE = [
    ("2025-12-31", "Run", 42_195, None, None), ("2026-11-09", "Run", 12_000, 3600, None),
    ("2026-11-11", "Run", 8_000, None, None), ("2026-11-16", "Run", 10_000, 3000, 640),
    ("2026-11-17", "Swim", 1_500, 2700, None), ("2026-11-18", "Run", 5_000, None, None),
    ("2026-11-19", "Gym", None, 3600, 300), ("2026-11-21", "Run", 2_500, 900, 150),
]


def every_form(path, schema):
    """Sums of each quantity, of a type and of all, for every period, set, replaced, cleared and undone."""
    log = Log(path, schema, "sums")

    def one(action, check_in=0, undoes=None):
        log.frame(log.event(check_in, action, RECORDED + log.sequence * 1000, "CLI", undoes=undoes))
        return log.sequence

    for number, (day, name, metres, seconds, calories) in enumerate(DONE, start=1):
        measures = {"distance": metres, "duration": seconds, "calories": calories}
        fields = check_in(
            log, number, f"{day}T07:00:00", 60, "Europe/Berlin", "", type=name, title=name,
            **{key: value for key, value in measures.items() if value is not None})
        for field, value in (("distance_metres", metres), ("duration_seconds", seconds), ("calories", calories)):
            if value is not None:
                fields += f"{field}: {value} "
        one(f"created {{ {fields} type: {name.upper()} title: {quoted(name)} }}", number)
    log.check_ins[6]["discarded"] = True
    one("discarded {}", 6)
    one("goal_set { type: RUN count: 3 period: WEEK }")
    one("goal_set { type: RUN count: 12500 quantity: DISTANCE_METRES }")
    one("goal_set { count: 14000 quantity: DISTANCE_METRES }")
    # In the place of the one before, but of no other.
    one("goal_set { count: 100000 period: YEAR quantity: DISTANCE_METRES }")
    log.new_segment()
    one("goal_set { count: 7200 period: MONTH quantity: DURATION_SECONDS }")
    one("goal_set { count: 150 period: DAY quantity: CALORIES }")
    one("goal_set { count: 1 period: DAY }")
    one("goal_set { type: SWIM count: 4000 period: MONTH quantity: DISTANCE_METRES }")
    one("goal_cleared { type: SWIM quantity: DISTANCE_METRES }")
    cleared = one("goal_cleared { quantity: CALORIES }")
    one("goal_set { count: 150 period: DAY quantity: CALORIES }", undoes=cleared)
    one("goal_cleared { type: RUN quantity: CALORIES }")
    # The 20th, which reduces every goal of a period that has it.
    one("day_marked { day: 20777 }")
    log.close()
    return log


def answers(log):
    def goal(name, count, unit, period, first, last, done, wanted, rest_days, streak):
        unit = {"unit": unit} if unit else {}
        rest_days = {"restDays": rest_days} if rest_days else {}
        return {
            "goal": name, "count": count, **unit, "period": period, "from": first, "to": last, "done": done,
            "wanted": wanted, **rest_days, "kept": done >= wanted, "streak": streak}

    today, week, month, year = (
        ("2026-11-21", "2026-11-21"), ("2026-11-16", "2026-11-22"), ("2026-11-01", "2026-11-30"),
        ("2026-01-01", "2026-12-31"))
    return log.answers() | {
        "goals": [
            # The day before is marked, and the 19th has a check-in, of 300 kcal.
            goal("days", 1, None, "day", *today, 1, 1, 0, 2),
            goal("calories", 150, "kcal", "day", *today, 150, 150, 0, 2),
            # 7200 × 29/30.
            goal("duration", 7200, "s", "month", *month, 13_800, 6_960, 1, 1),
            # 100000 × 364/365, rounded down.
            goal("distance", 100_000, "m", "year", *year, 34_000, 99_726, 1, 0),
            # 3 × 6/7 and 12500 × 6/7, rounded down.
            goal("Run", 3, None, "week", *week, 2, 2, 1, 1),
            goal("Run distance", 12_500, "m", "week", *week, 12_500, 10_714, 1, 2)]}
