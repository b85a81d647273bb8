"""A journal of check-ins of which only the day is known."""

from frozen_logs.log import Log, check_in, quoted

RECORDED = 1_795_204_800_000


def every_form(path, schema):
    """Days alone that are recorded, edited, given a time, and made of a time; with measures and without."""
    log = Log(path, schema, "days")

    def one(action, number, undoes=None):
        log.frame(log.event(number, action, RECORDED + log.sequence * 1000, "IMPORT", undoes=undoes))
        return log.sequence

    def create(number, local, title, offset=60, zone="Europe/Berlin", notes="", is_known=False, measures=""):
        more = {} if is_known else {"timeKnown": False}
        if measures:
            more["duration"] = 2700
        if not zone:
            more["timeZone"] = None
        fields = check_in(log, number, local, offset, zone, notes, type="Run", title=title, **more)
        known = "" if is_known else "day_only: true "
        one(f"created {{ {fields} type: RUN title: {quoted(title)} {measures} {known} }}", number)

    create(1, "2026-11-02T00:00:00", "Day alone")
    create(2, "2026-11-02T00:00:00", "At midnight", is_known=True)
    create(3, "2026-11-03T00:00:00", "Measured", measures="duration_seconds: 2700")
    create(4, "2026-11-04T00:00:00", "Without a zone", offset=-600, zone="")
    create(5, "2026-11-05T07:00:00", "Forgotten", is_known=True)
    create(6, "2026-11-06T00:00:00", "Found", notes="The clock was in the notes: 07:00")
    # On this day the clock of the place skips midnight.
    create(7, "2026-03-29T01:00:00", "Skipped", offset=0, zone="Africa/Cairo")
    one("edited { title: \"Another title\" }", 1)
    log.check_ins[1]["title"] = "Another title"
    log.new_segment()

    def at(number, milliseconds, text, is_known, undoes=None):
        known = "" if is_known else " day_only: true"
        event = one(
            f"edited {{ at_ms: {milliseconds} utc_offset_minutes: 60 time_zone: {quoted('Europe/Berlin')}{known} }}",
            number, undoes)
        log.check_ins[number] |= {"at": text, "day": text[:10]}
        if is_known:
            log.check_ins[number].pop("timeKnown", None)
        else:
            log.check_ins[number]["timeKnown"] = False
        return event

    found = at(6, 1_793_944_800_000, "2026-11-06T07:00:00+01:00", True)
    at(6, 1_793_919_600_000, "2026-11-06T00:00:00+01:00", False, undoes=found)
    at(5, 1_793_833_200_000, "2026-11-05T00:00:00+01:00", False)
    # The same moment says less than before, and in another month.
    at(2, 1_793_487_600_000, "2026-11-01T00:00:00+01:00", False)
    one("discarded {}", 3)
    log.check_ins[3]["discarded"] = True
    log.close()
    return log
