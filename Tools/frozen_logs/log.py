"""Journals written from the documented format alone, through protoc and lz4."""

import datetime
import hashlib
import pathlib
import struct
import subprocess
import tempfile
import uuid

UTC = datetime.timezone.utc

# A JPEG of 8 by 8 grey pixels, written by hand from the standard's tables.
JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300" + "10" * 64
    + "ffc0000b080008000801011100ffc40014000100000000000000000000000000000000"
    + "ffc40014100100000000000000000000000000000000ffda0008010100003f0000ffd9")


def octal(data):
    """Bytes as protoc's text format has them."""
    return '"' + "".join(f"\\{byte:03o}" for byte in data) + '"'


def quoted(text):
    return octal(text.encode())


def compressed(content, *options):
    """A frame of the log's profile."""
    with tempfile.NamedTemporaryFile() as plain:
        plain.write(content)
        plain.flush()
        return subprocess.run(
            ["lz4", "-q", "-c", "-B4", "-BX", "--content-size", *options, plain.name], stdout=subprocess.PIPE,
            check=True).stdout


def head_slot(journal_id, generation, position):
    slot = b"ckinHEAD" + journal_id.bytes + struct.pack("<5Q", generation, *position)
    slot += bytes(4096 - 32 - len(slot))
    return slot + hashlib.sha256(slot).digest()


def schema():
    """The newest schema, as it is beside every log."""
    source = pathlib.Path(__file__).parents[2] / "Sources/CheckInTimeline/Events/EventLogSchema.swift"
    lines = source.read_text().split('"""')[1].splitlines()[1:]
    return "\n".join(line[4:] for line in lines[:-1]) + "\n"


class Log:
    """Events in frames in segments, and the check-ins as they should come out."""

    def __init__(self, path, schema, name):
        self.path = path
        self.journal_id = uuid.uuid5(uuid.NAMESPACE_URL, f"frozen log {name}")
        self.check_ins = {}
        self.sequence = 0
        self.segment = None
        (path / "log").mkdir(parents=True)
        (path / "photos").mkdir()
        (path / "event_log.proto").write_text(schema)
        (path / "lock").write_bytes(b"")
        self.new_segment()

    def new_segment(self):
        header = {"journal_id": octal(self.journal_id.bytes), "first_sequence": self.sequence + 1}
        if self.segment:
            header["previous_digest"] = octal(hashlib.sha256(self.content).digest())
        self.segment = self.path / "log" / f"{self.sequence + 1:020}.lz4"
        self.first = self.sequence + 1
        self.content = b""
        fields = " ".join(f"{name}: {value}" for name, value in header.items())
        self.frame(f"segments {{ {fields} format_version: 1 }}")

    def frame(self, text):
        """Appends a frame with records in protoc's text format."""
        self.append(subprocess.run(
            ["protoc", "--encode=checkin.v1.EventLog", "event_log.proto"], cwd=self.path, input=text.encode(),
            stdout=subprocess.PIPE, check=True).stdout)

    def append(self, content):
        """Appends a frame with this content."""
        with self.segment.open("ab") as file:
            file.write(compressed(content))
        self.content += content

    def event(self, check_in, action, recorded, origin="CLI", command=None, undoes=None, device=None):
        self.sequence += 1
        text = f"sequence: {self.sequence} recorded_at_ms: {recorded} origin: {origin} "
        if check_in:
            text += f"check_in: {check_in} "
        if command and command != self.sequence:
            text += f"command: {command} "
        if undoes:
            text += f"undoes: {undoes} "
        if check_in:
            self.check_ins[check_in]["sequence"] = self.sequence
        if device:
            action += f" device: {quoted(device)}"
        return f"events {{ {text}{action} }}\n"

    def close(self):
        """Writes HEAD: two slots that say the same."""
        slots = (head_slot(self.journal_id, generation, self.position()) for generation in (0, 1))
        (self.path / "HEAD").write_bytes(b"".join(slots))

    def position(self):
        """The end of what was written, as HEAD names it."""
        return self.sequence, self.first, self.segment.stat().st_size, len(self.content)

    def answers(self):
        """What `list --json` and `list --discarded --json` have to say."""
        newest = sorted(
            self.check_ins.values(),
            key=lambda c: (datetime.datetime.fromisoformat(c["at"]).replace(tzinfo=None), c["number"]), reverse=True)
        return {
            "list": [c for c in newest if not c["discarded"]], "discarded": [c for c in newest if c["discarded"]]}


def check_in(log, number, local, offset, zone, notes, **more):
    """Takes note of a check-in, and returns its fields in protoc's text format."""
    at = datetime.datetime.fromisoformat(local).replace(tzinfo=datetime.timezone(datetime.timedelta(minutes=offset)))
    identity = uuid.uuid5(log.journal_id, str(number))
    log.check_ins[number] = {
        "number": number, "id": str(identity).upper(), "type": "Unknown", "title": "Legacy Check-in",
        "at": at.isoformat(), "timeZone": zone, "day": local[:10], "calories": None, "location": None,
        "notes": notes, "photo": None, "discarded": False, "sequence": 0} | more
    milliseconds = int(at.astimezone(UTC).timestamp() * 1000)
    text = f"id: {octal(identity.bytes)} at_ms: {milliseconds} "
    if offset:
        text += f"utc_offset_minutes: {offset} "
    return text + f"time_zone: {quoted(zone)} notes: {quoted(notes)} "
