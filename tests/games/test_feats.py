"""Test that feats depend on public events: each can be reached, has words, and goes only to the person who did it."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from cases import case

from bot.render.seat_lines import feat_how, feat_title
from bot.text import Words
from games.catalogue import AnyGame, catalogue
from games.cones import events as cones
from games.halflings import events as halflings
from games.headache import events as headache
from games.headache.phrases import CupOf, Holding, Score, Share
from games.kit.contract import Abilities, PublicEvent, Result
from games.kit.dice import Dice
from games.kit.feats import Feat
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.poohead import events as poohead
from games.proof.seeded_dice import SeededDice
from games.rogues import events as rogues
from games.rogues.state import Proposition

GAMES = list(catalogue().values())
NAMES = [game.name for game in GAMES]
OPTIONS: dict[str, list[dict[str, str]]] = {
    "halflings": [{"mode": "duel"}, {"mode": "duel", "split": "exact"}, {"mode": "crowd", "giant": "player"}],
    "headache": [{"min_players": "3"}, {"min_players": "3", "pace": "quick"}],
    "cones": [{"sectors": "4"}],
    "poohead": [{}],
    "rogues": [{"betting": "thieves"}, {"betting": "liars"}],
}
ME, OTHER, THIRD = Seat(0), Seat(1), Seat(2)
TEN = Suckers(10)


def whole_games(game: AnyGame, count: int) -> Iterator[tuple[Sequence[PublicEvent], Result, int]]:
    """Yield games of players who make any legal move."""
    for number in range(count):
        chance = random.Random(number)  # noqa: S311 - not the dice of a game
        given = OPTIONS[game.name][number % len(OPTIONS[game.name])]
        options = game.options_from(given, Abilities())
        allowed = game.seats(options)
        seats = min(max(allowed), max(min(allowed), 3))
        dice = SeededDice(bytes([number % 256]) * 32, f"feats/{number}", b"")
        step = game.start(options, (game.stack(options),) * seats, dice, None)
        told = list(step.events)
        state = step.state
        for _ in range(3000):
            if (result := game.result(state)) is not None:
                yield [one for one in told if isinstance(one, PublicEvent)], result, seats
                break
            step = anything(game, state, seats, chance, dice)
            state = step.state
            told += step.events


def anything(game: AnyGame, state: Any, seats: int, chance: random.Random, dice: Dice) -> Any:
    ask = game.asks(state)
    assert ask is not None
    may = [Seat(seat) for seat in range(seats) if game.legal_moves(state, Seat(seat))]
    if not may or chance.random() < 0.1:
        return game.time_up(state, ask.seats, dice)
    seat = chance.choice(may)
    offer = chance.choice(game.legal_moves(state, seat))
    return game.play(state, seat, chance.choice(offer.examples()), dice)


@pytest.mark.parametrize("name", NAMES)
def test_feats_of_whole_games_are_those_that_a_game_has(name: str) -> None:
    game = catalogue()[name]
    done: Counter[str] = Counter()
    options = game.options_from({}, Abilities())
    for events, result, seats in whole_games(game, 12):
        feats = game.feats_in(options, seats, events, result)
        assert {feat.name for feat in feats} <= set(game.feats)
        assert all(0 <= feat.seat < seats for feat in feats)
        assert feats == game.feats_in(options, seats, events, result)
        done.update(feat.name for feat in feats)
    assert len(done) >= 3, done


@pytest.mark.parametrize("name", NAMES)
def test_each_feat_has_a_title_of_its_own_and_says_how_it_is_done(name: str) -> None:
    game, words = catalogue()[name], Words()
    assert len(set(game.feats)) == len(game.feats) >= 12
    titles = [feat_title(name, feat, words) for feat in game.feats]
    assert all(titles)
    assert len(set(titles)) == len(titles)
    assert all(feat_how(name, feat, words).endswith(".") for feat in game.feats)


def test_a_feat_that_is_known_no_more_has_no_words() -> None:
    assert feat_title("rogues", "flew", Words()) == ""
    assert feat_title("chess", "mate", Words()) == ""


def moved(
    seat: Seat, *, captured: str = "none", stack: str = "r", owners: tuple[Seat, ...] = (), how: str = "moves"
) -> Any:
    return cones.Moved((), seat, how, "X1", "X2", captured, stack, owners)


def fate(what: str, left: int = 2) -> rogues.Fate:
    return rogues.Fate(ME, (3, 4), 7, what, 0, left)


def revealed(*fates: rogues.Fate, true: tuple[Proposition, ...] = (), outcomes: tuple[Any, ...] = ()) -> PublicEvent:
    return rogues.Revealed(5, fates, true, outcomes)


def played(*then: Any, cards: int = 1) -> PublicEvent:
    return poohead.Played(ME, ("7",) * cards, "none", "hand", then)  # type: ignore[arg-type]


def turned(*, went: bool) -> PublicEvent:
    return poohead.Turned(ME, 1, went, "7", 0, ())


FIRE = poohead.Burned(4, False)
FALL = halflings.Toppled(ME, 9, 9, TEN)
POT = headache.PotWon((Share(ME, TEN),), TEN)
DONE: dict[str, list[tuple[str, list[PublicEvent]]]] = {
    "halflings": [
        ("ten-foot", [halflings.Toppled(ME, 11, 10, TEN)]),
        ("to-the-inch", [FALL]),
        ("snake", [halflings.Snake(ME, True)]),
        ("two-snakes", [halflings.Snake(ME, True)] * 2),
        ("half-and-whole", [halflings.Kept(ME, 3, 9), FALL]),
        ("split-twice", [halflings.Kept(ME, 3, 9)] * 2),
        ("split-exactly", [halflings.SplitExactly(ME, TEN)]),
        ("by-a-hair", [halflings.Kicked(ME, 8, 9, TEN)]),
        ("kick-from-nowhere", [halflings.Kicked(ME, 8, 1, TEN)]),
        ("into-the-maw", [halflings.Eaten(ME, 11, TEN)]),
        ("twelve-down", [halflings.Eaten(ME, 12, TEN)]),
        ("well-fed", [halflings.GiantFared(ME, 5, True)]),
        ("first-of-all", [halflings.CrowdSettled(1, 1, 0, TEN, TEN, (halflings.Won(ME, TEN),))]),
    ],
    "cones": [
        ("first-catch", [moved(ME, captured="b")]),
        ("big-catch", [moved(ME, captured="bbb")]),
        ("at-the-door", [moved(ME, captured="b", how="enters")]),
        ("two-in-a-row", [moved(ME, captured="b"), moved(OTHER), moved(ME, captured="b")]),
        ("spree", [moved(ME, captured="b")] * 4),
        ("tower", [moved(ME, stack="rbrbr")]),
        ("spire", [cones.Lifted((), ME, "X1", "rbrbrbrb")]),
        ("three-lifts", [cones.Lifted((), ME, "X1", "r")] * 3),
        ("last-colour", [cones.Won((ME,), "captured", 4)]),
        ("ten-cones", [cones.Won((ME,), "cap", 10)]),
        ("gentle", [cones.Won((ME,), "cap", 2)]),
        ("back-again", [*[moved(OTHER, captured="r", owners=(ME,))] * 3, cones.Won((ME,), "cap", 2)]),
        ("nobody-left", [cones.Won((ME,), "alone", 2)]),
        ("long-quiet", [cones.Won((ME,), "quiet", 2, 30)]),
    ],
    "poohead": [
        ("fire", [played(FIRE)]),
        ("four-of-a-kind", [played(poohead.Burned(4, True))]),
        ("two-fires", [played(FIRE)] * 2),
        ("bonfire", [played(poohead.Burned(10, False))]),
        ("blind-luck", [turned(went=True)]),
        ("three-blind", [turned(went=True)] * 3),
        ("all-together", [played(cards=3)]),
        ("jump-over", [played(poohead.Skipped((OTHER, THIRD)))]),
        ("as-what-i-say", [poohead.JokerNamed(ME, "7", ())]),  # type: ignore[arg-type]
        ("heap", [poohead.PileTaken(ME, 10, "none", ())]),
        ("mountain", [poohead.PileTaken(ME, 20, "none", ())]),
        ("clean-hands", [played(poohead.Wins((ME,), "out", 0))]),
        ("first-out", [played(poohead.IsOut(ME, 1))]),
        ("poohead", [played(poohead.IsPoohead(ME))]),
    ],
    "rogues": [
        ("toppled", [revealed(fate("toppled"), fate("kicked"))]),
        ("alone-against-it", [revealed(fate("toppled"))]),
        ("nobody-stayed", [rogues.Fled(OTHER, ()), rogues.Fled(THIRD, ()), revealed(fate("toppled"))]),
        ("all-in", [rogues.HasBet(ME, "allin", TEN, TEN, ())]),
        ("honest-liar", [revealed(true=(Proposition(ME, 2, 5),))]),
        ("knew-the-snake", [revealed(outcomes=(rogues.Paid(ME, TEN, "snake"),))]),
        ("knew-the-tumble", [revealed(outcomes=(rogues.Paid(ME, TEN, "tumble"),))]),
        ("cried-snake", [revealed(fate("called"))]),
        ("one-die-left", [revealed(fate("toppled", left=1))]),
        ("split", [rogues.HasSplit(ME, (4, 4), 3, ())]),
        ("fistful", [rogues.HasSplit(ME, (4, 4), 5, ())]),
        ("eaten", [revealed(fate("consumed"))]),
        ("giant-ran", [rogues.SnakeEyes(ME)]),
        ("last-duel", [rogues.DuelOver(ME, "toppled", 7, TEN, ())]),
        ("match", [rogues.DuelOver(ME, "kicked", 7, TEN, (rogues.MatchWon(ME),))]),
    ],
    "headache": [
        ("for-a-song", [headache.LotSold(ME, CupOf(OTHER, 1, 1), Suckers(1), (), TEN)]),
        ("ransom", [headache.LotSold(ME, CupOf(OTHER, 1, 1), Suckers(50), (), TEN)]),
        ("settled-by-dice", [headache.TieRolled(()), headache.LotSold(ME, CupOf(OTHER, 1, 1), TEN, (), TEN)]),
        ("three-swaps", [headache.Swapped(ME, CupOf(ME, 1, 1), CupOf(OTHER, 1, 1), (), False)] * 3),
        ("last-word", [headache.CastingVote(ME, None, True)]),  # type: ignore[arg-type]
        ("the-d20", [headache.CupsLifted((Holding(ME, (20,), TEN),), ())]),
        ("collector", [headache.CupsLifted((Holding(ME, (6, 6, 8), TEN),), ())]),
        ("top-of-the-die", [headache.ContestRolled(1, False, (Score(ME, (8,), (8,), 8),))]),
        ("headache", [headache.ContestRolled(1, False, (Score(ME, (8,), (1,), 1),))]),
        ("escape", [headache.TiedLowest((ME, OTHER)), POT]),
        ("chair-wins", [headache.Appointed(OTHER, ME, TEN), POT]),
        ("little-one", [headache.CupsLifted((Holding(ME, (4,), TEN),), ()), POT]),
        ("together", [headache.PotWon((Share(ME, TEN), Share(OTHER, TEN)), TEN)]),
        ("lone-wolf", [headache.Allied((Share(OTHER, TEN),)), POT]),
    ],
}
CASES = [(game, feat, events) for game, rows in DONE.items() for feat, events in rows]


def feats_in(name: str, events: Sequence[PublicEvent]) -> tuple[Feat, ...]:
    game = catalogue()[name]
    result = Result("over", (ME,), (TEN,) * 3)
    return game.feats_in(game.options_from({}, Abilities()), 3, events, result)


def test_who_does_a_feat_has_it_and_nobody_has_it_for_nothing() -> None:
    for name, feat, events in CASES:
        with case(name, feat, events):
            assert Feat(ME, feat) in feats_in(name, events)
            assert not any(one.name == feat for one in feats_in(name, []))
            assert not any(one == Feat(THIRD, feat) for one in feats_in(name, events))


@pytest.mark.parametrize("name", DONE)
def test_there_is_a_way_to_each_feat(name: str) -> None:
    assert [feat for feat, _ in DONE[name]] == list(catalogue()[name].feats)
