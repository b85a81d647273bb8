"""A journal that was written over months: events are recorded at the system's time, so they come from a file of events."""

import json
import uuid
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

# Winter time in Berlin, as all of the year here.
ZONE = timezone(timedelta(hours=1))


def write(folder, days):
    """A file with a run on each of these days (ISO 8601), recorded at noon. Its path."""
    lines = [{"format": "checkin-events", "version": 1, "journal": str(uuid.UUID(int=1)), "events": len(days)}]
    for number, day in enumerate(days, 1):
        noon = datetime.combine(date.fromisoformat(day), datetime.min.time(), ZONE) + timedelta(hours=12)
        recorded = noon.astimezone(timezone.utc)
        lines.append({
            "sequence": number, "recordedAt": recorded.strftime("%Y-%m-%dT%H:%M:%S.000Z"), "origin": "cli",
            "checkIn": number, "command": number, "undoes": None, "action": "created", "fields": {
                "id": str(uuid.UUID(int=100 + number)), "at": (noon - timedelta(hours=1)).isoformat(), "timeZone": None,
                "type": "Run", "title": f"Run {number}", "calories": None, "location": None, "notes": ""}})
    path = Path(folder) / "history.jsonl"
    path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    return str(path)
