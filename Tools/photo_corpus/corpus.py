"""Writes the photos, and what is expected of each."""

import json
import shutil
import sys

from . import pictures, refused
from .profiles import display_p3
from .scene import difference, grid, in_srgb, on_white, reference, scene

# What is not the scene itself, or shows it in other colours on purpose.
OTHER_PICTURES = ("profile", "p3", "gray", "cmyk", "alpha", "one-pixel", "line", "white-", "palette")
# Cropped or scaled to one size, the references of these say nothing.
WITHOUT_COLORS = ("one-pixel.png", "line.png")


def expectation(name, data, removed):
    if name.startswith("primaries-p3"):
        # Pillow does not follow the number; the same as a profile gives the reference.
        picture = in_srgb(scene(), display_p3())
    elif name in ("profile-damaged.jpg", "profile-of-gray.heic", "profile-of-ink.jpg"):
        # A profile that cannot be used is as good as none.
        picture = scene()
    else:
        picture = reference(data)
    colors = grid(picture)
    if not any(part in name for part in OTHER_PICTURES):
        # The reference itself is held against the scene: so a wrong turn in both decoders would be seen.
        off = difference(colors, grid(on_white(scene())))
        if off > 8:
            sys.exit(f"{name}: the reference differs from the scene by {off}")
    expected = {"width": picture.width, "height": picture.height, "removed": removed}
    if name not in WITHOUT_COLORS:
        expected["colors"] = colors
    return expected


def write(directory):
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    expected = {}
    taken = list(pictures.everything()) + list(pictures.named_primaries())
    for name, data, removed in taken:
        (directory / name).write_bytes(data)
        expected[name] = expectation(name, data, removed)
    for name, data, codes in refused.everything():
        (directory / name).write_bytes(data)
        expected[name] = {"refused": codes}
    lines = [f"  {json.dumps(name)}: {json.dumps(expected[name])}" for name in sorted(expected)]
    (directory / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    size = sum(path.stat().st_size for path in directory.iterdir())
    print(f"{len(expected)} photos, {size:,} bytes in {directory}")
