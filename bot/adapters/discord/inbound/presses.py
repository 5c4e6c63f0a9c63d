"""A button carries the table, the Ask it was made for, and what a press means. Never a seat, never a secret.

Who presses, and whether it is legal, the engine checks (threats T14). All of it is in the `custom_id`, so a button of
an old message means the same after a restart.
"""

import re
from enum import StrEnum
from typing import Final

from msgspec import Struct

LONGEST: Final = 100
NUMBERED: Final = "#"
"""Stands between a verb and which of its moves is meant; where it is missing, whichever there are."""
TEMPLATE: Final = re.compile(
    r"pl\|(?P<does>do|form|pick|weigh|own|say|yes|sure|meant|choose|set|setup|kind|seat)\|(?P<rest>.*)", re.DOTALL
)
FILLED: Final = re.compile(r"pl\|(?P<does>fill|enter)\|(?P<rest>.*)", re.DOTALL)


class Does(StrEnum):
    """DO: make this move. FORM: open the form of a verb. PICK: a value was chosen from a list. FILL: a form was sent.

    OWN: show me what is mine. SAY: a command of the host. YES: do what was asked to be confirmed. SURE: ask me once
    more before I make this move. WEIGH: a value was chosen from a list of moves that are asked about so. MEANT: make
    the move that was asked about, where it is too long to stand in the press.
    SEAT: seat so many house bots. KIND: show all moves of one kind. SETUP: set something of a
    server.
    CHOOSE: show the table's options, or the values of one. SET: set one. ENTER: a form with the value of one was sent.
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
    """`line`: what is said by it; of a form the verb, and which of several moves of that verb (`bid#1`)."""

    does: Does
    code: str
    ask: str = ""
    line: str = ""

    @property
    def custom_id(self) -> str:
        """Return the press as Discord keeps it."""
        return f"pl|{self.does}|{self.code}|{self.ask}|{self.line}"

    @property
    def fits(self) -> bool:
        """Return whether Discord takes the `custom_id`."""
        return len(self.custom_id) <= LONGEST


def read(custom_id: str) -> Press | None:
    """Return the press that a `custom_id` stands for; None: it is none of ours, or was forged out of shape."""
    found = TEMPLATE.fullmatch(custom_id) or FILLED.fullmatch(custom_id)
    parts = found["rest"].split("|", 2) if found else []
    if found is None or len(parts) != 3:
        return None
    return Press(Does(found["does"]), *parts)


def of_form(does: Does, code: str, ask: str, verb: str, number: int) -> Press:
    """Return the press that stands for the form of a verb's move, by its number among the moves of that verb."""
    return Press(does, code, ask, f"{verb}{NUMBERED}{number}")


def form_named(line: str) -> tuple[str, int]:
    """Return the verb of a form, and which of the moves of that verb it was made for."""
    verb, _, number = line.partition(NUMBERED)
    return verb, int(number) if number.isdecimal() and len(number) < 4 else 0
