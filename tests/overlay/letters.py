"""Measure how small the letters of an overlay are, and which are cut off."""

from pathlib import Path

LETTERS = (Path(__file__).parent / "letters.js").read_text("utf-8").partition("\n")[2]
