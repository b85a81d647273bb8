"""A journal to look at: the sample check-ins with drawn photos, workouts of nine weeks, and an open one."""

import datetime
import math
import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

PLAN = """Bench Press / w 2x8 40kg / 3x8-10 80kg @8 / rest 2:00
Overhead Press / 3x8 45kg / rest 1:30
Incline Dumbbell Press / 3x10 26kg
Triceps Pushdown / 3x12 30kg
"""
# Colours of the sky from above to the horizon, of the farthest and the nearest hills, and of the sun.
MOODS = {
    "dawn": ("#5b6fa8", "#f2c9c4", "#fde7c8", "#a79cc4", "#3f4266", "#fff3d6"),
    "day": ("#2f7fc4", "#a9d4ef", "#eef6f7", "#8fb6c9", "#27604a", "#ffffff"),
    "dusk": ("#2c3563", "#b0639a", "#ffab6b", "#8a5f97", "#2a2340", "#ffe0a8"),
    "fire": ("#3b1c4a", "#c23e5d", "#ff9d52", "#7d2d57", "#24132e", "#ffd68a"),
    "gold": ("#8f9db0", "#ead8b4", "#f6e7c3", "#b9a987", "#7a4f22", "#fff6dc"),
    "mist": ("#a9bcc4", "#dfe7e6", "#f2f3ee", "#a8bcb8", "#3f6a5d", "#ffffff"),
    "night": ("#0b1026", "#1d2a55", "#3a4a7c", "#27335c", "#0d1430", "#e9edff"),
    "sand": ("#a6b7c0", "#f0dcae", "#f7e3b5", "#d8a96a", "#8c4b22", "#fff4d2"),
}
SCENES = (
    ("lake", "dusk"), ("hills", "dawn"), ("road", "day"), ("forest", "mist"), ("city", "dusk"), ("sea", "fire"),
    ("hills", "fire"), ("lake", "day"), ("road", "dawn"), ("forest", "day"), ("hills", "gold"), ("sea", "dusk"),
    ("lake", "dawn"), ("hills", "mist"), ("city", "night"), ("road", "dusk"), ("hills", "sand"), ("lake", "mist"),
    ("forest", "dusk"), ("hills", "dusk"),
)
# Width and height, as phones and cameras take them.
SIZES = ((1200, 800), (1200, 900), (900, 1200), (1200, 800), (1600, 800), (1000, 1000))


def fill(server, photos=40):
    """Gives the journal of a server, which has the sample check-ins, photos, changes, a plan and workouts."""
    folder = Path(server.folder.name)
    numbers = [400 - step for step in range(90) if step % 9 not in (1, 4, 6, 8)][:photos]
    for step, number in enumerate(numbers):
        path = folder / "photo.jpg"
        draw(*SCENES[step % len(SCENES)], step, SIZES[step % len(SIZES)]).save(path, quality=88)
        server.run("photo", "attach", str(number), str(path))
    newest = str(numbers[0])
    server.run("edit", newest, "--title", "Lake, twice around", "--location", "Müggelsee", "--calories", "390", "--notes",
               "“Just ten minutes” became fifty. Mist on the water until the second bend.")
    server.run("edit", newest, "--calories", "410")
    for goal in (("days", "20/month"), ("run", "3/week"), ("yoga", "2/week")):
        server.run("goal", "set", *goal)
    train(server, folder)


def train(server, folder):
    """Nine weeks of a plan, and a workout that is open."""
    (folder / "plan").write_text(PLAN)
    server.run("plan", "new", "Push A", str(folder / "plan"))
    server.run("plan", "use", "1")
    for week in range(9):
        day = datetime.date(2026, 9, 23) + datetime.timedelta(weeks=week)
        heavy = 72.5 + 2.5 * week - (5 if week == 5 else 0)
        server.run("session", "start", "1", "--at", f"{day}T18:00")
        server.run("log", "bench", "w40x10", f"{heavy:g}x10", f"{heavy:g}x9", f"{heavy:g}x8")
        server.run("log", "overhead", f"{37.5 + week:g}x8", f"{37.5 + week:g}x8", f"{37.5 + week:g}x{6 + week % 3}")
        server.run("log", "triceps", "30x12", "30x12", "30x11")
        server.run("session", "finish", "--no-check-in", "--at", f"{day}T18:52")


def draw(shape, mood, seed, size):
    """A photo as nobody took it, twice as fine as it becomes."""
    width, height = size
    above, middle, below, far, near, sun = (rgb(colour) for colour in MOODS[mood])
    chance = random.Random(seed)
    horizon = round(height * {"lake": 0.52, "sea": 0.55, "city": 0.78}.get(shape, 0.62))
    image = gradient((width, height), [(0, above), (0.45, middle), (0.72, below), (1, below)])
    place = (round(width * chance.uniform(0.25, 0.75)), round(horizon * chance.uniform(0.45, 0.85)))
    image = glow(image, place, round(height * 0.06), sun)
    clouds(image, chance, horizon, sun)
    pen = ImageDraw.Draw(image)
    if shape in ("hills", "lake", "forest"):
        layers = 5 if shape == "hills" else 3
        for layer in range(layers):
            share = layer / max(1, layers - 1)
            base = horizon - height * (0.16 - 0.05 * layer) if shape != "hills" else height * (0.48 + 0.11 * layer)
            ridge(pen, chance, width, height, base, height * (0.10 - 0.012 * layer), mix(far, near, share))
    if shape == "forest":
        for row in range(3):
            trees(pen, chance, width, height, horizon + height * (0.06 + 0.13 * row), height * (0.12 + 0.05 * row),
                  mix(far, near, 0.55 + 0.22 * row))
    if shape == "road":
        trees(pen, chance, width, horizon, horizon, height * 0.14, mix(near, (10, 20, 15), 0.4))
        field = gradient((width, height - horizon), [(0, mix(near, (96, 140, 70), 0.6)), (1, mix(near, (70, 105, 45), 0.5))])
        image.paste(field, (0, horizon))
        pen = ImageDraw.Draw(image)
        middle_x = width * chance.uniform(0.42, 0.58)
        pen.polygon([(middle_x - 6, horizon), (middle_x + 6, horizon), (width * 0.95, height), (width * 0.12, height)],
                    mix(far, (96, 92, 92), 0.7))
        for step in range(7):
            start, end = (step / 7) ** 2, ((step + 0.45) / 7) ** 2
            x = [middle_x + (width * 0.535 - middle_x) * part for part in (start, end)]
            y = [horizon + (height - horizon) * part for part in (start, end)]
            pen.polygon([(x[0] - 2 - 6 * start, y[0]), (x[0] + 2 + 6 * start, y[0]), (x[1] + 2 + 6 * end, y[1]),
                         (x[1] - 2 - 6 * end, y[1])], (236, 232, 220))
    if shape == "city":
        for row in range(3):
            skyline(pen, chance, width, height, height * (0.6 + 0.1 * row), mix(far, near, 0.3 + 0.3 * row), sun if row else None)
    if shape in ("lake", "sea"):
        if shape == "lake":
            trees(pen, chance, width, horizon, horizon + 2, height * 0.07, mix(near, (12, 14, 24), 0.5))
        mirror = image.crop((0, max(0, 2 * horizon - height), width, horizon)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        water = gradient(mirror.size, [(0, mix(below, near, 0.25)), (1, mix(above, near, 0.45))])
        image.paste(ripple(Image.blend(mirror, water, 0.38), chance), (0, horizon))
    return grain(image, seed)


def rgb(text):
    return tuple(int(text[place:place + 2], 16) for place in (1, 3, 5))


def mix(one, other, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other))


def gradient(size, stops):
    column = Image.new("RGB", (1, size[1]))
    for y in range(size[1]):
        place = y / max(1, size[1] - 1)
        for (start, one), (end, other) in zip(stops, stops[1:]):
            if start <= place <= end:
                column.putpixel((0, y), mix(one, other, (place - start) / (end - start or 1)))
    return column.resize(size)


def glow(image, place, radius, colour):
    """The sun, and the light around it."""
    light = Image.new("L", image.size)
    pen = ImageDraw.Draw(light)
    for step in range(14, 0, -1):
        reach = radius * (1 + step * 0.75)
        pen.ellipse([place[0] - reach, place[1] - reach, place[0] + reach, place[1] + reach], round(120 * (1 - step / 14) ** 1.6))
    light = light.filter(ImageFilter.GaussianBlur(radius * 0.7))
    ImageDraw.Draw(light).ellipse([place[0] - radius, place[1] - radius, place[0] + radius, place[1] + radius], 245)
    return Image.composite(Image.new("RGB", image.size, colour), image, light)


def clouds(image, chance, horizon, colour):
    veil = Image.new("L", image.size)
    pen = ImageDraw.Draw(veil)
    for _ in range(chance.randint(10, 26)):
        x, y = chance.uniform(-0.1, 1) * image.width, chance.uniform(0.02, 0.55) * horizon
        wide = chance.uniform(0.1, 0.35) * image.width
        pen.ellipse([x, y, x + wide, y + wide * chance.uniform(0.05, 0.14)], chance.randint(25, 75))
    veil = veil.filter(ImageFilter.GaussianBlur(image.width / 60))
    image.paste(Image.new("RGB", image.size, colour), (0, 0), veil)


def ridge(pen, chance, width, height, base, rise, colour):
    waves = [(chance.uniform(0.6, 1.4) * 2 ** octave, chance.uniform(0, 7), 0.55 ** octave) for octave in range(6)]
    edge = []
    for x in range(0, width + 4, 4):
        y = sum(size * math.sin(x / width * 6.3 * pitch + phase) for pitch, phase, size in waves)
        edge.append((x, base - rise * y * 0.7))
    pen.polygon([*edge, (width, height), (0, height)], colour)


def trees(pen, chance, width, bottom, base, rise, colour):
    x = -10.0
    pen.rectangle([0, base - 1, width, max(bottom, base)], colour)
    while x < width + 10:
        tall = rise * chance.uniform(0.35, 1)
        wide = tall * chance.uniform(0.16, 0.3)
        pen.polygon([(x - wide, base), (x, base - tall), (x + wide, base)], colour)
        x += wide * chance.uniform(0.5, 1.3)


def skyline(pen, chance, width, height, base, colour, light):
    x = -10.0
    while x < width:
        wide, tall = chance.uniform(0.03, 0.075) * width, chance.uniform(0.08, 0.34) * height
        pen.rectangle([x, base - tall, x + wide, height], colour)
        if light:
            for row in range(int(tall / 16)):
                for column in range(int(wide / 14)):
                    if chance.random() < 0.3:
                        left, top = x + 5 + column * 14, base - tall + 7 + row * 16
                        pen.rectangle([left, top, left + 5, top + 7], mix(colour, light, 0.75))
        x += wide * chance.uniform(0.85, 1.15)


def ripple(image, chance):
    """Water moves each line of what it mirrors."""
    result = image.copy()
    for y in range(0, image.height, 2):
        reach = 1 + y / image.height * 9
        line = image.crop((0, y, image.width, y + 2))
        result.paste(ImageChops.offset(line, round(chance.uniform(-reach, reach)), 0), (0, y))
    return result.filter(ImageFilter.GaussianBlur(1.1))


def grain(image, seed):
    noise = Image.effect_noise(image.size, 6).convert("L")
    return ImageChops.add(image, Image.merge("RGB", [noise] * 3), 1, -128) if seed >= 0 else image
