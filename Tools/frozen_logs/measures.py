"""A journal of check-ins with durations and distances, recorded on several devices."""

from frozen_logs.log import Log, check_in, quoted

RECORDED = 1_795_204_800_000


def every_form(path, schema):
    """Durations and distances given, changed, cleared and undone, with and without a device, and none of all."""
    log = Log(path, schema, "measures")

    def one(action, number, device=None, undoes=None, origin="CLI"):
        log.frame(log.event(number, action, RECORDED + log.sequence * 1000, origin, undoes=undoes, device=device))
        return log.sequence

    def create(number, local, title, device=None, duration=None, distance=None):
        measures = {"duration": duration, "distance": distance}
        fields = check_in(
            log, number, local, 60, "Europe/Berlin", "", type="Run", title=title,
            **{name: value for name, value in measures.items() if value is not None})
        if duration is not None:
            fields += f"duration_seconds: {duration} "
        if distance is not None:
            fields += f"distance_metres: {distance} "
        one(f"created {{ {fields} type: RUN title: {quoted(title)} }}", number, device)

    def change(number, **values):
        """Takes note of what the check-in has now."""
        now = log.check_ins[number]
        for name, value in values.items():
            if value is None:
                now.pop(name, None)
            else:
                now[name] = value

    create(1, "2026-11-02T07:00:00", "Neither")
    create(2, "2026-11-03T07:00:00", "Both", duration=2700, distance=5000)
    create(3, "2026-11-04T07:00:00", "Longest", "Annas Händi \U0001f4f1", 1_000_000, 10_000_000)
    create(4, "2026-11-05T07:00:00", "Shortest", "laptop", 1, 1)
    create(5, "2026-11-06T07:00:00", "Distance", distance=42_195)
    # More than the rules of today let in; it is kept and shown.
    create(6, "2026-11-07T07:00:00", "Odd", duration=0, distance=4_294_967_295)
    one("edited { duration_seconds: 3600 distance_metres: 800 }", 1, "laptop")
    change(1, duration=3600, distance=800)
    cleared = one("edited { cleared: [DURATION_SECONDS, CALORIES] distance_metres: 5100 }", 2, "phone", origin="WEB")
    change(2, duration=None, distance=5100)
    log.new_segment()
    # With a time in another month, so that the check-in moves.
    milliseconds = 1_790_834_400_000
    one(f"edited {{ at_ms: {milliseconds} utc_offset_minutes: 120 time_zone: {quoted('Europe/Berlin')} "
        "cleared: [DISTANCE_METRES] }", 3)
    change(3, at="2026-10-01T08:00:00+02:00", day="2026-10-01", distance=None)
    one("edited { duration_seconds: 2700 distance_metres: 5000 }", 2, "laptop", undoes=cleared)
    change(2, duration=2700, distance=5000)
    one("discarded {}", 4, "phone", origin="WEB")
    change(4, discarded=True)
    log.close()
    return log
