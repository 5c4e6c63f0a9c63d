"""Read what a program that draws pictures is told: the folder that they go to, and what of all is to be drawn."""

import argparse
from pathlib import Path


def folder_and_names(about: str | None, names: str, most: int | None = None) -> tuple[Path, list[str]]:
    """Read them from the command line; the folder is made where there is none.

    `names`: what these are. `most`: more of them are refused.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("names", nargs="*", help=names)
    asked = parser.parse_args()
    if most is not None and len(asked.names) > most:
        parser.error(f"{most} at most besides the folder: {names}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    return asked.folder, asked.names
