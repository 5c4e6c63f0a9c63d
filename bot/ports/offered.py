"""What somebody may do at a table: buttons and forms."""

from msgspec import Struct


class Choosable(Struct, frozen=True, gc=False, omit_defaults=True):
    """A choice in a form's field: `word` is what the notation takes, `label` what people read.

    `by`: of a command, who may say it; empty: everybody.
    """

    word: str
    label: str
    by: str = ""


class FormField(Struct, frozen=True, gc=False, omit_defaults=True):
    """An argument of an offered move. `kind`: number (low to high), one, some (least to most), order, flag, fixed.

    `suggest`: a number's value at first. A fixed field leaves no choice: the words of `among` go into the line.
    `any_order`: the move is the same in whatever order.
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


class Offer(Struct, frozen=True, gc=False, omit_defaults=True):
    """A legal move as a button, or as a form if it has fields. The line to send is the verb, then the fields in order.

    A flag adds its own name at the end, a field with several words joins them with spaces. `secret`: send it in
    private. `grave`: it costs much, so it is sent only after another confirmation. `reversible`: as of a move; a piece
    that makes it whole sends it.
    """

    verb: str
    label: str
    help: str
    secret: bool = False
    fields: tuple[FormField, ...] = ()
    grave: bool = False
    reversible: bool = False


class OpenMove(Struct, frozen=True, gc=False):
    """A move that some of the awaited may make now, derived from public knowledge: a button for everybody.

    `line`: what a press sends; empty where each person has choices of their own. `grave`: as in `Offer`. `example`: a
    line for such a move, where `line` is empty; empty: they differ by person. `ways`: the number of such moves; 0:
    uncountable.
    """

    verb: str
    label: str
    secret: bool
    line: str = ""
    grave: bool = False
    example: str = ""
    ways: int = 0
