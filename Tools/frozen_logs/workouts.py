"""A journal with every action on workouts, and what it has to answer."""

import datetime
import uuid

from frozen_logs.log import Log, UTC, check_in, octal, quoted

ZONE = datetime.timezone(datetime.timedelta(hours=2))
RECORDED = 1_789_000_000_000

KINDS = {"normal": "NORMAL", "warmUp": "WARM_UP", "drop": "DROP", "failure": "FAILURE"}
MEASURES = ["WEIGHT_AND_REPS", "REPS", "DURATION", "DISTANCE", "DISTANCE_AND_DURATION"]


def milliseconds(local):
    return int(datetime.datetime.fromisoformat(local).replace(tzinfo=ZONE).timestamp() * 1000)


def weight(value, unit):
    return f"weight {{ thousandths: {round(float(value) * 1000)} unit: {'KILOGRAMS' if unit == 'kg' else 'POUNDS'} }} "


class Workouts:
    """Writes events into a log, and keeps what sessions and plans should come out as."""

    def __init__(self, log):
        self.log = log
        self.names = {}
        self.plans = {}
        self.versions = {}
        self.sessions = {}

    def identity(self, kind, number):
        return uuid.uuid5(self.log.journal_id, f"{kind} {number}")

    def event(self, action, check_in=0, command=None, undoes=None):
        return self.log.event(
            check_in, action, RECORDED + self.log.sequence * 1000, ["CLI", "WEB", "LIBRARY"][self.log.sequence % 3],
            command, undoes)

    def frame(self, *actions, check_in=0, undoes=None):
        """A command: one frame, whose events name the first."""
        first = self.log.sequence + 1
        self.log.frame("".join(self.event(action, check_in, first, undoes) for action in actions))
        return self.log.sequence

    # Exercises

    def define(self, name, measure="WEIGHT_AND_REPS", load="EXTERNAL", aliases=()):
        number = len(self.names) + 1
        self.names[number] = name
        text = f"exercise: {number} id: {octal(self.identity('exercise', number).bytes)} name: {quoted(name)} "
        if aliases:
            text += "aliases { " + " ".join(f"names: {quoted(alias)}" for alias in aliases) + " } "
        self.frame(f"exercise_defined {{ {text} measure: {measure} load: {load} }}")

    # Plans

    def item(self, exercise, sets, reps=None, seconds=None, metres=None, load=None, rpe=None, rest=None, superset=None,
             warm_up=False):
        text = f"exercise: {exercise} sets: {sets} "
        if reps:
            text += f"reps_from: {reps[0]} reps_to: {reps[1]} "
        if seconds:
            text += f"seconds: {seconds} "
        if metres:
            text += f"millimetres: {metres * 1000} "
        if load:
            text += weight(*load)
        if rpe:
            text += f"rpe_halves: {round(rpe * 2)} "
        if rest:
            text += f"rest_seconds: {rest} "
        if superset:
            text += f"superset: {ord(superset) - 64} "
        if warm_up:
            text += "warm_up: true "
        shown = {
            "exercise": self.names[exercise], "sets": sets, "reps": reps and {"from": reps[0], "to": reps[1]},
            "seconds": seconds, "metres": metres, "weight": load and {"value": load[0], "unit": load[1]}, "rpe": rpe,
            "rest": rest, "superset": superset, "warmUp": warm_up}
        return f"items {{ {text} }} ", shown

    def plan(self, name, *items):
        number = len(self.plans) + 1
        identity = self.identity("plan", number)
        text = f"plan: {number} id: {octal(identity.bytes)} name: {quoted(name)} " + "".join(text for text, _ in items)
        sequence = self.frame(f"plan_created {{ {text} }}")
        self.plans[number] = {
            "number": number, "id": str(identity).upper(), "name": name, "active": False,
            "items": [shown for _, shown in items], "discarded": False, "sequence": sequence}
        self.versions[number] = sequence
        return number

    # Sessions

    def start(self, local, title, note="", plan=None, day_only=False):
        number = len(self.sessions) + 1
        identity = self.identity("session", number)
        text = f"session: {number} id: {octal(identity.bytes)} start_ms: {milliseconds(local)} utc_offset_minutes: 120 "
        text += f"time_zone: {quoted('Europe/Berlin')} title: {quoted(title)} "
        if note:
            text += f"note: {quoted(note)} "
        if day_only:
            text += "day_only: true "
        if plan:
            text += f"plan: {plan} plan_version: {self.versions[plan]} "
        sequence = self.frame(f"session_started {{ {text} }}")
        self.sessions[number] = {
            "number": number, "id": str(identity).upper(),
            "start": local[:10] if day_only else f"{local}+02:00", "timeZone": "Europe/Berlin", "end": None,
            "day": local[:10], "state": "open", "title": title, "note": note,
            "plan": plan and {"number": plan, "name": self.plans[plan]["name"]}, "checkIn": None, "sets": [],
            "discarded": False, "sequence": sequence}
        return number

    def log_set(self, session, exercise, kind="normal", load=None, reps=None, seconds=None, metres=None, rpe=None,
                note="", at=None):
        sets = self.sessions[session]["sets"]
        number = len(sets) + 1
        identity = self.identity(f"set {session}", number)
        text = f"session: {session} set: {number} id: {octal(identity.bytes)} exercise: {exercise} kind: {KINDS[kind]} "
        if load:
            text += weight(*load)
        if reps:
            text += f"reps: {reps} "
        if seconds:
            text += f"seconds: {seconds} "
        if metres:
            text += f"millimetres: {metres * 1000} "
        if rpe:
            text += f"rpe_halves: {round(rpe * 2)} "
        if note:
            text += f"note: {quoted(note)} "
        if at:
            text += f"at_ms: {milliseconds(at)} "
        sets.append({
            "number": number, "exercise": self.names[exercise], "kind": kind,
            "weight": load and {"value": load[0], "unit": load[1]}, "reps": reps, "seconds": seconds, "metres": metres,
            "rpe": rpe, "note": note})
        self.changed(session, f"set_logged {{ {text} }}")
        return number

    def changed(self, session, action, **more):
        """Something about a session, which is the newest that is known of it."""
        self.sessions[session] |= more
        self.sessions[session]["sequence"] = self.frame(action)


def every_action(path, schema):
    """Every action on workouts, every measure, load, unit and kind of set."""
    log = Log(path, schema, "workouts")
    work = Workouts(log)
    work.define("Bench Press", aliases=["Flat Bench"])
    work.define("Klimmzug", load="BODYWEIGHT")
    work.define("Plank", "DURATION", "BODYWEIGHT")
    work.define("Lauf 🏃‍♀️", "DISTANCE_AND_DURATION")
    work.define("Dip", load="EXTERNAL")
    work.define("Burpee", "REPS", "BODYWEIGHT")
    work.define("Farmer's Walk", "DISTANCE")
    bench, pull_up, plank, run, dip, burpee, walk = range(1, 8)
    work.frame(f"exercise_edited {{ exercise: 2 name: {quoted('Pull-up')} aliases {{ names: {quoted('Klimmzug')} }} }}")
    work.names[pull_up] = "Pull-up"
    work.frame("exercise_edited { exercise: 5 measure: WEIGHT_AND_REPS load: ASSISTED }")
    work.frame("exercise_edited { exercise: 1 aliases {} }")
    work.frame("exercise_retired { exercise: 7 }")
    work.frame("exercise_restored { exercise: 7 }")

    push = work.plan(
        "Push A", work.item(bench, 2, (8, 8), load=("40", "kg"), rest=120, warm_up=True),
        work.item(bench, 3, (8, 10), load=("80", "kg"), rpe=8, rest=120),
        work.item(pull_up, 4, (8, 8), superset="A"), work.item(plank, 3, seconds=60, superset="A"),
        work.item(run, 1, metres=5000))
    other = work.plan("Alt", work.item(dip, 3, (5, 5), load=("22.5", "kg"), rpe=8.5))
    log.new_segment()
    items = work.item(bench, 5, (5, 5), load=("185", "lb"))
    work.plans[push] |= {"name": "Push B", "items": [items[1]]}
    work.versions[push] = work.frame(f"plan_edited {{ plan: 1 name: {quoted('Push B')} {items[0]} }}")
    work.frame("plan_activated { plan: 2 }")
    work.frame("plan_activated {}")
    work.plans[push] |= {"active": True, "sequence": work.frame("plan_activated { plan: 1 }")}
    for name in ("discarded", "restored", "discarded"):
        work.plans[other] |= {"sequence": work.frame(f"plan_{name} {{ plan: 2 }}"), "discarded": name == "discarded"}

    # A whole workout, with its check-in in the frame of its end.
    first = work.start("2026-09-01T18:00:00", "Push B", "leicht", push)
    work.log_set(first, bench, "warmUp", ("40", "kg"), 10, at="2026-09-01T18:04:00")
    work.log_set(first, bench, load=("80", "kg"), reps=10, rpe=7)
    work.log_set(first, bench, load=("90", "kg"), reps=8)
    work.log_set(first, bench, load=("100", "kg"), reps=6, rpe=9.5, note="schwer")
    work.log_set(first, bench, "drop", ("60", "kg"), 12)
    work.log_set(first, bench, "failure", ("62.5", "kg"), 4)
    work.log_set(first, pull_up, reps=12)
    work.log_set(first, plank, seconds=90)
    work.log_set(first, run, seconds=1500, metres=5000)
    work.log_set(first, dip, load=("20", "kg"), reps=8)
    work.log_set(first, burpee, reps=30)
    work.log_set(first, walk, metres=400)
    mistyped = work.log_set(first, bench, load=("999", "kg"), reps=1)
    work.changed(first, f"set_removed {{ session: 1 set: {mistyped} }}")
    # Removed, and brought back.
    work.changed(first, "set_removed { session: 1 set: 6 }")
    work.changed(first, "set_restored { session: 1 set: 6 }")
    work.sessions[first]["sets"].pop()
    fields = check_in(
        log, 1, "2026-09-01T18:00:00", 120, "Europe/Berlin", "", type="Strength Training", title="Push B")
    end = milliseconds("2026-09-01T19:02:00")
    command = log.sequence + 1
    work.sessions[first] |= {"state": "completed", "end": "2026-09-01T19:02:00+02:00", "checkIn": 1, "sequence": command}
    log.frame(
        work.event(f"session_completed {{ session: 1 end_ms: {end} }}", command=command)
        + work.event(f"created {{ {fields} type: STRENGTH_TRAINING title: {quoted('Push B')} }}", 1, command)
        + work.event("check_in_linked { session: 1 }", 1, command))
    log.new_segment()

    # A day without a time, in pounds: 220.5 lb is more than 100 kg, and 220.4 lb is less.
    second = work.start("2026-09-03T00:00:00", "Beine", day_only=True)
    work.log_set(second, bench, load=("220.4", "lb"), reps=9)
    work.log_set(second, bench, load=("220.5", "lb"), reps=1)
    work.log_set(second, dip, load=("30", "kg"), reps=9)
    edit = f"note: {quoted('')} weight {{ thousandths: 15000 }} reps: 7 rpe_halves: 16"
    work.sessions[second]["sets"][2] |= {"weight": {"value": "15", "unit": "kg"}, "reps": 7, "rpe": 8}
    work.changed(second, f"set_edited {{ session: 2 set: 3 {edit} }}")
    work.sessions[second]["sets"][2] |= {"rpe": None, "kind": "drop"}
    work.changed(second, "set_edited { session: 2 set: 3 kind: DROP cleared: SET_RPE cleared: SET_AT }")
    work.changed(second, "session_completed { session: 2 }", state="completed")
    work.changed(second, "session_reopened { session: 2 }", state="open")
    work.changed(second, "session_completed { session: 2 }", state="completed")
    work.changed(
        second, f"session_edited {{ session: 2 title: {quoted('Brust')} note: {quoted('Zwei')} "
        f"end_ms: {milliseconds('2026-09-03T21:00:00')} }}", title="Brust", note="Zwei")
    work.changed(second, "session_edited { session: 2 cleared: END }")

    # Linked, discarded with the link cleared, and both undone.
    fields = check_in(log, 2, "2026-09-05T08:00:00", 120, "Europe/Berlin", "", type="Gym", title="Früh")
    log.frame(work.event(f"created {{ {fields} type: GYM title: {quoted('Früh')} }}", 2))
    third = work.start("2026-09-05T07:00:00", "Früh")
    work.log_set(third, bench, load=("70", "kg"), reps=5)
    work.changed(
        third, f"session_completed {{ session: 3 end_ms: {milliseconds('2026-09-05T07:40:00')} }}", state="completed",
        end="2026-09-05T07:40:00+02:00", checkIn=2)
    work.frame("check_in_linked { session: 3 }", check_in=2)
    command = log.sequence + 1
    log.frame(
        work.event("check_in_unlinked {}", 2, command) + work.event("session_discarded { session: 3 }", command=command))
    undo = log.sequence + 1
    work.sessions[third]["sequence"] = undo
    log.frame(
        work.event("session_restored { session: 3 }", command=undo, undoes=command)
        + work.event("check_in_linked { session: 3 }", 2, undo, command))

    fourth = work.start("2026-09-06T07:00:00", "Weg")
    work.changed(fourth, "session_discarded { session: 4 }", discarded=True)
    work.frame("reminder_set { days: 21 minute_of_day: 1110 }")
    work.frame("reminder_cleared {}")
    work.frame("reminder_set { days: 127 minute_of_day: 420 }")
    work.frame("exercise_retired { exercise: 6 }")
    # It stays open.
    fifth = work.start("2026-09-07T18:30:00", "Abends", plan=push)
    work.log_set(fifth, bench, load=("82.5", "kg"), reps=5)
    log.close()
    return log, work


def answers(log, work):
    """What the commands have to say, of the members that are a contract."""
    shown = sorted(work.sessions.values(), key=lambda session: session["day"], reverse=True)
    return log.answers() | {
        "sessions": [one for one in shown if one["state"] == "completed" and not one["discarded"]],
        "open": next(one for one in shown if one["state"] == "open" and not one["discarded"]),
        "plans": [plan for plan in work.plans.values() if not plan["discarded"]],
        "records": {
            "Bench Press": ["220.5lb × 1", "2026-09-03", 8], "Pull-up": ["12 reps", "2026-09-01", 1],
            "Plank": ["1:30", "2026-09-01", 1], "Lauf 🏃‍♀️": ["5km in 25:00", "2026-09-01", 1],
            # Less is better where the weight assists.
            "Dip": ["15.0kg × 7", "2026-09-03", 2], "Burpee": ["30 reps", "2026-09-01", 1],
            "Farmer's Walk": ["400m", "2026-09-01", 1]}}
