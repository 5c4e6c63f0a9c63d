"""Count what house bots vote for and pay in Headache: `python -m bench.votes`, with manners as at a table."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, Final

import click

from bench.series import Ended, Evening
from bot.app.cli.games import OPTIONS
from games.headache import GAME
from games.headache.auction_events import LotSold
from games.headache.events import CastingVote, CupsLifted, VoteClosed
from games.headache.state import Question
from games.kit.contract import Event, Step
from games.kit.seats import Spot

MOST_ALONE: Final = 1
"""Who owns more dice than this does not count as the owner of any one of them."""


class Watched(Evening):
    """Hold a game of Headache, and what is counted of it: `prices` of dice, what was `decided`, who `owns` what."""

    def __init__(self, number: int, given: Mapping[str, str], level: int, seats: int, *, manners: bool) -> None:
        super().__init__(GAME, given, [level] * seats, f"votes/{number}", manners=manners)
        self.decided: list[tuple[str, str]] = []
        self.prices: list[tuple[int, int]] = []
        self.owns: dict[int, tuple[int, ...]] = {}
        self.table: Any = None

    def happened(self, step: Step[Any]) -> Any:
        self.table = getattr(step.state.phase, "table", self.table)
        for event in step.events:
            self.count(event)
        return super().happened(step)

    def count(self, event: Event) -> None:
        match event:
            case VoteClosed(won=(option,)) | CastingVote(option=option):
                self.decided.append((option.question, option.option))
            case LotSold(cup=cup, price=price):
                number = self.table.cup(Spot(cup.seat, cup.index)).die
                self.prices.append((self.table.drawn[number].die.reveal(), price))
            case CupsLifted(holdings=holdings):
                self.owns = {one.seat: one.dice for one in holdings}


class Tally:
    """Hold what was counted in all games."""

    def __init__(self) -> None:
        self.decided: dict[str, Counter[str]] = defaultdict(Counter)
        self.paid: dict[int, list[int]] = defaultdict(list)
        self.alone, self.won = Counter[int](), Counter[int]()

    def add(self, game: Watched, ended: Ended) -> None:
        for question, option in game.decided:
            self.decided[question][option] += 1
        for die, price in game.prices:
            self.paid[die].append(price)
        for owner, dice in game.owns.items():
            if len(dice) <= MOST_ALONE:
                self.alone[dice[0]] += 1
                self.won[dice[0]] += owner in ended.winners


@click.command()
@click.option("--seats", type=click.IntRange(3, 10), default=5, show_default=True)
@click.option("--games", "count", type=click.IntRange(1), default=20, show_default=True)
@click.option("--level", type=click.IntRange(0, 3), default=2, show_default=True)
@click.option("--plain", is_flag=True, help="house bots without manners")
@OPTIONS
def main(seats: int, count: int, level: int, given: dict[str, str], *, plain: bool) -> None:
    """Print how often each kind was decided, what was paid for a die by its sides, and how often those won who owned
    nothing else.
    """
    tally = Tally()
    for number in range(count):
        game = Watched(number, given, level, seats, manners=not plain)
        tally.add(game, game.play(1))
    click.echo(f"headache, {seats} house bots of level {level}, {count} games")
    for question in Question:
        click.echo(
            f"  {question}: " + ", ".join(f"{option} {n}" for option, n in tally.decided[question].most_common())
        )
    for die, prices in sorted(tally.paid.items()):
        mean = sum(prices) / len(prices)
        click.echo(
            f"  D{die}: paid {mean:.1f}, at most {max(prices)}; alone won {tally.won[die]} of {tally.alone[die]}"
        )


if __name__ == "__main__":
    main()
