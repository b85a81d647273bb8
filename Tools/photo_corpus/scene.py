"""The picture that every photo of the corpus shows, and what is expected of it."""

import io

import numpy as np
from PIL import Image, ImageCms, ImageOps, PngImagePlugin

# For the reference decode of the text bomb.
PngImagePlugin.MAX_TEXT_CHUNK = 1 << 24

SIZE = (96, 64)
GRID = 8


def scene():
    """Four quadrants of different colours with a gradient over each: no turn or mirroring leaves it as it is."""
    width, height = SIZE
    picture = np.zeros((height, width, 3), np.float32)
    picture[: height // 2, : width // 2] = (200, 40, 40)
    picture[: height // 2, width // 2 :] = (40, 170, 60)
    picture[height // 2 :, : width // 2] = (50, 70, 210)
    picture[height // 2 :, width // 2 :] = (225, 200, 60)
    across = np.linspace(-20, 20, width, dtype=np.float32)[None, :, None]
    down = np.linspace(15, -15, height, dtype=np.float32)[:, None, None]
    return Image.fromarray(np.clip(picture + across + down, 0, 255).round().astype(np.uint8))


# What was done to a picture that must be turned back; Pillow's own table says what undoes each orientation.
TURNED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def turned(picture, orientation):
    return picture if orientation == 1 else picture.transpose(TURNED[orientation])


def grid(picture):
    """The mean colours of eight by eight fields, as hexadecimal digits."""
    return picture.convert("RGB").resize((GRID, GRID), Image.Resampling.BOX).tobytes().hex()


def on_white(picture):
    if "A" not in picture.getbands() and "transparency" not in picture.info:
        return picture
    picture = picture.convert("RGBA")
    white = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(white, picture).convert("RGB")


def in_srgb(picture, profile):
    if not profile:
        return picture.convert("RGB")
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    # Grey may come with a profile for RGB, and on white it has become RGB.
    mode = {"GRAY": "L", "RGB": "RGB"}.get(source.profile.xcolor_space.strip(), picture.mode)
    picture = picture.convert(mode)
    return ImageCms.profileToProfile(
        picture, source, ImageCms.createProfile("sRGB"), ImageCms.Intent.PERCEPTUAL, "RGB")


def reference(data):
    """Decodes the photo as Pillow does: upright, sRGB, on white."""
    picture = Image.open(io.BytesIO(data))
    profile = picture.info.get("icc_profile")
    upright = ImageOps.exif_transpose(picture)
    return in_srgb(on_white(upright) if upright.mode != "CMYK" else upright, profile)


def difference(one, other):
    """The largest difference of two grids' colours."""
    return max(abs(a - b) for a, b in zip(bytes.fromhex(one), bytes.fromhex(other)))
