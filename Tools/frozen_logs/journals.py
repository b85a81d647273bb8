"""The journals that are damaged."""

import hashlib
import json

from .log import JPEG, Log, head_slot, octal, quoted, schema

RECORDED = 1_757_000_000_000
DIGEST = hashlib.sha256(JPEG).digest()
PURGED = hashlib.sha256(b"a photo that was erased").digest()


class Journal(Log):
    """A log that remembers where each of its frames ends."""

    def __init__(self, path, name):
        self.positions = []
        super().__init__(path, schema(), name)

    def append(self, content):
        super().append(content)
        self.positions.append(self.position())

    def commit(self, *actions, origin="CLI", undoes=None):
        """One frame, one command."""
        first = self.sequence + 1
        text = ""
        for number, action in actions:
            self.check_ins.setdefault(number, {})
            text += self.event(number, action, RECORDED + 1000 * self.sequence, origin, first, undoes)
        self.frame(text)

    def create(self, number, exercise, title, more="", offset=120, zone="Europe/Berlin"):
        identity = hashlib.sha256(f"{self.journal_id} {number}".encode()).digest()[:16]
        fields = f"id: {octal(identity)} at_ms: {RECORDED - 86_400_000 * number} type: {exercise} title: {quoted(title)} "
        if offset:
            fields += f"utc_offset_minutes: {offset} "
        return number, f"created {{ {fields} time_zone: {quoted(zone)} {more} }}"

    def close(self):
        """Writes HEAD: the newest position in one slot, that of the frame before in the other."""
        last, former = self.positions[-1], self.positions[-2]
        slots = head_slot(self.journal_id, 6, last) + head_slot(self.journal_id, 5, former)
        (self.path / "HEAD").write_bytes(slots)


def attached(digest=DIGEST, size=len(JPEG)):
    return f"photo_attached {{ sha256: {octal(digest)} byte_count: {size} width: 8 height: 8 }}"


def sound_journal(path):
    """Three segments with every action, type and form of text; photos, one of them purged; a check-in that was lost."""
    journal = Journal(path, "sound")
    journal.commit(
        journal.create(1, "RUN", "Morning 5k", f"calories: 320 location: {quoted('Prinzenbad')}"),
        journal.create(2, "GYM", "Früh 🏊‍♀️", f"calories: 0 notes: {quoted(chr(10).join(['Two', 'lines']))}"),
        journal.create(3, "SWIM", 'Quoted "so"\\ and so', offset=-600, zone="Pacific/Honolulu"), origin="IMPORT")
    journal.commit(journal.create(4, "BIKE", "日本で走る", offset=540, zone="Asia/Tokyo"), origin="WEB")
    journal.commit((2, attached()), origin="WEB")
    journal.commit((3, f"edited {{ title: {quoted('Changed')} notes: {quoted('Tab' + chr(9) + 'and ' + chr(7))} }}"))
    journal.new_segment()
    journal.commit(journal.create(5, "WALK", "Around the lake", offset=0, zone=""), origin="LIBRARY")
    journal.commit((4, attached()))
    journal.commit((4, "photo_cleared {}"))
    journal.commit((1, "edited { cleared: CALORIES cleared: LOCATION type: YOGA }"))
    journal.commit((6, "lost {}"))
    journal.commit(journal.create(7, "CYCLING", "Evening"))
    journal.commit((5, "discarded {}"))
    journal.commit(
        (7, f"edited {{ at_ms: {RECORDED} utc_offset_minutes: -210 time_zone: {quoted('America/St_Johns')} }}"))
    journal.new_segment()
    journal.commit((1, "discarded {}"))
    journal.commit((1, "restored {}"), undoes=journal.sequence)
    journal.commit(journal.create(8, "STRENGTH_TRAINING", "Legs"))
    journal.commit((8, attached(PURGED, 961_944)))
    journal.commit((8, f"edited {{ calories: 444 location: {quoted('Hall')} }}"))
    journal.commit(journal.create(9, "UNKNOWN", "", "calories: 7"))
    journal.close()

    photo = path / "photos" / DIGEST.hex()[:2] / f"{DIGEST.hex()}.jpg"
    photo.parent.mkdir()
    photo.write_bytes(JPEG)
    purged = {"sha256": PURGED.hex(), "purgedAt": "2025-11-21T15:27:48.019+00:00", "bytes": 961_944, "sequence": 18}
    (path / "photos/purged.jsonl").write_text(json.dumps(purged, separators=(",", ":")) + "\n")
    return journal


def small_journal(path):
    """One segment and three events, to which more are added."""
    journal = Journal(path, "small")
    journal.commit(journal.create(1, "RUN", "One", "calories: 1"))
    journal.commit(journal.create(2, "GYM", "Two"))
    journal.commit((1, f"edited {{ notes: {quoted('Edited')} }}"))
    journal.close()
    return journal


def foreign_journal(path):
    """Another journal with segments at the same sequence numbers as the sound one."""
    journal = Journal(path, "foreign")
    for number in range(1, 21):
        journal.commit(journal.create(number, "RUN", f"Foreign {number}"))
        if number in (6, 14):
            journal.new_segment()
    journal.close()
    return journal
