"""Write a page that shows all symbols, on dark and on light felt, large and small: a file is named."""

import sys
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Final

from bot.render.symbols import Symbol, sheet, symbols
from bot.render.symbols.colours import DARK, LIGHT, styled

SIZES: Final = (24, 40, 80, 150)
STYLE: Final = """body{margin:0;font:12px/1.3 system-ui,sans-serif}
section{padding:12px;background:var(--board-felt);color:var(--board-pale)}
.row{display:flex;flex-wrap:wrap;gap:8px;margin-bottom:24px}
figure{margin:0;text-align:center}
svg{display:block;overflow:visible}"""


def page() -> str:
    """Return the page as HTML, the symbols in it."""
    grounds = section(DARK, "") + section(LIGHT, ";color:#17122a")
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Symbols</title><style>{STYLE}</style>'
    hidden = sheet().replace("<svg ", '<svg style="display:none" ', 1)
    return f"{head}{hidden}{grounds}</html>\n"


def section(colours: Mapping[str, str], more: str) -> str:
    rows = "".join(f'<div class="row">{row(size)}</div>' for size in SIZES)
    return f'<section style="{styled(colours)}{more}">{rows}</section>'


def row(size: int) -> str:
    return "".join(figure(name, one, size) for name, one in symbols().items())


def figure(name: str, one: Symbol, size: int) -> str:
    """Return one symbol as an HTML figure of this width, with its name below it from 80 pixels on."""
    named = f"<figcaption>{escape(name)}</figcaption>" if size >= 80 else ""
    box = f'width="{size}" height="{size * one.height // one.width}"'
    return f'<figure title="{escape(name)}"><svg {box}><use href="#{escape(name)}"/></svg>{named}</figure>'


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
