"""Photos that must be refused: a name, the bytes, and the codes of the errors that are right."""

import shutil
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

from PIL import Image

from .containers import jpeg_frame, jpeg_scan_start, png_chunk, png_file, png_header, replaced
from .pictures import jpeg, saved
from .scene import scene


def no_photos():
    yield "empty.jpg", b"", ["empty"]
    yield "text.jpg", b"This is a text, and was named like a photo.\n", ["unknownKind"]
    yield "film.heic", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + b"\0\0\0\x08mdat", ["unknownKind"]
    yield "gif.jpg", saved(scene().quantize(8), "GIF"), ["unknownKind"]
    yield "start-only.jpg", b"\xff\xd8\xff", ["truncated"]


def broken():
    whole = jpeg(scene())
    scan = jpeg_scan_start(whole)
    yield "without-two-bytes.jpg", whole[:-2], ["truncated"]
    yield "without-one-byte.jpg", whole[:-1], ["truncated"]
    yield "half.jpg", whole[: len(whole) // 2], ["truncated"]
    middle = (scan + len(whole)) // 2
    yield "damaged-scan.jpg", replaced(whole, middle, b"\xff\xd3\xff\xd5"), ["damaged"]
    progressive = jpeg(scene(), progressive=True)
    yield "half-progressive.jpg", progressive[: len(progressive) // 2], ["truncated"]
    png = saved(scene(), "PNG")
    yield "without-two-bytes.png", png[:-2], ["truncated"]
    yield "half.png", png[: len(png) // 2], ["truncated"]
    data = png.index(b"IDAT") + 40
    yield "damaged.png", replaced(png, data, bytes((png[data] ^ 1,))), ["damaged"]
    short = zlib.compress(b"\0" * 100)
    yield "too-few-rows.png", png_file(
        png_header(96, 64, 8, 2), png_chunk(b"IDAT", short), png_chunk(b"IEND", b"")), ["damaged"]
    heic = saved(scene(), "HEIF", quality=80)
    yield "without-two-bytes.heic", heic[:-2], ["truncated"]
    yield "half.heic", heic[: len(heic) // 2], ["truncated", "damaged"]
    spare = with_spare_bytes(heic)
    yield "without-two-spare-bytes.heic", spare[:-2], ["truncated"]
    avif = saved(scene(), "AVIF", quality=80)
    yield "without-two-bytes.avif", avif[:-2], ["truncated"]


def with_spare_bytes(data):
    """Lengthens the last box by bytes that no item lies in, such as a thumbnail's."""
    offset = data.index(b"mdat") - 4
    size = struct.unpack_from(">I", data, offset)[0]
    assert offset + size == len(data)
    return replaced(data, offset, struct.pack(">I", size + 16)) + b"\0" * 16


def other_forms():
    whole = jpeg(scene())
    yield "12-bit.jpg", replaced(whole, jpeg_frame(whole), b"\x0c"), ["unsupported"]
    yield "lossless.jpg", replaced(whole, jpeg_frame(whole) - 3, b"\xc3"), ["unsupported"]


def bombs():
    whole = jpeg(scene())
    yield "bomb-65500.jpg", replaced(whole, jpeg_frame(whole) + 1, struct.pack(">HH", 65500, 65500)), ["tooLarge"]
    yield "bomb-over-50-megapixels.jpg", replaced(
        whole, jpeg_frame(whole) + 1, struct.pack(">HH", 7072, 7072)), ["tooLarge"]
    rows = zlib.compress(b"\0" * 100_000, 9)
    yield "bomb-30000.png", png_file(
        png_header(30000, 30000, 8, 2), png_chunk(b"IDAT", rows), png_chunk(b"IEND", b"")), ["tooLarge"]
    yield "bomb-long.png", png_file(
        png_header(70000, 1, 8, 2), png_chunk(b"IDAT", rows), png_chunk(b"IEND", b"")), ["tooLarge"]
    yield "many-scans.jpg", many_scans(), ["damaged"]
    large = saved(Image.new("RGB", (7600, 7600), (128, 128, 128)), "HEIF", quality=1)
    yield "bomb-declared.heic", large, ["tooLarge"]
    yield "bomb-lying.heic", lying(large), ["tooLarge", "damaged", "limitReached"]


def many_scans():
    """Progressive, with a scan for each of the first coefficients: 79 scans, none of them wrong."""
    tool = shutil.which("cjpeg")
    if tool is None:
        raise SystemExit("cjpeg is missing: apt install libjpeg-turbo-progs")
    script = "0,1,2: 0-0, 0, 0;\n" + "".join(f"0: {n}-{n}, 0, 0;\n" for n in range(1, 64))
    script += "".join(f"1: {n}-{n}, 0, 0;\n" for n in range(1, 16))
    with tempfile.TemporaryDirectory() as directory:
        scans, picture = Path(directory) / "scans", Path(directory) / "scene.ppm"
        scans.write_text(script)
        picture.write_bytes(saved(scene(), "PPM"))
        return subprocess.run([tool, "-scans", scans, picture], check=True, capture_output=True).stdout


def lying(data):
    """Declares 96 × 64 pixels over a picture of 58 million."""
    offset = data.index(b"ispe") + 8
    return replaced(data, offset, struct.pack(">II", 96, 64))


def everything():
    for group in (no_photos, broken, other_forms, bombs):
        yield from group()
