"""Every kind of damage, and events that a log can hold and that say something impossible."""

import hashlib
import shutil
import struct
import subprocess
from dataclasses import dataclass
from typing import Callable

from .journals import PURGED, RECORDED, foreign_journal, small_journal, sound_journal
from .log import JPEG, compressed, head_slot

KINDS = []
SEGMENTS = [f"log/{first:020}.lz4" for first in (1, 7, 15)]
DIGEST_PATH = f"photos/{hashlib.sha256(JPEG).hexdigest()[:2]}/{hashlib.sha256(JPEG).hexdigest()}.jpg"


@dataclass
class Kind:
    name: str
    base: Callable
    damage: Callable

    def write(self, path, bases):
        """Copies the files of the journal, and damages the copy. Git keeps no empty directories, so there are none."""
        copy = Copy(path, bases[self.base], bases[foreign_journal])
        for source in sorted(bases[self.base].path.rglob("*")):
            name = source.relative_to(bases[self.base].path)
            if source.is_file():
                (path / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, path / name)
        # Every journal would have the same.
        if self.name != "sound":
            (path / "event_log.proto").unlink()
        self.damage(copy)
        for directory in sorted(path.rglob("*"), reverse=True):
            if directory.is_dir() and not any(directory.iterdir()):
                directory.rmdir()


@dataclass
class Copy:
    path: object
    base: object
    foreign: object

    def read(self, name):
        return (self.path / name).read_bytes()

    def write(self, name, data):
        (self.path / name).write_bytes(data)

    def remove(self, name):
        (self.path / name).unlink()

    def change(self, name, body):
        data = bytearray(self.read(name))
        self.write(name, body(data) or data)

    def flip(self, name, offset, bit=4):
        def body(data):
            data[offset] ^= bit
        self.change(name, body)

    def frames(self, name):
        """The places of the frames in a segment."""
        data, place, found = self.read(name), 0, []
        while place < len(data):
            end, content = place + 15, struct.unpack_from("<Q", data, place + 6)[0]
            while (size := struct.unpack_from("<I", data, end)[0]) != 0:
                end += 4 + (size & 0x7FFFFFFF) + 4
            found.append((place, end + 8))
            place = end + 8
        return found

    def pieces(self, name):
        data = self.read(name)
        return [data[start:end] for start, end in self.frames(name)]

    def head(self, position, former=None, journal_id=None):
        identity = journal_id or self.base.journal_id
        self.write("HEAD", head_slot(identity, 6, position) + head_slot(identity, 5, former or position))


def kind(body, name, base=sound_journal):
    KINDS.append(Kind(name, base, body))


def damage(body):
    kind(body, "-".join({"head": "HEAD"}.get(word, word) for word in body.__name__.split("_")))
    return body


# The journal as it was, and what is no damage.

kind(lambda copy: None, "sound")


@damage
def compacted_first_segment(copy):
    content = b"".join(content_of(piece) for piece in copy.pieces(SEGMENTS[0]))
    copy.write(SEGMENTS[0], compressed(content, "-9"))


def content_of(frame):
    return subprocess.run(["lz4", "-dc"], input=frame, stdout=subprocess.PIPE, check=True).stdout


@damage
def other_files_in_the_log(copy):
    for name in ("notes.txt", "00000000000000000000.lz4", "00000000000000000021.lz4.new", "torn-1-2"):
        copy.write(f"log/{name}", b"something else")


@damage
def no_lock(copy):
    copy.remove("lock")


# Photos.

@damage
def no_photo(copy):
    copy.remove(DIGEST_PATH)


@damage
def bit_in_a_photo(copy):
    copy.flip(DIGEST_PATH, 100)


@damage
def photo_purged_before_it_was_attached(copy):
    copy.change("photos/purged.jsonl", lambda data: data.replace(b'"sequence":18', b'"sequence":17'))


@damage
def purged_photos_cut_off(copy):
    copy.change("photos/purged.jsonl", lambda data: data + b'{"sha256":"' + PURGED.hex().encode()[:20])


# Bits. The third frame of the second segment is damaged in each of its parts.

def part_of_a_frame(name, place):
    def body(copy):
        start, end = copy.frames(SEGMENTS[1])[2]
        copy.flip(SEGMENTS[1], (end if place < 0 else start) + place)
    kind(body, f"bit-in-{name}")


for name, place in (
        ("a-magic-number", 0), ("a-frame-descriptor", 4), ("a-content-size", 6), ("a-header-checksum", 14),
        ("a-block-size", 15), ("a-block", 24), ("a-block-checksum", -12), ("an-end-mark", -8), ("a-content-checksum", -2)):
    part_of_a_frame(name, place)


@damage
def bit_in_the_first_segments_header(copy):
    copy.flip(SEGMENTS[0], 30)


@damage
def bit_in_the_last_segments_header(copy):
    copy.flip(SEGMENTS[2], 30)


@damage
def bit_in_the_first_segment(copy):
    copy.flip(SEGMENTS[0], copy.frames(SEGMENTS[0])[3][0] + 25)


@damage
def bit_in_the_last_frame(copy):
    copy.flip(SEGMENTS[2], copy.frames(SEGMENTS[2])[-1][0] + 25)


@damage
def zeros_over_the_end_of_the_first_segment(copy):
    copy.change(SEGMENTS[0], lambda data: data[:-200] + bytes(200))


@damage
def bytes_pushed_in(copy):
    start = copy.frames(SEGMENTS[1])[2][0]
    copy.change(SEGMENTS[1], lambda data: data[:start] + b"\x55" * 64 + data[start:])


# Frames in a wrong place.

@damage
def frame_deleted(copy):
    pieces = copy.pieces(SEGMENTS[1])
    copy.write(SEGMENTS[1], b"".join(pieces[:2] + pieces[3:]))


@damage
def frame_duplicated(copy):
    pieces = copy.pieces(SEGMENTS[1])
    copy.write(SEGMENTS[1], b"".join(pieces[:3] + pieces[2:]))


@damage
def frames_swapped(copy):
    pieces = copy.pieces(SEGMENTS[1])
    pieces[2], pieces[3] = pieces[3], pieces[2]
    copy.write(SEGMENTS[1], b"".join(pieces))


@damage
def frame_of_another_journal(copy):
    """Whole, with the right number and of the same length."""
    pieces = copy.pieces(SEGMENTS[1])
    pieces[6] = compressed(content_of(pieces[6]).replace(b"Evening", b"Morning"))
    copy.write(SEGMENTS[1], b"".join(pieces))


# Segments.

@damage
def no_first_segment(copy):
    copy.remove(SEGMENTS[0])


@damage
def no_second_segment(copy):
    copy.remove(SEGMENTS[1])


@damage
def no_last_segment(copy):
    copy.remove(SEGMENTS[2])


@damage
def no_segment(copy):
    for name in SEGMENTS:
        copy.remove(name)


@damage
def no_segment_and_no_head(copy):
    no_segment(copy)
    copy.remove("HEAD")


@damage
def empty_first_segment(copy):
    copy.write(SEGMENTS[0], b"")


@damage
def empty_second_segment(copy):
    copy.write(SEGMENTS[1], b"")


@damage
def empty_last_segment(copy):
    copy.write(SEGMENTS[2], b"")


@damage
def foreign_first_segment(copy):
    shutil.copy(copy.foreign.path / SEGMENTS[0], copy.path / SEGMENTS[0])


@damage
def foreign_second_segment(copy):
    shutil.copy(copy.foreign.path / SEGMENTS[1], copy.path / SEGMENTS[1])


@damage
def foreign_last_segment(copy):
    shutil.copy(copy.foreign.path / SEGMENTS[2], copy.path / SEGMENTS[2])


@damage
def segments_swapped(copy):
    first, second = copy.read(SEGMENTS[0]), copy.read(SEGMENTS[1])
    copy.write(SEGMENTS[0], second)
    copy.write(SEGMENTS[1], first)


@damage
def second_segment_from_before(copy):
    copy.write(SEGMENTS[1], b"".join(copy.pieces(SEGMENTS[1])[:5]))


@damage
def last_segment_from_before(copy):
    copy.write(SEGMENTS[2], b"".join(copy.pieces(SEGMENTS[2])[:4]))


@damage
def a_segment_of_a_header_alone(copy):
    copy.write(SEGMENTS[2], copy.pieces(SEGMENTS[2])[0])


# The log's end.

@damage
def last_segment_cut_within_a_frame(copy):
    copy.change(SEGMENTS[2], lambda data: data[:-7])


@damage
def bytes_after_the_end(copy):
    copy.change(SEGMENTS[2], lambda data: data + bytes([0x04, 0x22, 0x4D, 0x18, 9, 9, 9]))


@damage
def zeros_after_the_end(copy):
    copy.change(SEGMENTS[2], lambda data: data + bytes(4096))


@damage
def half_a_frame_after_the_end(copy):
    frame = compressed(event(21, 1, field(12, b"")))
    copy.change(SEGMENTS[2], lambda data: data + frame[:-10])


@damage
def bytes_and_a_whole_frame_after_the_end(copy):
    frame = compressed(event(21, 1, field(12, b"")))
    copy.change(SEGMENTS[2], lambda data: data + b"torn" + frame)


@damage
def whole_frames_after_the_end(copy):
    frames = compressed(event(21, 1, field(12, b""))) + compressed(event(22, 1, field(13, b"")))
    copy.change(SEGMENTS[2], lambda data: data + frames)


@damage
def whole_frame_and_bytes_after_the_end(copy):
    frame = compressed(event(21, 1, field(12, b"")))
    copy.change(SEGMENTS[2], lambda data: data + frame + b"torn")


@damage
def a_new_segments_header(copy):
    copy.write(f"log/{21:020}.lz4", compressed(header(copy, 21)))


@damage
def a_new_segment_with_an_event(copy):
    copy.write(f"log/{21:020}.lz4", compressed(header(copy, 21)) + compressed(event(21, 1, field(12, b""))))


@damage
def a_segment_that_is_too_far_ahead(copy):
    copy.write(f"log/{40:020}.lz4", compressed(header(copy, 40)) + compressed(event(40, 1, field(12, b""))))


# HEAD.

@damage
def no_head(copy):
    copy.remove("HEAD")


@damage
def no_head_and_bytes_after_the_end(copy):
    copy.remove("HEAD")
    bytes_after_the_end(copy)


@damage
def first_half_of_head_damaged(copy):
    copy.flip("HEAD", 100)


@damage
def second_half_of_head_damaged(copy):
    copy.flip("HEAD", 4196)


@damage
def first_half_of_head_damaged_and_bytes_after_the_end(copy):
    """HEAD's newest half is gone, and may have named what is torn."""
    copy.flip("HEAD", 100)
    last_segment_cut_within_a_frame(copy)


@damage
def head_damaged(copy):
    copy.flip("HEAD", 100)
    copy.flip("HEAD", 4196)


@damage
def head_empty(copy):
    copy.write("HEAD", b"")


@damage
def head_cut_short(copy):
    copy.change("HEAD", lambda data: data[:5000])


@damage
def halves_of_head_swapped(copy):
    copy.change("HEAD", lambda data: data[4096:] + data[:4096])


@damage
def head_of_some_events_before(copy):
    copy.head(*copy.base.positions[-3:-1])


@damage
def head_of_the_first_segment(copy):
    copy.head(copy.base.positions[3], copy.base.positions[2])


@damage
def head_within_a_frame(copy):
    sequence, segment, size, content = copy.base.positions[-2]
    copy.head((sequence, segment, size - 5, content))


@damage
def head_with_another_sequence_number(copy):
    copy.head((19,) + copy.base.positions[-1][1:])


@damage
def head_with_another_content_offset(copy):
    copy.head(copy.base.positions[-1][:3] + (copy.base.positions[-1][3] + 1,))


@damage
def head_ahead_of_the_log(copy):
    sequence, segment, size, content = copy.base.positions[-1]
    copy.head((sequence + 3, segment, size + 300, content + 200))


@damage
def head_of_a_segment_that_is_not_there(copy):
    copy.head((30, 25, 400, 300))


@damage
def head_with_hostile_numbers(copy):
    copy.head((2**64 - 1, 2**64 - 1, 2**63, 2**64 - 1))


@damage
def a_foreign_head(copy):
    copy.head(copy.base.positions[-1], journal_id=copy.foreign.journal_id)


@damage
def a_head_of_a_foreign_log(copy):
    """Every segment is of one journal, and HEAD of another."""
    for name in SEGMENTS:
        shutil.copy(copy.foreign.path / name, copy.path / name)


@damage
def first_segment_damaged_and_no_head(copy):
    bit_in_the_first_segment(copy)
    copy.remove("HEAD")


@damage
def first_segment_damaged_and_bytes_after_the_end(copy):
    bit_in_the_first_segment(copy)
    bytes_after_the_end(copy)


# Whole frames with records of every form. The wire is written here by hand, since no encoder makes these.

def varint(value):
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes(data) + bytes([value])


def field(number, value):
    """A varint, or a length and bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


def event(sequence, check_in, action, more=b""):
    return field(1, field(1, sequence) + field(2, zigzag(RECORDED + 1000 * sequence)) + field(3, 1)
                 + field(4, check_in) + more + action)


def header(copy, first, version=1, digest=None, identity=None):
    """The record that begins a segment after the last one."""
    if digest is None:
        digest = hashlib.sha256(copy.base.content).digest()
    return field(2, field(1, identity or copy.base.journal_id.bytes) + field(2, first) + field(3, digest)
                 + field(4, version))


def created(identity=b"an identity, 16.", at=RECORDED, offset=120, zone=b"Europe/Berlin", type=1, title=b"Three",
            more=b""):
    return field(8, field(1, identity) + field(2, zigzag(at)) + field(3, zigzag(offset)) + field(4, zone)
                 + field(5, type) + field(6, title) + more)


def edited(*fields):
    return field(9, b"".join(fields))


def record(name, content, last=4, also_after_head=False):
    """A frame after the three events of the small journal, which HEAD names; or which comes after HEAD."""
    def append(copy):
        copy.change(SEGMENTS[0], lambda data: data + compressed(content))

    def acknowledged(copy):
        append(copy)
        sequence, segment, _, size = copy.base.positions[-1]
        end = len(copy.read(SEGMENTS[0]))
        copy.head((last, segment, end, size + len(content)), copy.base.positions[-1])

    kind(acknowledged, name, small_journal)
    if also_after_head:
        kind(append, f"{name}-after-HEAD", small_journal)


DISCARDED, RESTORED, LOST = field(12, b""), field(13, b""), field(14, b"")

# What contradicts the log before it.
record("sequence-gap", event(5, 1, DISCARDED), last=5, also_after_head=True)
record("sequence-repeated", event(3, 1, DISCARDED), last=3, also_after_head=True)
record("sequence-zero", event(0, 1, DISCARDED))
record("sequence-at-its-limit", event(2**64 - 1, 1, DISCARDED), last=2**64 - 1)
record("sequence-repeated-within-a-frame", event(4, 1, DISCARDED) + event(4, 2, DISCARDED))
record("no-sequence", field(1, field(2, zigzag(RECORDED)) + field(4, 1) + DISCARDED))
record("edit-of-a-check-in-that-is-not-there", event(4, 7, edited(field(6, b"X"))), also_after_head=True)
record("discard-of-a-check-in-that-is-not-there", event(4, 3, DISCARDED))
record("restore-of-check-in-zero", event(4, 0, RESTORED))
record("creation-with-a-number-given-twice", event(4, 2, created()), also_after_head=True)
record("creation-that-skips-a-number", event(4, 4, created()))
record("creation-at-the-numbers-limit", event(4, 2**64 - 1, created()))
record("creation-with-an-identity-given-twice", event(4, 3, created()) + event(5, 4, created()), last=5)
record("lost-with-a-number-given-twice", event(4, 2, LOST))
record("edit-of-a-lost-check-in", event(4, 3, LOST) + event(5, 3, edited(field(6, b"X"))), last=5)
record("restore-of-what-is-not-discarded", event(4, 1, RESTORED))
record("discard-of-what-is-discarded", event(4, 1, DISCARDED) + event(5, 1, DISCARDED), last=5)
record("photo-cleared-where-there-is-none", event(4, 1, field(11, b"")))
record("an-edit-of-nothing", event(4, 1, edited()))
record("undoes-what-is-to-come", event(4, 1, DISCARDED, field(6, 9)))
record("command-that-is-to-come", event(4, 1, DISCARDED, field(5, 9)))
record("a-segment-header-in-the-middle",
       field(2, field(1, b"\x00" * 16) + field(2, 4) + field(4, 1)) + event(4, 1, DISCARDED))

# What is not of the wire's form, or has values that no check-in can have.
record("bad-UTF-8", event(4, 3, created(title=b"Bad \xff\xfe")), also_after_head=True)
record("surrogate-in-UTF-8", event(4, 1, edited(field(6, b"\xed\xa0\x80"))))
record("overlong-UTF-8", event(4, 1, edited(field(9, b"\xc0\xaf"))))
record("bad-UTF-8-of-a-time-zone", event(4, 3, created(zone=b"\x80")))
record("NUL-in-a-title", event(4, 1, edited(field(6, b"a\x00b"))))
record("overlong-varint", event(4, 1, field(12, b""), b"\x28" + b"\x84" + b"\x80" * 10 + b"\x00"))
record("padded-varint", event(4, 1, field(12, b""), b"\x28\x84\x80\x00"))
record("varint-above-64-bits", event(4, 1, field(12, b""), b"\x28" + b"\xff" * 9 + b"\x7f"))
record("varint-cut-off", field(1, field(1, 4) + b"\x20\x80"))
record("length-beyond-the-record", field(1, field(1, 4) + field(4, 1) + b"\x62\x40"))
record("length-beyond-the-frame", b"\x0a\x7f" + field(1, 4))
record("length-at-its-limit", b"\x0a" + varint(2**64 - 1) + field(1, 4))
record("field-of-a-wrong-wire-type", event(4, 1, edited(field(6, 5))))
record("sequence-of-a-wrong-wire-type", field(1, field(1, b"4") + field(4, 1) + DISCARDED))
record("action-of-a-wrong-wire-type", event(4, 1, field(12, 1)))
record("a-group", event(4, 1, DISCARDED + varint(30 << 3 | 3) + varint(30 << 3 | 4)))
record("field-number-zero", event(4, 1, DISCARDED + b"\x02\x00"))
record("an-event-of-no-bytes", field(1, b""))
record("an-event-without-an-action", event(4, 1, b""))
record("two-actions", event(4, 1, DISCARDED + edited(field(6, b"Last"))))
record("fields-in-another-order", field(1, DISCARDED + field(4, 1) + field(3, 1) + field(2, 8) + field(1, 4)))
record("field-given-twice", event(4, 1, edited(field(6, b"First"), field(6, b"Last"), field(7, 5), field(7, 6))))
record("identity-of-15-bytes", event(4, 3, created(identity=b"x" * 15)))
record("no-identity", event(4, 3, created(identity=b"")))
record("digest-of-31-bytes", event(4, 1, field(10, field(1, b"x" * 31) + field(2, 5) + field(3, 8) + field(4, 8))))
record("photo-of-no-size", event(4, 1, field(10, field(1, b"x" * 32))))
record("part-of-a-time", event(4, 1, edited(field(2, zigzag(RECORDED)))))
record("offset-beyond-a-day", event(4, 3, created(offset=2000)))
record("offset-at-its-limit", event(4, 3, created(offset=-(2**31))))
record("time-at-its-limit", event(4, 3, created(at=2**63 - 1)))
record("time-at-its-lower-limit", event(4, 1, edited(
    field(2, zigzag(-(2**63))), field(3, 0), field(4, b""))))
record("year-zero", event(4, 3, created(at=-62_167_219_200_000 - 1)))
record("calories-at-their-limit", event(4, 1, edited(field(7, 2**64 - 1))))
record("empty-location", event(4, 1, edited(field(8, b""))))
record("long-texts", event(4, 3, created(title=b"t" * 5000, zone=b"z" * 300, more=field(9, b"n" * 11_000))))
record("recorded-at-its-limit", field(1, field(1, 4) + field(2, 2**64 - 1) + field(4, 1) + DISCARDED))

# What a newer version may write.
record("unknown-action", event(4, 1, field(40, b"a plan")), also_after_head=True)
record("unknown-field-of-an-event", event(4, 1, DISCARDED + field(20, 1)))
record("unknown-field-of-a-creation", event(4, 3, created(more=field(15, b"new"))))
record("unknown-field-of-an-edit", event(4, 1, edited(field(6, b"Known"), field(100, 1))))
record("unknown-field-of-a-photo",
       event(4, 1, field(10, field(1, b"x" * 32) + field(2, 5) + field(3, 8) + field(4, 8) + field(9, 1))))
record("unknown-fixed-fields",
       event(4, 1, DISCARDED + varint(50 << 3 | 1) + b"8 bytes." + varint(51 << 3 | 5) + b"four"))
record("unknown-exercise-type", event(4, 3, created(type=77)))
record("unknown-origin", field(1, field(1, 4) + field(2, 2) + field(3, 99) + field(4, 1) + DISCARDED))
record("unknown-field-to-clear", event(4, 1, edited(field(10, 9))))
record("unknown-record", field(3, b"of a newer version") + event(4, 1, DISCARDED))
record("unknown-record-alone", field(3, b"of a newer version"), last=3)


# Segments whose header says something else, and frames that no writer makes.

def segment(name, first=4, **of_header):
    def body(copy):
        second = f"log/{4:020}.lz4"
        contents = [header(copy, first, **of_header), event(4, 1, DISCARDED)]
        copy.write(second, b"".join(map(compressed, contents)))
        size, plain = len(copy.read(second)), sum(map(len, contents))
        copy.head((4, 4, size, plain), copy.base.positions[-1])
    kind(body, name, small_journal)


segment("a-newer-format-version", version=2)
segment("format-version-zero", version=0)
segment("header-with-another-first-sequence", first=5)
segment("header-with-another-digest", digest=b"\x00" * 32)
segment("header-with-a-short-digest", digest=b"\x00" * 31)
segment("header-without-a-digest", digest=b"")
segment("header-of-another-journal", identity=b"another journal!")
segment("header-with-a-short-identity", identity=b"another journal")


def form(name, change):
    """The frame of the fourth event in a form that is not the log's."""
    def body(copy):
        frame = change(event(4, 1, DISCARDED))
        copy.change(SEGMENTS[0], lambda data: data + frame)
        sequence, first, _, size = copy.base.positions[-1]
        copy.head((4, first, len(copy.read(SEGMENTS[0])), size + len(event(4, 1, DISCARDED))), copy.base.positions[-1])
    kind(body, name, small_journal)


def claiming(size):
    def change(content):
        frame = bytearray(compressed(content))
        struct.pack_into("<Q", frame, 6, size)
        return bytes(frame)
    return change


form("frame-that-claims-much", claiming(2**40))
form("frame-that-claims-too-much", claiming(2**63))
form("frame-that-claims-nothing", claiming(0))
form("frame-of-another-profile", lambda content: lz4(content, "-B4", "-BD"))
form("frame-without-a-content-size", lambda content: lz4(content, "-B4", "-BX", "--no-content-size"))
form("skippable-frame", lambda content: b"\x50\x2a\x4d\x18" + struct.pack("<I", len(content)) + content)
form("no-frame", lambda content: content)


def lz4(content, *options):
    return subprocess.run(["lz4", "-q", "-c", *options], input=content, stdout=subprocess.PIPE, check=True).stdout
