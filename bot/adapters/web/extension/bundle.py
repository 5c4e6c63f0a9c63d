"""The zip that Twitch hosts: the room's own page and modules with a door before them, as files that lie in one folder.

There is no build step and nothing is packed together: whoever reviews it reads what we wrote.
"""

import html
import io
import re
import zipfile
from pathlib import Path
from typing import Final

from bot.adapters.web.extension.words import EXTENSION_WORDS
from bot.adapters.web.outbound.files import contents
from bot.adapters.web.outbound.pages import STATIC as ROOM
from bot.adapters.web.outbound.pages import (
    SYMBOLS_FILE,
    TO_THE_BOT,
    Sentences,
    filled_in,
    json_block,
    page_words,
    words_of,
)
from bot.render.symbols import sheet

STATIC: Final = Path(__file__).parent / "static"
HELPER: Final = "https://extension-files.twitch.tv/helper/v1/twitch-ext.min.js"
"""Twitch's own script, which every page of an extension must load from there. It comes first."""
HEAD_SCRIPT: Final = '<script type="module" src="/static/room.js"></script>'
BLOCKS: Final = re.compile(r'<script type="application/json" id="(?:boot|words)">\{\{\w+\}\}</script>\n')
BODY: Final = '<body data-view="table"'
FIRST: Final = '<a class="skip"'
LINKED: Final = re.compile(r'(?:href|src)="([\w./-]+\.(?:css|js|svg))"')
IMPORTED: Final = re.compile(r'(?:from ?|import ?|import\()"\./([^"]+)"')
PAINTED: Final = re.compile(r'url\("([\w./-]+)"\)')
ADDRESS: Final = "address.js"
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file: alike content makes an alike zip."""


def bundle(bot: Sentences, server: str, locale: str = "en") -> dict[str, bytes]:
    """Return the files of the extension, by their names. `server`: our public address, by https."""
    pages = {name: page.encode() for name, page in pages_of(bot, locale).items()}
    sources = dict(contents(ROOM)) | dict(contents(STATIC)) | {SYMBOLS_FILE: sheet().encode()}
    sources[ADDRESS] = address_module(server)
    licences = {f"vendor/{path.name}": path.read_bytes() for path in (ROOM / "vendor").glob("LICENSE-*")}
    wanted = needed(pages["panel.html"].decode(), sources)
    return pages | licences | {served(name): with_js_alone(name, sources[name]) for name in wanted}


def zipped(files: dict[str, bytes]) -> bytes:
    """Return the zip of these files, the same whenever it is made."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            about = zipfile.ZipInfo(name, LONG_AGO)
            about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(about, content)
    return held.getvalue()


def pages_of(bot: Sentences, locale: str) -> dict[str, str]:
    """Return the two pages, each address in them relative. What they say is in them: they ask nobody for it."""
    room = with_a_door((ROOM / "room.html").read_text("utf-8"), (STATIC / "door.html").read_text("utf-8"))
    called = {key: bot.text(word, locale) for key, word in TO_THE_BOT.items()}
    words = json_block(page_words(bot, locale) | words_of(bot, locale, EXTENSION_WORDS))
    values = called | {"title": "", "name": "", "seat": "linked", "home": "", "words": words, "helper": HELPER}
    made = {"panel.html": room, "config.html": (STATIC / "config.html").read_text("utf-8")}
    return {
        name: filled_in(page.replace("{{lang}}", html.escape(locale)), bot, locale, values).replace('"/static/', '"')
        for name, page in made.items()
    }


def with_a_door(room: str, door: str) -> str:
    """Return the room's page behind a door, with Twitch's helper, and no script within it, not even one of JSON."""
    own = (
        f'<link rel="stylesheet" href="/static/extension.css">\n<script src="{HELPER}"></script>\n'
        '<script type="module" src="/static/extension.js"></script>'
    )
    room = BLOCKS.sub("", room).replace("<title>{{title}} · ", "<title>", 1)
    for old, new in ((HEAD_SCRIPT, own), (BODY, f'{BODY} class="at-the-door"'), (FIRST, f"{door}{FIRST}")):
        if room.count(old) != 1:
            raise ValueError(old)
        room = room.replace(old, new)
    return room


def address_module(server: str) -> bytes:
    """Return the module that says where the bot is."""
    return (
        "// The server of the bot whose extension this is: the only one that this page speaks with.\n\n"
        f'export const server = "{server.rstrip("/")}/extension/";\n'
    ).encode()


def needed(page: str, sources: dict[str, bytes]) -> list[str]:
    """Return the names of all files that the page links to, and that those need."""
    left = [*LINKED.findall(page), "room.js", SYMBOLS_FILE]
    found = list[str]()
    while left:
        name = left.pop()
        if name in found:
            continue
        found.append(name)
        left += [others for others in named_in(name, sources[name]) if others not in found]
    return found


def named_in(name: str, content: bytes) -> list[str]:
    """Return the files that this one names."""
    folder = name.rpartition("/")[0]
    if name.endswith(".css"):
        return PAINTED.findall(content.decode())
    if not name.endswith((".js", ".mjs")):
        return []
    others = IMPORTED.findall(content.decode())
    return [f"{folder}/{one}" if folder else one for one in others]


def served(name: str) -> str:
    """Return what a file is called in the zip: what ends in `mjs` not every host serves as a script."""
    return f"{name.removesuffix('.mjs')}.js" if name.endswith(".mjs") else name


def with_js_alone(name: str, content: bytes) -> bytes:
    """Return a file that names others as they are called in the zip."""
    return content.replace(b'.mjs"', b'.js"') if name.endswith((".js", ".mjs")) else content
