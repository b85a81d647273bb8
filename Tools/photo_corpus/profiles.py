"""Small ICC profiles of our own making."""

import struct


def fixed(value):
    return struct.pack(">i", round(value * 65536))


def text(content):
    data = content.encode("utf-16-be")
    return b"mluc" + struct.pack(">4xII4sII", 1, 12, b"enUS", len(data), 28) + data


def xyz(x, y, z):
    return b"XYZ \0\0\0\0" + fixed(x) + fixed(y) + fixed(z)


def profile(device_class, space, connection, tags):
    """Lays header, table of tags and tags out."""
    table, body, start = struct.pack(">I", len(tags)), b"", 128 + 4 + 12 * len(tags)
    for name, content in tags:
        content += b"\0" * (-len(content) % 4)
        table += name + struct.pack(">II", start + len(body), len(content))
        body += content
    size = start + len(body)
    header = struct.pack(">I4sI4s4s4s", size, b"\0" * 4, 0x04200000, device_class, space, connection)
    header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp"
    header = header.ljust(68, b"\0") + fixed(0.9642) + fixed(1.0) + fixed(0.8249)
    return header.ljust(128, b"\0") + table + body


def p3(name, curve):
    """RGB with Display P3's primaries, adapted to D50."""
    return profile(b"mntr", b"RGB ", b"XYZ ", [
        (b"desc", text(name)), (b"cprt", text("No copyright")), (b"wtpt", xyz(0.9642, 1.0, 0.8249)),
        (b"rXYZ", xyz(0.51512, 0.24120, -0.00105)), (b"gXYZ", xyz(0.29198, 0.69225, 0.04189)),
        (b"bXYZ", xyz(0.15710, 0.06657, 0.78407)), (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve)])


def display_p3():
    """With sRGB's tone curve."""
    curve = b"para\0\0\0\0" + struct.pack(">HH", 3, 0)
    return p3("Display P3", curve + b"".join(fixed(v) for v in (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))


def gamma_curve(gamma):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"


def p3_gamma(gamma):
    return p3("P3", gamma_curve(gamma))


def gray(device_class, curve):
    return profile(device_class, b"GRAY", b"XYZ ", [
        (b"desc", text("Gray")), (b"cprt", text("No copyright")), (b"wtpt", xyz(0.9642, 1.0, 0.8249)),
        (b"kTRC", curve)])


def gray_gamma(gamma):
    return gray(b"mntr", gamma_curve(gamma))


def gray_dot_gain(gain):
    """Grey as a press prints it, as Photoshop's "Dot Gain 20%" has it: dots of half the area come out larger by `gain`,
    and others by what a parabola gives."""
    inks = [1 - index / 255 for index in range(256)]
    lights = [max(0, 1 - ink - 4 * gain * ink * (1 - ink)) for ink in inks]
    table = struct.pack(">I256H", 256, *(round(light * 65535) for light in lights))
    return gray(b"prtr", b"curv\0\0\0\0" + table)


def ink():
    """CMYK whose inks are a little warm, as a table of two points along each axis (type lut8, into Lab)."""
    points = bytearray()
    for index in range(16):
        cyan, magenta, yellow, black = (index >> 3 & 1, index >> 2 & 1, index >> 1 & 1, index & 1)
        light = 100 * (1 - 0.45 * cyan) * (1 - 0.5 * magenta) * (1 - 0.1 * yellow) * (1 - 0.85 * black)
        a = (-35 * cyan + 70 * magenta - 5 * yellow) * (1 - black)
        b = (-45 * cyan - 5 * magenta + 85 * yellow) * (1 - black) + 4
        points += bytes((round(light * 255 / 100), max(0, min(255, round(a + 128))), max(0, min(255, round(b + 128)))))
    identity = b"".join(fixed(v) for v in (1, 0, 0, 0, 1, 0, 0, 0, 1))
    table = b"mft1\0\0\0\0" + bytes((4, 3, 2, 0)) + identity + bytes(range(256)) * 4 + bytes(points)
    table += bytes(range(256)) * 3
    return profile(b"prtr", b"CMYK", b"Lab ", [
        (b"desc", text("Warm ink")), (b"cprt", text("No copyright")), (b"wtpt", xyz(0.9642, 1.0, 0.8249)),
        (b"A2B0", table)])
