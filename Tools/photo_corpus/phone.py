"""A photo as large and as detailed as a phone's: for measurements."""

import numpy as np
from PIL import Image

from .pictures import exif
from .profiles import display_p3


def photo(width, height):
    """Structures of several sizes, and a sensor's noise over them."""
    random = np.random.default_rng(20261121)
    picture = np.full((height, width, 3), 128, np.float32)
    for across, strength in ((4, 90), (16, 60), (64, 40), (256, 25), (1024, 14)):
        small = random.normal(0, strength, (max(2, across * height // width), across, 3)).astype(np.float32)
        for channel in range(3):
            layer = Image.fromarray(small[:, :, channel]).resize((width, height), Image.Resampling.BICUBIC)
            picture[:, :, channel] += np.asarray(layer)
    picture += random.normal(0, 3, (height, width, 1)).astype(np.float32)
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))


def write(size, path):
    """Saves it as phones do: Display P3, lying on its side, with the place."""
    width, height = map(int, size.split("x"))
    photo(width, height).save(
        path, quality=92, icc_profile=display_p3(), exif=b"Exif\0\0" + exif(6, place=True))
