"""What a program that draws pictures is told: the folder that they go to, and what of all is to be drawn."""

import argparse
from pathlib import Path


def folder_and_names(about: str | None, names: str) -> tuple[Path, list[str]]:
    """Read them from the command line; the folder is made where there is none. `names`: what these are."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("names", nargs="*", help=names)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    return asked.folder, asked.names
