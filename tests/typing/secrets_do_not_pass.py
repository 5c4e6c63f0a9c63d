"""List what mypy must report here, line by line: `# E: code` marks a required error; no other may occur."""

from games.kit.contract import PublicEvent, View
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.secret import Secret


class Shown(PublicEvent, frozen=True):
    seat: Seat
    die: int


class Table(View, frozen=True):
    die: int


HIDDEN: Secret[int] = Secret(4)

Shown(Seat(0), 4)
Shown(Seat(0), HIDDEN.reveal())
Shown(Seat(0), HIDDEN)  # E: arg-type
Shown(seat=Seat(0), die=HIDDEN)  # E: arg-type
Table("speaking", Suckers(0), (), 0, (), HIDDEN)  # E: arg-type
Table("speaking", Suckers(0), (), 0, (), HIDDEN.reveal())


def total(dice: tuple[Secret[int], ...]) -> int:
    return sum(dice)  # E: arg-type


def opened(dice: tuple[Secret[int], ...]) -> int:
    return sum(die.reveal() for die in dice)


def higher(one: Secret[int], other: int) -> bool:
    return one > other  # E: operator


def named(die: Secret[int]) -> str:
    return die.reveal()  # E: return-value


def seated(number: int, amount: Suckers) -> Shown:
    if amount:
        return Shown(amount, 1)  # E: arg-type
    return Shown(number, 1)  # E: arg-type


def steal(die: Secret[int]) -> None:
    die._hidden = 6  # E: misc
