"""Photos that must be taken: pairs of a name and its bytes, and what must be said to be removed."""

import io
import struct
import zlib

import numpy as np
import pillow_heif
from PIL import Image

from . import profiles
from .containers import jpeg_segment, jpeg_with_segments, png_chunk, png_file, png_header, png_with_chunk
from .scene import scene, turned

pillow_heif.register_heif_opener()
pillow_heif.options.THUMBNAILS = False

XMP_PLACE = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    b'<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="0,0.0N"/></rdf:RDF></x:xmpmeta>')
ORIENTATION, MAKE, GPS = 0x0112, 0x010F, 0x8825


def saved(picture, kind, **options):
    data = io.BytesIO()
    picture.save(data, kind, **options)
    return data.getvalue()


def jpeg(picture, **options):
    return saved(picture, "JPEG", **{"quality": 88, "subsampling": 0, **options})


def exif(orientation=None, place=False, byte_order="II"):
    """EXIF from its TIFF header on."""
    tags = Image.Exif()
    tags.endian = "<" if byte_order == "II" else ">"
    tags[MAKE] = "Invented"
    if orientation:
        tags[ORIENTATION] = orientation
    if place:
        # The island that stands for 0° N, 0° E; nobody lives there.
        tags[GPS] = {0: b"\2\3\0\0", 1: "N", 2: (0.0, 0.0, 0.0), 3: "E", 4: (0.0, 0.0, 0.0)}
    return tags.tobytes().removeprefix(b"Exif\0\0")


def orientations():
    for number in range(1, 9):
        stored = turned(scene(), number)
        order = "II" if number % 2 else "MM"
        data = jpeg_with_segments(jpeg(stored), jpeg_segment(0xE1, b"Exif\0\0" + exif(number, byte_order=order)))
        yield f"orientation-{number}.jpg", data, ["other"]
        data = png_with_chunk(saved(stored, "PNG"), png_chunk(b"eXIf", exif(number, byte_order=order)))
        yield f"orientation-{number}.png", data, ["other"]
        # The encoder turns the EXIF's number into the file's own properties, and keeps the EXIF, as phones do.
        yield f"orientation-{number}.heic", saved(stored, "HEIF", quality=80, exif=exif(number)), ["other"]


def metadata():
    place = b"Exif\0\0" + exif(6, place=True)
    yield "gps.jpg", jpeg_with_segments(jpeg(turned(scene(), 6)), jpeg_segment(0xE1, place)), ["location", "other"]
    yield "gps.png", png_with_chunk(
        saved(scene(), "PNG"), png_chunk(b"eXIf", exif(place=True)), before=b"IEND"), ["location", "other"]
    yield "gps.heic", saved(scene(), "HEIF", quality=80, exif=exif(place=True)), ["location", "other"]
    packet = b"http://ns.adobe.com/xap/1.0/\0" + XMP_PLACE
    yield "xmp.jpg", jpeg_with_segments(jpeg(scene()), jpeg_segment(0xE1, packet)), ["location", "other"]
    yield "xmp.png", png_with_chunk(
        saved(scene(), "PNG"), png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + XMP_PLACE)), ["location", "other"]
    yield "comment.jpg", jpeg_with_segments(jpeg(scene()), jpeg_segment(0xFE, b"a comment")), ["other"]
    yield "film-behind.jpg", jpeg(scene()) + b"\0\0\0\x18ftypmp42" + b"\0" * 64, ["other"]
    broken = b"Exif\0\0II*\0\x08\0\0\0\xff\xff" + b"\x12\x01\x03\0\x01\0\0\0\x09\0\0\0" + b"\x25\x88"
    yield "exif-damaged.jpg", jpeg_with_segments(jpeg(scene()), jpeg_segment(0xE1, broken)), ["other"]


def colors():
    p3 = profiles.display_p3()
    yield "display-p3.jpg", jpeg(scene(), icc_profile=p3), []
    yield "display-p3.png", saved(scene(), "PNG", icc_profile=p3), []
    yield "display-p3.heic", saved(scene(), "HEIF", quality=90, icc_profile=p3), []
    gray = scene().convert("L")
    yield "gray.jpg", jpeg(gray), []
    yield "gray-profile.jpg", jpeg(gray, icc_profile=profiles.gray_gamma(1.5)), []
    printed = profiles.gray_dot_gain(0.2)
    yield "gray-dot-gain.jpg", jpeg(gray, icc_profile=printed), []
    yield "gray-dot-gain-rgb.jpg", jpeg(gray.convert("RGB"), icc_profile=printed), []
    yield "gray-dot-gain.png", saved(gray, "PNG", icc_profile=printed), []
    yield "gray-dot-gain.heic", saved(gray, "HEIF", quality=90, icc_profile=printed), []
    yield "gray-dot-gain.avif", saved(gray, "AVIF", quality=90, icc_profile=printed), []
    transparent = with_alpha().convert("LA")
    yield "gray-dot-gain-alpha.heic", saved(transparent, "HEIF", quality=90, icc_profile=printed), []
    yield "profile-of-gray.heic", saved(scene(), "HEIF", quality=90, icc_profile=printed), []
    yield "gray-rgb-profile.jpg", jpeg(gray, icc_profile=profiles.p3_gamma(1.5)), []
    yield "gray-1-bit.png", saved(gray.convert("1"), "PNG"), []
    yield "cmyk.jpg", jpeg(scene().convert("CMYK")), []
    yield "cmyk-profile.jpg", jpeg(scene().convert("CMYK"), icc_profile=profiles.ink()), []
    yield "profile-damaged.jpg", jpeg(scene(), icc_profile=p3[:200]), []
    yield "profile-of-ink.jpg", jpeg(scene(), icc_profile=profiles.ink()), []


def forms():
    yield "plain.jpg", jpeg(scene()), []
    yield "progressive.jpg", jpeg(scene(), progressive=True), []
    yield "restart-markers.jpg", jpeg(scene(), restart_marker_blocks=4), []
    yield "one-pixel.png", saved(Image.new("RGB", (1, 1), (90, 120, 150)), "PNG"), []
    yield "line.png", saved(scene().resize((3000, 1)), "PNG"), []
    yield "named-wrongly.png", jpeg(scene()), []
    yield "named-wrongly.jpg", saved(scene(), "PNG"), []
    yield "named-wrongly.txt", saved(scene(), "HEIF", quality=80), []
    yield "plain.avif", saved(scene(), "AVIF", quality=90, subsampling="4:4:4"), []
    yield "alpha.heic", saved(with_alpha(), "HEIF", quality=90), []
    yield "10-bit.heic", ten_bit(), []


def with_alpha():
    """Transparent towards the right."""
    picture = scene().convert("RGBA")
    picture.putalpha(Image.fromarray(np.tile(np.linspace(255, 0, picture.width).astype(np.uint8), (picture.height, 1))))
    return picture


def ten_bit():
    wide = np.asarray(scene()).astype(np.uint16) * 257
    data = io.BytesIO()
    pillow_heif.encode("RGB;16", scene().size, wide.tobytes(), data, quality=80)
    return data.getvalue()


def png_forms():
    yield "alpha.png", saved(with_alpha(), "PNG"), []
    yield "alpha-gray.png", saved(with_alpha().convert("LA"), "PNG"), []
    palette = scene().quantize(32, dither=Image.Dither.NONE)
    yield "palette-alpha.png", saved(palette, "PNG", transparency=bytes(range(0, 256, 8))), []
    yield "16-bit.png", sixteen_bit(np.asarray(scene())), []
    yield "interlaced.png", interlaced(np.asarray(scene())), []
    # 49 megapixels of white in few bytes: large, yet allowed.
    rows = (b"\0" + b"\xff" * 875) * 7000
    yield "white-49-megapixels.png", png_file(
        png_header(7000, 7000, 1, 0), png_chunk(b"IDAT", zlib.compress(rows, 9)), png_chunk(b"IEND", b"")), []
    # Ten million bytes of text in few: more than may be unpacked, but not needed.
    bomb = png_chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"a" * 10_000_000, 9))
    yield "text-bomb.png", png_with_chunk(saved(scene(), "PNG"), bomb), ["other"]


def sixteen_bit(pixels):
    height, width, _ = pixels.shape
    # The low byte is noise that rounding must not carry into the high one.
    words = pixels.astype(np.uint16) * 257
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in words)
    return png_file(
        png_header(width, height, 16, 2), png_chunk(b"IDAT", zlib.compress(rows, 9)), png_chunk(b"IEND", b""))


def interlaced(pixels):
    """The seven passes of Adam7, in an orientation of its own."""
    height, width, _ = pixels.shape
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    rows = b""
    for x, y, across, down in passes:
        for row in pixels[y::down, x::across]:
            rows += b"\0" + row.tobytes()
    return png_file(
        png_header(width, height, 8, 2, interlace=1), png_chunk(b"IDAT", zlib.compress(rows, 9)),
        png_chunk(b"IEND", b""))


def named_primaries():
    """Colours named by a number (12: Display P3) where a file has no profile."""
    for name, kind in (("primaries-p3.heic", "HEIF"), ("primaries-p3.avif", "AVIF")):
        data = saved(scene(), kind, quality=90, subsampling="4:4:4")
        offset = data.index(b"colrnclx") + 8
        yield name, data[:offset] + struct.pack(">H", 12) + data[offset + 2:], []


def everything():
    for group in (orientations, metadata, colors, forms, png_forms):
        yield from group()
