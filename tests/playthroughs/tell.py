"""Tell a game to everybody: what each deed tells, and what each seat and an onlooker then see, in words.

A playthrough is a text with a head and deeds; what is indented below a deed is told by the rules. To write all of them
again (read them before you commit them): `PYTHONPATH=.:examples/highdie python tests/playthroughs/tell.py`.

    game: poohead
    seats: 2
    seed: 7
    options: jokers_per_deck=0
    ann: swap 8 5         a move, in the game's notation
    ann leaves
    time is up
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from bot.text import Words
from games.catalogue import AnyGame
from games.kit.contract import Event, PrivateEvent
from games.kit.notation import read
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.proof.record import Deed, Left, TimedOut, moved_by, perform
from games.proof.seeded_dice import SeededDice

HERE: Final = Path(__file__).parent
NAMES: Final = ("ann", "bob", "cid", "dan", "eve", "fay")
HEAD: Final = re.compile(r"(game|seats|seed|options): *(.*)")


class Playthrough(Struct, frozen=True):
    """A playthrough. `comment`: the lines before the head. `deeds`: as written."""

    comment: tuple[str, ...]
    head: dict[str, str]
    deeds: tuple[str, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return all_seats(int(self.head["seats"]))


def parse(text: str) -> Playthrough:
    """Return what is to be told, without what was told last time."""
    lines = [line for line in text.splitlines() if line and not line[0].isspace()]
    comment = tuple(line for line in lines if line.startswith("#"))
    head = {found[1]: found[2] for line in lines if (found := HEAD.fullmatch(line))}
    deeds = tuple(line for line in lines if not line.startswith("#") and not HEAD.fullmatch(line))
    return Playthrough(comment, head, tuple(deed for deed in deeds if deed != "start"))


class Teller:
    """Tells one game. A viewer's picture is told when it has changed."""

    def __init__(self, game: AnyGame, play: Playthrough) -> None:
        self._game, self._play, self._words = game, play, Words()
        self._names = NAMES[: len(play.seats)]
        self._seen: dict[Viewer, str] = {}

    def told(self) -> Iterator[str]:
        """Yield the whole text, line by line."""
        play, game = self._play, self._game
        yield from play.comment
        yield from (f"{key}: {value}" for key, value in play.head.items())
        dice = SeededDice(play.head["seed"].encode(), "told", b"")
        options = game.options_from(dict(one.split("=") for one in play.head.get("options", "").split()))
        stacks = (game.stack(options),) * len(play.seats)
        state, events = game.start(options, stacks, dice, None)
        yield from ("", "start", *self._after(state, events))
        for line in play.deeds:
            state, events = perform(game, state, self._deed(state, line), dice)
            yield from ("", line, *self._after(state, events))

    def _deed(self, state: Any, line: str) -> Deed:
        if line == "time is up":
            ask = self._game.asks(state)
            return TimedOut(() if ask is None else ask.seats)
        name, _, move = line.partition(":")
        if not move:
            return Left(self._seat(name.removesuffix(" leaves")))
        return moved_by(self._seat(name), read(move.strip(), self._game.moves))

    def _seat(self, name: str) -> Seat:
        return Seat(self._names.index(name))

    def _after(self, state: Any, events: tuple[Event, ...]) -> Iterator[str]:
        for event in events:
            to = f"to {self._names[event.to]}" if isinstance(event, PrivateEvent) else "to all"
            yield f"    {to:<10} {self._words.sentence(event.say(), self._names, self._game)}"
        for viewer in (SPECTATOR, *self._play.seats):
            seen = self._picture(state, viewer)
            if self._seen.get(viewer) != seen:
                self._seen[viewer] = seen
                who = "all see" if viewer is SPECTATOR else f"{self._names[viewer]} sees"
                yield f"    {who:<10} {seen}"
        yield f"    {self._ends(state)}"

    def _picture(self, state: Any, viewer: Viewer) -> str:
        """Return what a viewer sees: onlookers the table, a seat its own hand and its moves."""
        scene = self._game.scene(self._game.view(state, viewer))
        says = scene.table if viewer is SPECTATOR else scene.own
        told = " ".join(self._words.sentence(one, self._names, self._game) for one in says)
        legal = () if viewer is SPECTATOR else self._game.legal_moves(state, viewer)
        offers = dict.fromkeys(one.verb for one in legal)
        return (told or "-") + (f" May {', '.join(offers)}." if offers else "")

    def _ends(self, state: Any) -> str:
        ask, result, view = self._game.asks(state), self._game.result(state), self._game.view(state, SPECTATOR)
        money = f"Stacks {' '.join(map(str, view.stacks))}, pot {view.pot}." if any(view.stacks) or view.pot else ""
        if result is not None:
            winners = ", ".join(self._names[seat] for seat in result.winners) or "nobody"
            return f"{money} Over ({result.ended}): {winners}.".strip()
        waiting = ", ".join(self._names[seat] for seat in ask.seats) if ask else ""
        return f"{money} {ask.seconds if ask else 0} s for {waiting or 'the clock'}.".strip()


def retold(path: Path, games: Mapping[str, AnyGame]) -> list[str]:
    play = parse(path.read_text(encoding="utf-8"))
    return list(Teller(games[play.head["game"]], play).told())


def known() -> dict[str, AnyGame]:
    """Return our games and the example game, by name."""
    import highdie  # noqa: PLC0415 - a separate package, on the path of whoever tells

    from games.catalogue import catalogue  # noqa: PLC0415

    return {**catalogue(), highdie.GAME.name: highdie.GAME}


if __name__ == "__main__":
    for one in sorted(HERE.glob("*.txt")):
        one.write_text("\n".join(retold(one, known())) + "\n", encoding="utf-8")
