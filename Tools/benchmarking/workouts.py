"""What ten years of training make of the commands that show workouts."""

import csv
import datetime
import json
import random
import subprocess

from .measure import in_turn, ratio, seconds
from .table import spread

YEARS = 10
EXERCISES = ["Bench Press", "Squat", "Deadlift", "Overhead Press", "Barbell Row", "Lat Pulldown", "Leg Press",
             "Bicep Curl", "Triceps Extension", "Lateral Raise"]
STRONG = ["Date", "Workout Name", "Duration", "Exercise Name", "Set Order", "Weight", "Reps", "Distance", "Seconds",
          "Notes", "Workout Notes", "RPE"]


def workouts(table, programs, histories, scratch, options):
    session_count, check_in_count = (20, 40) if options.smoke else (1_500, 3_000)
    chance = random.Random(options.seed)
    first = datetime.datetime.now() - datetime.timedelta(days=365 * YEARS)

    def moments(count):
        return [first + datetime.timedelta(days=365 * YEARS * place / count) for place in range(count)]

    set_count = 0
    with open(f"{scratch}/strong.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(STRONG)
        for moment in moments(session_count):
            for exercise in chance.sample(EXERCISES, 5):
                for place in range(chance.choice([5, 5, 6])):
                    rows.writerow([f"{moment:%Y-%m-%d %H:%M:%S}", "Push A", "1h 2m", exercise, place + 1,
                                   chance.randrange(16, 80) * 2.5, chance.randrange(3, 13), 0, 0, "", "", ""])
                    set_count += 1
    with open(f"{scratch}/check-ins.jsonl", "w") as file:
        for moment in moments(check_in_count):
            file.write(json.dumps({"type": "run", "title": "Morning 5k", "at": f"{moment:%Y-%m-%dT%H:%M:%SZ}"}) + "\n")

    def command(journal, *words):
        return [programs.checkin, "--journal", f"{scratch}/{journal}", *words]

    def prepare(journal, *words):
        subprocess.run(command(journal, *words), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    prepare("years", "import", f"{scratch}/check-ins.jsonl")
    prepare("years", "import", f"{scratch}/strong.csv", "--unit", "kg")
    # As empty as a journal can be that knows the exercise.
    prepare("empty", "exercise", "new", "Bench Press")

    asked = [[], ["session"], ["records", "bench"], ["progress"]]
    runs = list(map(seconds, in_turn(3 * options.rounds, *(
        command(journal, *words) for words in asked for journal in ("years", "empty")))))
    for place, words in enumerate(asked):
        years, empty = runs[2 * place:2 * place + 2]
        name = " ".join(["checkin", *words])
        # The last one prints more the more there is.
        table.add(f"`{name}`, {session_count:,} sessions, {set_count:,} sets, {check_in_count:,} check-ins",
                  spread(years), f"an empty journal: {spread(empty)}", ratio(years, empty),
                  most=None if words == ["progress"] else 1.3)
