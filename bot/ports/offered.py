"""What somebody may do at a table, as buttons and forms."""

from msgspec import Struct


class Choosable(Struct, frozen=True, omit_defaults=True):
    """One thing that a field of a form may be: `word` is what the notation takes, `label` what people read.

    `by`: of a command, who alone may say it; empty: whoever.
    """

    word: str
    label: str
    by: str = ""


class FormField(Struct, frozen=True, omit_defaults=True):
    """An argument of an offered move. `kind`: number (low to high), one, some (least to most), order, flag, fixed.

    `suggest`: the number that a form starts with. fixed: nothing to choose; the words of `among` go into the line.
    `any_order`: of an order, whichever it is, it is the same move.
    """

    name: str
    label: str
    kind: str
    low: int = 0
    high: int = 0
    suggest: int = 0
    least: int = 1
    most: int = 1
    among: tuple[Choosable, ...] = ()
    any_order: bool = False


class Offer(Struct, frozen=True, omit_defaults=True):
    """A legal move as a button, or as a form where it has fields. The line to send: verb, then the fields in order.

    A flag adds its own name at the end; a several-fold field its words with spaces. `secret`: send it in private.
    `grave`: it costs much, so its maker is asked once more before it is sent.
    """

    verb: str
    label: str
    help: str
    secret: bool
    fields: tuple[FormField, ...] = ()
    grave: bool = False


class OpenMove(Struct, frozen=True):
    """A move that some of those awaited may make now, told from what everybody may know: a button before all.

    `line`: what a press sends; empty where each has something of their own to choose. `grave`: as in `Offer`.
    `example`: without a line, one that makes such a move; empty: each of them has others. `ways`: how many moves there
    are of it; 0: not to be counted.
    """

    verb: str
    label: str
    secret: bool
    line: str = ""
    grave: bool = False
    example: str = ""
    ways: int = 0
