"""Write presses into the `custom_id` of buttons: the table, its Ask, and what the press does. Never a seat or a secret.

The engine checks who presses, and whether it is legal (threats T14). The `custom_id` holds everything, so a button on
an old message means the same after a restart.
"""

import re
from enum import StrEnum
from typing import Final

from msgspec import Struct

LONGEST: Final = 100
NUMBERED: Final = "#"
"""Stands between a verb and the number of its move; without it, any move of the verb may be meant."""
TEMPLATE: Final = re.compile(
    r"pl\|(?P<does>do|form|pick|weigh|own|say|yes|sure|meant|choose|set|setup|kind|seat)\|(?P<rest>.*)", re.DOTALL
)
FILLED: Final = re.compile(r"pl\|(?P<does>fill|enter)\|(?P<rest>.*)", re.DOTALL)


class Does(StrEnum):
    """Tell what a press does.

    DO: make this move. FORM: open the form of a move. KIND: show all moves of one kind. PICK: a value was chosen from a
    list. WEIGH: the same, for moves that need confirmation. FILL: a form was sent.

    SURE: ask before making this move. MEANT: make the move that was asked about, if it is too long for the press.

    OWN: show my hand or my moves. SAY: say this line. YES: confirm what the bot asked.

    CHOOSE: show the table's options, or the values of one. SET: set one. ENTER: a form with its value was sent. SEAT:
    seat this many house bots. SETUP: set something of a server.
    """

    DO = "do"
    FORM = "form"
    PICK = "pick"
    FILL = "fill"
    OWN = "own"
    SAY = "say"
    YES = "yes"
    CHOOSE = "choose"
    SET = "set"
    ENTER = "enter"
    SETUP = "setup"
    SEAT = "seat"
    KIND = "kind"
    SURE = "sure"
    WEIGH = "weigh"
    MEANT = "meant"


class Press(Struct, frozen=True):
    """A press on a button or list, packed into its `custom_id`. `code`: of the table. `ask`: the id of its Ask.

    `line`: what the press says; for a form the verb, and which of several moves of that verb (`bid#1`).
    """

    does: Does
    code: str
    ask: str = ""
    line: str = ""

    @property
    def custom_id(self) -> str:
        """Return the press as a `custom_id`."""
        return f"pl|{self.does}|{self.code}|{self.ask}|{self.line}"

    @property
    def fits(self) -> bool:
        """Return whether the `custom_id` is short enough for Discord."""
        return len(self.custom_id) <= LONGEST


def read(custom_id: str) -> Press | None:
    """Return the press that a `custom_id` stands for; None: it is not ours, or is malformed."""
    found = TEMPLATE.fullmatch(custom_id) or FILLED.fullmatch(custom_id)
    parts = found["rest"].split("|", 2) if found else []
    if found is None or len(parts) != 3:
        return None
    return Press(Does(found["does"]), *parts)


def of_form(does: Does, code: str, ask: str, verb: str, number: int) -> Press:
    """Return the press for the form of a move, given by its number among the moves of its verb."""
    return Press(does, code, ask, f"{verb}{NUMBERED}{number}")


def form_named(line: str) -> tuple[str, int]:
    """Return a form's verb, and the number of its move among the moves of that verb."""
    verb, _, number = line.partition(NUMBERED)
    return verb, int(number) if number.isdecimal() and len(number) < 4 else 0
