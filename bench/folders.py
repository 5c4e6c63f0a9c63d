"""Read the arguments of a program that draws pictures: the folder for them, and what to draw."""

import argparse
from pathlib import Path


def folder_and_names(about: str | None, names: str, most: int | None = None) -> tuple[Path, list[str]]:
    """Read the folder and the names from the command line; the folder is created if necessary.

    `names`: describes them. `most`: more of them are refused.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("names", nargs="*", help=names)
    asked = parser.parse_args()
    if most is not None and len(asked.names) > most:
        parser.error(f"{most} at most besides the folder: {names}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    return asked.folder, asked.names
