"""Segments of a JPEG, chunks of a PNG and boxes of a HEIC, cut out and put in."""

import struct
import zlib


def jpeg_segment(marker, content):
    return bytes((0xFF, marker)) + struct.pack(">H", len(content) + 2) + content


def jpeg_with_segments(data, *segments):
    """Puts segments right behind the start."""
    return data[:2] + b"".join(segments) + data[2:]


def jpeg_scan_start(data):
    """Where the coded picture begins."""
    offset = 2
    while data[offset + 1] != 0xDA:
        offset += 2 + struct.unpack_from(">H", data, offset + 2)[0]
    return offset + 2 + struct.unpack_from(">H", data, offset + 2)[0]


def jpeg_frame(data):
    """Where the frame header's precision stands; height and width follow it."""
    offset = 2
    while data[offset + 1] not in (0xC0, 0xC1, 0xC2):
        offset += 2 + struct.unpack_from(">H", data, offset + 2)[0]
    return offset + 4


def replaced(data, offset, content):
    return data[:offset] + content + data[offset + len(content):]


def png_chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png_file(*chunks):
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def png_header(width, height, depth, color, interlace=0):
    return png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace))


def png_with_chunk(data, chunk, before=b"IDAT"):
    offset = data.index(before) - 4
    return data[:offset] + chunk + data[offset:]
