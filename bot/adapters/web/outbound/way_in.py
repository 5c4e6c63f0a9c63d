"""Make what the way in to a room says, and what it says of a table that somebody was invited to."""

import html
from typing import Final

from msgspec import Struct

from bot.ports.browser import BrowserBot
from bot.ports.ids import NO_TABLE, TableCode
from bot.ports.messages import Panel, SeatLine
from bot.ports.rooms import MAIN

MOST_NAMED: Final = 8
JOIN: Final = "join"
"""The command that a panel offers while a seat is free; the button says it."""
PLAY_ON: Final = "practice"
"""The command that continues a game which was called off; the button says it."""
SIT, QUEUE, LOOK, OWN, IN = "sit", "queue", "look", "own", ""
"""Name what somebody wants who comes in: a seat at the table, a place in its queue, to look on, a table of their own,
or just to come in.
"""
Buttons = tuple[tuple[str, str], ...]
PLAIN: Final[Buttons] = ((IN, "web-sit-down"),)
TO_SIT: Final[Buttons] = ((SIT, "web-sit-down"), (LOOK, "web-look-on"))
TO_QUEUE: Final[Buttons] = ((QUEUE, "web-queue"), (LOOK, "web-look-on"))
NO_SEAT: Final[Buttons] = ((LOOK, "web-look-on"), (OWN, "web-open-own"))
TO_PRACTISE: Final[Buttons] = ((PLAY_ON, "web-practice-go"),)
NO_TABLE_THERE: Final[Buttons] = ((OWN, "web-come-in"),)
STATES: Final = {"playing": "web-invite-playing", "hosting": "web-invite-tournament"}
"""Why nobody may sit down, by the phase of a table; in any other phase all seats are taken."""


class WayIn(Struct, frozen=True):
    """The way in to a room. `error`, `says`: ids of sentences, about the name and above everything.

    `code`: the table that is wanted. `panel`: that table as everybody may see it; None: none is wanted, or it is gone.
    `practice`: the link of a game to continue as practice.
    """

    room: str
    name: str = ""
    error: str = ""
    says: str = ""
    code: TableCode = NO_TABLE
    panel: Panel | None = None
    status: int = 200
    practice: str = ""

    @property
    def buttons(self) -> Buttons:
        """Return the buttons, each as (what is wanted, the id of its sentence); the first is the main one."""
        if not self.code:
            return TO_PRACTISE if self.practice else PLAIN
        if self.panel is None:
            return NO_TABLE_THERE
        return TO_SIT if has_room(self.panel) else TO_QUEUE if offers(self.panel, QUEUE) else NO_SEAT


def has_room(panel: Panel) -> bool:
    """Return whether a newcomer may sit down there now."""
    return offers(panel, JOIN)


def offers(panel: Panel, word: str) -> bool:
    """Return whether a table offers this command."""
    return any(command.word == word for command in panel.commands)


def path_of_room(room: str) -> str:
    """Return the path of a room's way in."""
    return "/" if room == MAIN else f"/room/{room}"


class WayInParts:
    """Makes the parts of the way in that are HTML; what people typed appears in them as text (threats T18)."""

    def __init__(self, bot: BrowserBot) -> None:
        self._bot = bot

    def says(self, way_in: WayIn, locale: str) -> str:
        """Return the sentence at the top, as HTML; empty: there is none."""
        gone = way_in.code and way_in.panel is None
        practice = "web-practice-says" if way_in.practice else ""
        sentence = way_in.says or practice or ("web-invite-gone" if gone else "")
        if not sentence:
            return ""
        values = {"code": way_in.code} if sentence == "web-invite-gone" else {}
        return f'<p class="says" role="status">{html.escape(self._bot.text(sentence, locale, **values))}</p>'

    def buttons(self, way_in: WayIn, locale: str) -> str:
        """Return the buttons of the form, as HTML."""
        looks = ["main-button"] + ["quiet"] * (len(way_in.buttons) - 1)
        return "\n".join(
            f'      <button class="{look}" type="submit" name="wants" value="{wants}">'
            f"{html.escape(self._bot.text(word, locale))}</button>"
            for look, (wants, word) in zip(looks, way_in.buttons, strict=True)
        ).strip()

    def of_table(self, panel: Panel, locale: str, symbols: str) -> dict[str, str]:
        """Return what is said of a table: its game, how many sit there, whether one may sit down, or why not; with
        pictures from the file of symbols at this address.
        """
        state = "web-invite-free" if has_room(panel) else STATES.get(panel.phase, "web-invite-full")
        game = next((one for one in self._bot.games(locale) if one.name == panel.game), None)
        return {
            "emblem": picture("emblem", symbols, game.emblem) if game and game.emblem else "",
            "about": game.about if game else "",
            "sitters": self._sitters(panel, locale, symbols),
            "invited": self._bot.text("web-invited", locale, game=panel.title),
            "taken": self._taken(panel, locale),
            "state": self._bot.text(state, locale),
        }

    def _taken(self, panel: Panel, locale: str) -> str:
        taken = str(panel.sitting or len(panel.seats))
        if panel.most:
            return self._bot.text("web-invite-taken", locale, taken=taken, most=str(panel.most))
        return self._bot.text("web-invite-sitting", locale, taken=taken)

    def _sitters(self, panel: Panel, locale: str, symbols: str) -> str:
        """Return who sits there, as HTML."""
        named = "".join([sitter(seat, symbols) for seat in panel.seats[:MOST_NAMED]])
        more = max(panel.sitting, len(panel.seats)) - MOST_NAMED
        if more > 0:
            named += f"<li>{html.escape(self._bot.text('web-and-more-seats', locale, count=str(more)))}</li>"
        return named


def picture(kind: str, symbols: str, name: str) -> str:
    """Return a symbol as HTML."""
    return f'<svg class="{kind}" aria-hidden="true"><use href="{symbols}#{html.escape(name)}"/></svg>'


def sitter(seat: SeatLine, symbols: str) -> str:
    """Return one seated player as HTML: the face that they have at the table, and their name."""
    letter = html.escape(seat.name.strip()[:1].upper() or "?")
    face = picture("face", symbols, f"face-{seat.face}") if seat.face else letter
    disc = f'<span class="disc hue-{seat.seat % 10}{" drawn" * bool(seat.face)}" aria-hidden="true">{face}</span>'
    return f"<li>{disc}<bdi>{html.escape(seat.name)}</bdi></li>"
