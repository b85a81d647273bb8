"""Two real journals in a group, joined through a folder."""

from contextlib import contextmanager

from support.server import Server


@contextmanager
def group(binary):
    """The pages of a laptop and a phone, in a group through a folder, with one check-in that both have."""
    with Server(binary) as laptop, Server(binary) as phone:
        laptop.run("add", "run", "Lake", "--at", "2026-11-19 07:00")
        place = laptop.folder.name + "/place"
        laptop.run("group", "create", place, "--as", "laptop")
        laptop.run("sync")
        phone.run("group", "join", place, "--as", "phone")
        phone.run("sync")
        yield laptop, phone


def disagree(laptop, phone, *fields):
    """Both change the same fields while they are apart."""
    said = {"title": ("Hill", "Pool"), "calories": ("300", "200"), "location": ("Park", "Sea")}
    for index, (server, number) in enumerate(((laptop, "1"), (phone, "laptop/1"))):
        server.run("edit", number, *[word for field in fields for word in ("--" + field, said[field][index])])
    exchange(laptop, phone)


def exchange(laptop, phone):
    for server in (laptop, phone, laptop):
        server.run("sync")
