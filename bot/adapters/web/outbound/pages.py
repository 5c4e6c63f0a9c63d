"""Make the pages: files with holes for sentences, and the files that they fetch."""

import gzip
import html
import json
import re
import secrets
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
from aiohttp import web
from msgspec import to_builtins

from bot.adapters.web.guests.guest import MOST_TITLE, Guest
from bot.adapters.web.guests.proposed_names import ProposedNames
from bot.adapters.web.outbound.files import SCRIPT, SHEET, Files, tag_of
from bot.adapters.web.outbound.way_in import WayIn, WayInParts
from bot.adapters.web.outbound.words import PAGE_WORDS
from bot.adapters.web.plain_text import plain
from bot.ports.browser import BrowserBot, MenuEntry
from bot.ports.messages import Door, Panel
from bot.ports.platforms import MOST_HOSTED
from bot.ports.rooms import MAIN
from bot.render.menu import OF_A_HAND
from bot.render.seat_lines import OF_PEOPLE
from bot.render.symbols import sheet

STATIC: Final = Path(__file__).parents[1] / "static"
HOLE: Final = re.compile(r"\{\{([a-z-]+)\}\}")
CHAT: Final = {"chat": "web-chat", "line": "web-chat-input", "tab": "web-chat", "leave": "web-give-up"}
TO_THE_BOT: Final = {"chat": "web-to-bot", "line": "web-to-bot-input", "tab": "web-to-bot-short", "leave": "web-unlink"}
"""The labels on a page: in a room, and where one speaks only to the bot."""
DONE: Final = {
    "channel": "web-channel-connected",
    "comforts": "web-comforts-connected",
    "markers": "web-markers-connected",
    "bot": "web-bot-connected",
}
"""The sentences that confirm what a sign-in did, other than seating somebody."""
WAYS_IN: Final = {
    "door": ("door", ""),
    "hand": ("hand", "web-hand-title"),
    "arrived": ("arrived", ""),
    "connect-channel": ("connect", "web-connect-title"),
    "connect-comforts": ("connect", "web-comforts-title"),
    "connect-markers": ("connect", "web-markers-title"),
    "connect-bot": ("connect", "web-bot-title"),
    "connect-control": ("connect", "web-control-title"),
}
"""Pages in the common frame `way-in.html`: their script and their title."""
BEFORE_THE_ROOM: Final = ("welcome", "door", "hand", "arrived")


AS_IT_IS: Final = frozenset({"boot", "words", "says", "table", "sitters", "emblem", "buttons", "rows"})
"""The holes that take JSON or HTML; all others take text."""
SYMBOLS_FILE: Final = "symbols.svg"


class Sentences(Protocol):
    """Something that knows the sentences of the pages."""

    def text(self, sentence: str, locale: str, /, **args: str) -> str:
        """Return a sentence by its id, with its values filled in."""
        ...


@cache
def files() -> Files:
    """Return the files that pages fetch."""
    return Files("/static/", STATIC, {SYMBOLS_FILE: sheet().encode()})


@cache
def form_told() -> str:
    """Return what differs as soon as pages read otherwise what their line tells."""
    return tag_of((STATIC / "told.js").read_bytes())[:8]


@cache
def files_of(at: str, folder: Path) -> Files:
    """Return the files of another folder, whose pages may use those of `files` too. `at`: how their addresses begin."""
    return Files(at, folder, others=files())


def symbols_address() -> str:
    """Return the address of the symbols of all boards; browsers may keep it for good."""
    return files().address(SYMBOLS_FILE)


@cache
def templates() -> Mapping[str, str]:
    """Return the pages by their names, bundled, but with the holes for their sentences."""
    written = {path.stem: path.read_text("utf-8") for path in STATIC.glob("*.html")}
    frame = written.pop("way-in")
    for name, (script, _) in WAYS_IN.items():
        written[name] = frame.replace("{{script}}", script).replace("{{body}}", written[name])
    pages = {name: files().bundled(text) if "</head>" in text else text for name, text in written.items()}
    return pages | {name: leading_to(pages["room"], pages[name]) for name in BEFORE_THE_ROOM}


def leading_to(next_page: str, page: str) -> str:
    """Return a page that also fetches, once it has nothing else to do, what the next page needs."""
    needed = SHEET.findall(next_page) + SCRIPT.findall(next_page)
    links = "".join(f'<link rel="prefetch" href="{address}">\n' for address in needed)
    return page.replace("</head>", f"{links}</head>", 1)


class Pages:
    """Makes the pages. What people typed appears only as text, or inside a JSON block (threats T18)."""

    def __init__(self, bot: BrowserBot, prefix: str) -> None:
        self._bot, self._prefix = bot, prefix
        self._names, self._parts = ProposedNames(bot.text), WayInParts(bot)
        self._games: dict[str, tuple[bytes, str]] = {}
        self._emblems: dict[str, str] = {}
        templates()  # also another process may have written the page whose files are fetched here

    def welcome(self, locale: str, way_in: WayIn) -> web.Response:
        """Return the way in to a room. Somebody who has not typed a name gets a proposal."""
        panel, parts = way_in.panel, self._parts
        at_table = [] if panel is None else [seat.name for seat in panel.seats]
        boot = {"room": way_in.room, "table": way_in.code if panel else "", "words": self.words(locale)}
        values = {
            "room": way_in.room,
            "title": self._title(locale, way_in.room),
            "name": way_in.name or self._names.next(locale, at_table),
            "error": self._bot.text(way_in.error, locale) if way_in.error else "",
            "wanted": way_in.code if panel else "",
            "practice": way_in.practice,
            "once": secrets.token_urlsafe(16),
            "kind": " to-table" if panel else "",
            "says": parts.says(way_in, locale),
            "table": "" if panel is None else self._of_table(locale, panel),
            "buttons": parts.buttons(way_in, locale),
            "boot": json_block(boot),
        }
        response = self._page("welcome", locale, values, status=400 if way_in.error else way_in.status)
        # Under no-referrer a form would send `Origin: null`; this policy tells other sites just as little.
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    def _of_table(self, locale: str, panel: Panel) -> str:
        return self._filled("welcome-table", locale, self._parts.of_table(panel, locale, symbols_address()))

    def room(
        self, locale: str, guest: Guest, *, table: str, invite: dict[str, Any] | None, staff: bool, face: str
    ) -> web.Response:
        """Return a guest's own page: the tables, the chat, their hand.

        `table`: the code of the one to show first; empty: any. `invite`: what the page needs to invite others. `staff`:
        the guest is a moderator. `face`: the one they chose; empty: none.
        """
        boot = self.boot(locale, guest, table=table, invite=invite, staff=staff, face=face)
        values = {"name": guest.name, "boot": json_block(boot), "words": json_block(self.words(locale))}
        values |= {"title": self.title(locale, guest)}
        return self._page("room", locale, values | self._of_the_seat(locale, guest))

    def boot(
        self,
        locale: str,
        guest: Guest,
        *,
        table: str = "",
        invite: dict[str, Any] | None = None,
        staff: bool = False,
        face: str = "",
    ) -> dict[str, Any]:
        """Return what the scripts of a guest's own page start with; the arguments are those of `room`."""
        return {
            "form": form_told(),
            "table": table,
            "invite": invite,
            "id": guest.id,
            "name": guest.name,
            "face": face,
            "faces": OF_PEOPLE,
            "room": guest.door if guest.linked else guest.room,
            # Whatever prefix commands have there, none is needed to speak to the bot alone.
            "prefix": "" if guest.linked else self._prefix,
            "linked": guest.linked,
            **self._opens(staff=staff),
            "handAlone": bool(guest.table),
            "menu": to_builtins([one for one in self._bot.menu(locale) if in_menu(one, guest, staff=staff)]),
            "symbols": symbols_address(),
            "games": self.games_address(locale),
            "emblems": self._emblems,
            "mostHosted": MOST_HOSTED,
        }

    def _opens(self, *, staff: bool) -> dict[str, bool]:
        """Return which other pages somebody may open from here."""
        knows = self._bot.knows
        return {
            "staff": staff,
            "control": staff and knows("control"),
            "reports": knows("report"),
            "setup": staff and knows("export"),
        }

    def title(self, locale: str, guest: Guest) -> str:
        """Return the title of a guest's own page."""
        if guest.linked:
            return guest.room or self._bot.text("web-your-hand", locale)
        return self._title(locale, guest.room)

    def games(self, locale: str) -> tuple[bytes, str]:
        """Return all that a page shows of the games that can be opened, as packed JSON, and its tag; made once."""
        if locale not in self._games:
            games = self._bot.games(locale)
            content = msgspec.json.encode(games)
            self._emblems = {one.name: one.emblem for one in games if one.emblem}
            # The header has no time, so that equal content gets an equal result in every process.
            self._games[locale] = gzip.compress(content, mtime=0), tag_of(content)
        return self._games[locale]

    def games_address(self, locale: str) -> str:
        """Return the address of the games in a language; browsers may keep it for good."""
        return f"/games.json?lang={locale}&v={self.games(locale)[1]}"

    def _of_the_seat(self, locale: str, guest: Guest) -> dict[str, str]:
        called = {key: self._bot.text(one, locale) for key, one in (TO_THE_BOT if guest.linked else CHAT).items()}
        return called | {
            "seat": "linked" if guest.linked else "web",
            "alone": "hand" if guest.table else "",
            "home": guest.door or "/",
        }

    def door(self, locale: str, door: Door, path: str) -> web.Response:
        """Return the page of a door, for people of its platform."""
        title = plain(door.title, MOST_TITLE) or door.name
        boot = {
            "door": path,
            "platform": door.platform.title(),
            "title": title,
            "signsIn": door.signs_in,
            "prefix": door.prefix,
        }
        return self._way_in("door", locale, {"title": title, "boot": boot})

    def hand(self, locale: str, path: str) -> web.Response:
        """Return the page to which personal links lead."""
        return self._way_in("hand", locale, {"boot": {"door": path}})

    def connect(self, locale: str, platform: str, purpose: str) -> web.Response:
        """Return the page to connect a channel (`channel`, `comforts`) or the bot's own account (`bot`)."""
        boot = {"platform": platform.title(), "needsKey": purpose == "bot"}
        values = {"platform": platform.title(), "path": platform, "boot": boot}
        return self._way_in(f"connect-{purpose}", locale, values)

    def arrived(self, locale: str, purpose: str, name: str, boot: dict[str, Any]) -> web.Response:
        """Return the page for somebody who came back from signing in; `boot`: where they can go next."""
        content = boot | {"name": name, "purpose": purpose}
        done = self._bot.text(DONE[purpose], locale, name=name) if purpose in DONE else ""
        return self._way_in("arrived", locale, {"sentence": done, "boot": content})

    def _way_in(self, page: str, locale: str, values: dict[str, Any]) -> web.Response:
        boot = json_block(values["boot"] | {"words": self.words(locale)})
        called = WAYS_IN[page][1]
        parts = (
            self._bot.text("web-name", locale),
            self._bot.text(called, locale) if called else values.get("title", ""),
        )
        title = " · ".join(part for part in parts if part)
        return self._page(page, locale, values | {"boot": boot, "page": title})

    def sentence(self, status: int, locale: str, sentence: str, back: str = "/") -> web.Response:
        """Return a page with a single sentence and a link back. `sentence`: its id."""
        way = self._bot.text("web-back" if back == "/" else "web-come-in-again", locale)
        values = {"sentence": self._bot.text(sentence, locale), "back": back, "way": way}
        return self._page("sentence", locale, values, status=status)

    def _page(self, name: str, locale: str, values: dict[str, str], *, status: int = 200) -> web.Response:
        return web.Response(text=self._filled(name, locale, values), content_type="text/html", status=status)

    def _filled(self, name: str, locale: str, values: dict[str, str]) -> str:
        return filled_in(templates()[name].replace("{{lang}}", html.escape(locale)), self._bot, locale, values)

    def _title(self, locale: str, room: str) -> str:
        return self._bot.text("web-main-room", locale) if room == MAIN else room

    def words(self, locale: str) -> dict[str, str]:
        """Return the page's sentences; those that take a value hold `{name}` for the page to fill."""
        return page_words(self._bot, locale)


def in_menu(entry: MenuEntry, guest: Guest, *, staff: bool) -> bool:
    """Return whether a command is in the menu of a guest's page."""
    return entry.line in OF_A_HAND if guest.table else staff or entry.group != "staff"


def page_words(bot: Sentences, locale: str) -> dict[str, str]:
    """Return all sentences that the room's scripts need."""
    return words_of(bot, locale, {f"web-{word}": names for word, names in PAGE_WORDS.items()})


def words_of(bot: Sentences, locale: str, wanted: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return sentences for scripts, by their ids without `web-`, with a hole for each value that they take."""
    return {
        word.removeprefix("web-"): bot.text(word, locale, **{name: f"{{{name}}}" for name in names})
        for word, names in wanted.items()
    }


def filled_in(page: str, bot: Sentences, locale: str, values: dict[str, str]) -> str:
    """Return a page with its holes filled: with a sentence if the hole is named like one, otherwise with a value."""

    def fill(hole: re.Match[str]) -> str:
        key = hole[1]
        if key.startswith("web-"):
            return html.escape(bot.text(key, locale))
        return values[key] if key in AS_IT_IS else html.escape(values[key])

    return HOLE.sub(fill, page)


def of_a_seat(page: str, bot: Sentences, locale: str, guest: Guest, title: str, boot: dict[str, Any]) -> web.Response:
    """Return a page below a guest's seat, whose script begins with `boot`. `title`: the sentence if it has no room."""
    values = {
        "title": guest.room or bot.text(title, locale),
        "seat": f"/seat/{guest.id}/",
        "lang": locale,
        "boot": json_block({"base": f"/seat/{guest.id}/"} | boot),
    }
    return web.Response(text=filled_in(page, bot, locale, values), content_type="text/html")


def json_block(content: Any) -> str:
    """Return JSON that can't end its own script element."""
    text = json.dumps(content, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
