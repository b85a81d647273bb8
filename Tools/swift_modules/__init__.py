"""Where the modules of a build are, for tools that run the compiler themselves."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def search_paths(products):
    """The options by which the compiler finds the Swift modules of a build and the C modules that they import.

    products: the folder that `swift build --show-bin-path` prints.
    """
    maps = [path.parent for path in ROOT.glob("Sources/**/module.modulemap")]
    headers = [*ROOT.glob("Sources/C*/include"), *ROOT.glob(".build/checkouts/*/Sources/*/include")]
    options = [f"-I{path}" for path in dict.fromkeys([Path(products, "Modules"), *maps, *headers])]
    # The build makes the maps of the other C modules.
    for generated in Path(products).glob("*.build/module.modulemap"):
        options += ["-Xcc", f"-fmodule-map-file={generated}"]
    return options
