"""Frames in memory, against liblz4's functions for whole frames."""

from .measure import figures, ratio
from .table import count, spread


def frames(table, programs, histories, scratch, options):
    events = min(1_000_000, options.largest)
    seconds = figures([programs.benchmark, "frames", str(histories.journal(events)), str(options.rounds)])["seconds"]
    for row, ours, library, function in (
            ("decompressed", "decode", "libraryDecode", "LZ4F_decompress"),
            ("compressed", "encode", "libraryEncode", "LZ4F_compressFrame")):
        table.add(f"frames of {count(events)} events {row} in memory, with all checksums", spread(seconds[ours]),
                  f"`{function}`: {spread(seconds[library])}", ratio(seconds[ours], seconds[library]))
