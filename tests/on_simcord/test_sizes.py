"""Test that every card, hand, panel and form of every phase of every game, with the worst names, passes Discord's
checks.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

import discord
import headache_games
import highdie
import pytest
from headache_phases import PHASES
from msgspec.structs import replace
from parlour import Parlour, text_of
from playing import Opening, Position, positions
from simcord.components import walk_components
from simcord.http.router import dispatch
from stages import AT, CALLED, DISCORD_NAME, Sight, Stage, moves_without_a_button, on_stage, phase_of, sights, update_of

from bot.adapters.discord.outbound.buttons import allowed
from bot.adapters.discord.outbound.layout import table_view
from bot.ports.messages import News, ShownBoard, ShownPiece
from bot.table.document import TournamentRules
from bot.table.log import Cast
from bot.table.phases import Hosting, PlayedAt, Ranked
from bot.text import Words
from bot.text.safe_text import safe_name
from games import cones, halflings, headache, poohead, rogues
from games.catalogue import AnyGame
from games.kit.dice import Draw
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat
from games.proof import fair
from games.proof.record import Deed, moved_by
from games.rogues.state import Carry

WORST = [
    "@everyone",
    "@here",
    "<@{victim}>",
    "<@&{role}>",
    "<#{channel}>",
    "a" + "\\" * 23,
    "﷽" * 24,
    "p\u0301\u0302\u0303\u0304" * 8,
    "בית" * 8,
    "\u202eetep\u2066",
    "👨‍👩‍👧‍👦" * 8,
    "🐢" * 32,
    "**bold** __under__ ~~gone~~",
    "[link](https://evil.example)",
    "discord.gg/evil",
    "||spoiler|| `code` ```",
    "1. > # - heading",
    "W" * 32,
    "<t:1700000000:R> </ban:1>",
    "\u3164",
    "zażółć gęślą jaźń",
    "House",
    "pete (2)",
    "{ $name }",
]
FIELDS = 5
SUBCOMMAND = 1
CHAT_INPUT = 1
NAME = re.compile(r"[-_\w]{1,32}")
AT_DISCORD = Words("en", "/")
LAST = 10
"""Lines of news under a card."""


class Checked:
    """Sends everything visible, and notes what was refused, and who was called by it."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour
        self.victim = parlour.person("victim")
        self.role = parlour.guild.create_role("role", mentionable=True)
        self.refused: list[str] = []
        self.sent: dict[str, int] = {}
        self._before = set[str]()

    def names(self, count: int) -> list[str]:
        filled = [
            one.format(victim=self.victim.id, role=self.role.id, channel=self.parlour.channel.id)
            if one.startswith("<")
            else one
            for one in WORST
        ]
        return [name[:DISCORD_NAME] for name in islice(cycle(filled), count)]

    async def see(self, stages: Iterator[Stage]) -> None:
        for stage in stages:
            await self.parlour.work(self._see(stage))
        await self.parlour.env.settle()
        assert self.refused == []
        assert self.parlour.pinged == []
        box = self.parlour.env.backend.messages[self.parlour.channel.id]
        assert not [one for one in box.values() if one.mention_role_ids or one.mention_everyone]
        assert {user for one in box.values() for user in one.mention_user_ids} <= {CALLED}, "no name is a mention"

    async def _see(self, stage: Stage) -> None:
        self.refused += [f"no button: {one}" for one in moves_without_a_button(stage, AT_DISCORD)]
        for sight in sights(stage, AT_DISCORD):
            content = sight.view.to_dict() if sight.what == "form" else sight.view.to_components()  # type: ignore[union-attr]
            seen = f"{sight.what} {content}"
            if seen not in self._before:
                self._before.add(seen)
                self.sent[sight.what] = self.sent.get(sight.what, 0) + 1
                try:
                    await self._send(sight, content)
                except discord.HTTPException as refused:
                    self.refused.append(f"{phase_of(stage)}: {sight.what}: {refused.text}: {text_of({'_': content})}")

    async def _send(self, sight: Sight, content: Any) -> None:
        backend, channel = self.parlour.env.backend, self.parlour.channel.id
        if isinstance(sight.view, discord.ui.Modal):
            asked = backend.new_interaction(3, channel, self.victim.id, self.parlour.guild.id)
            at = f"/interactions/{asked.id}/{asked.token}/callback"
            dispatch(backend, "POST", at, json={"type": 9, "data": content})
            assert 1 <= len(content["components"]) <= FIELDS
            return
        at = self.parlour.client.get_partial_messageable(channel)
        await at.send(view=sight.view.posted(), allowed_mentions=allowed(), silent=True)


@pytest.fixture
def checked(parlour: Parlour) -> Checked:
    return Checked(parlour)


def last_news(game: Sequence[Position], number: int) -> list[Any]:
    return [position.came[1] for position in game[max(0, number + 1 - LAST) : number + 1]]


def every_phase(game: Sequence[Position], most: int) -> Iterator[tuple[int, Position]]:
    """Yield the first positions of each phase, and the last one."""
    seen: dict[str, int] = {}
    for number, position in enumerate(game):
        phase = position.game.view(position.state, SPECTATOR).phase
        seen[phase] = seen.get(phase, 0) + 1
        if seen[phase] <= most or number == len(game) - 1:
            yield number, position


def staged(
    checked: Checked, name: str, game: AnyGame, played: Sequence[Position], given: dict[str, str], most: int = 2
) -> Iterator[Stage]:
    names = checked.names(len(played[0].seats))
    for number, position in every_phase(played, most):
        phase = "playing" if game.asks(position.state) is not None else "between"
        log = last_news(played, number)
        yield on_stage(f"{name} {number}", game, position.state, names, given=given, log=log, phase=phase)


async def test_headache_in_each_of_its_phases(checked: Checked) -> None:
    def stages() -> Iterator[Stage]:
        for phase, made in PHASES.items():
            table = made()
            given = table.state.options.model_dump(mode="json", exclude_defaults=True)
            names = checked.names(len(table.state.players))
            yield on_stage(phase, headache.GAME, table.state, names, given=given, log=[table.events])

    await checked.see(stages())
    assert checked.sent["card"] == len(PHASES)
    assert checked.sent["form"] > 10


@pytest.mark.parametrize(
    "given",
    [
        {"extra_dice": "second_set", "memory": "off", "vote": "declare"},
        {
            "extra_dice": "match_players",
            "memory": "off",
            "alliances": "on",
            "rolls": "hand",
            "auction_types": "standard",
        },
        {"extra_dice": "second_set", "draw": "choose", "lots": "order", "max_swap_rounds": "20", "memory": "on"},
    ],
    ids=["declared", "allies", "chosen dice"],
)
async def test_ten_with_the_worst_names_at_headache(checked: Checked, given: dict[str, str]) -> None:
    options = headache.GAME.options_from(given)
    opening = Opening(headache.GAME, options, (headache.GAME.stack(options),) * 10, b"seed")
    played = list(positions(opening, 10_000, headache_games.careful))
    await checked.see(staged(checked, "ten", headache.GAME, played, given))
    assert checked.sent["hand"] > 15


@pytest.mark.parametrize("seats", [24, 120])
async def test_a_crowd_with_the_worst_names_at_halflings(checked: Checked, seats: int) -> None:
    given = {"mode": "crowd", "giant": "player"}
    options = halflings.GAME.options_from(given)
    opening = Opening(halflings.GAME, options, (halflings.GAME.stack(options),) * seats, b"crowd")
    played = list(positions(opening, 10_000, all_stake))
    await checked.see(staged(checked, "crowd", halflings.GAME, played, given, most=1))


def all_stake(position: Position, chance: Draw) -> Deed:
    """Return a legal move of an asked person; nobody is silent or leaves."""
    game, state = position.game, position.state
    seat = chance.pick([seat for seat in position.seats if game.legal_moves(state, seat)])
    return moved_by(seat, chance.pick(chance.pick(game.legal_moves(state, seat)).examples()))


@pytest.mark.parametrize(
    ("game", "seats", "given"),
    [
        (halflings.GAME, 1, {}),
        (halflings.GAME, 1, {"split": "exact", "max_splits": "3"}),
        (halflings.GAME, 2, {"mode": "duel"}),
        (highdie.GAME, 6, {}),
        (poohead.GAME, 2, {"jokers_per_deck": "2"}),
        (poohead.GAME, 10, {"slam": "on"}),
        (cones.GAME, 4, {}),
        (cones.GAME, 2, {"edition": "french", "sets_per_player": "2", "rolls": "hand"}),
        (rogues.GAME, 6, {"betting": "thieves"}),
        (rogues.GAME, 6, {"betting": "liars"}),
    ],
    ids=[
        "alone",
        "exact",
        "duel",
        "highdie",
        "poohead of two",
        "poohead of ten",
        "cones of four",
        "cones by hand",
        "thieves",
        "liars",
    ],
)
async def test_random_games(
    checked: Checked, highdie_installed: None, game: AnyGame, seats: int, given: dict[str, str]
) -> None:
    options, seed = game.options_from(given), fair.lp(f"{game.name} {given} 0")

    def stages() -> Iterator[Stage]:
        played = list(positions(Opening(game, options, (game.stack(options),) * seats, seed), 10_000))
        yield from staged(checked, "random", game, played, given)

    await checked.see(stages())
    assert checked.sent["card"] > 1


@pytest.mark.parametrize(("final", "pot"), [("pot", 70), ("wager", 0)])
async def test_a_last_duel_with_six_dice(checked: Checked, final: str, pot: int) -> None:
    given = {"final": final}
    options = rogues.GAME.options_from(given)
    carry = Carry((0, 6, 0), Suckers(pot), Seat(1), (), 9)

    def stages() -> Iterator[Stage]:
        for number in range(3):
            opening = Opening(rogues.GAME, options, (Suckers(90),) * 3, fair.lp(f"duel {number}"), carry)
            yield from staged(checked, f"duel {number}", rogues.GAME, list(positions(opening, 10_000)), given)

    await checked.see(stages())
    assert checked.sent["hand"] > 3


async def test_a_round_with_six_dice_each(checked: Checked) -> None:
    options = rogues.GAME.options_from({})
    carry = Carry((6,) * 6, Suckers(7), Seat(4), (), 9)
    played = list(positions(Opening(rogues.GAME, options, (Suckers(90),) * 6, b"six", carry), 10_000))
    await checked.see(staged(checked, "six dice", rogues.GAME, played, {}))


async def test_a_tournament_of_sixty(checked: Checked) -> None:
    """Gathering, running and over: the card has room for all that it must show."""
    names = checked.names(60)
    stage = on_stage("tournament", rogues.GAME, None, names, phase="lobby")
    rules = TournamentRules(seats=6, level_seconds=600)
    gathering = stage._replace(session=replace(stage.session, tournament=rules))
    tables = tuple(
        PlayedAt(number + 1, f"t{number}", f"K7QH{number}", "discord:2", tuple(f"{place}" for place in range(6)))
        for number in range(10)
    )
    entered = tuple(Cast(Seat(at), str(at), safe_name(name)) for at, name in enumerate(names))
    ranked = tuple(Ranked(one.player, one.name, 60 - at) for at, one in enumerate(entered))
    pledge = stage.session.pledge
    hosting = Hosting(pledge, (), "1", {}, entered, tables, 1, (), False, 3, AT, AT, ranked[:30])
    phases = [replace(gathering.session, phase=phase, seats=()) for phase in (hosting, replace(hosting, ranked=ranked))]
    await checked.see([gathering, *(gathering._replace(session=one) for one in phases)])
    assert checked.sent["card"] == 3


@pytest.mark.parametrize("phase", ["lobby", "closed"])
async def test_where_no_game_is_on(checked: Checked, highdie_installed: None, phase: str) -> None:
    await checked.see(
        on_stage(phase, game, None, checked.names(count), phase=phase, given=given)
        for game, count, given in (
            (headache.GAME, 10, {}),
            (halflings.GAME, 120, {"mode": "crowd"}),
            (halflings.GAME, 1, {}),
            (highdie.GAME, 6, {}),
        )
    )


async def test_long_news_are_shortened_from_their_beginning(parlour: Parlour) -> None:
    ((_, made),) = [one for one in PHASES.items() if one[0] == "voting"]
    stage = on_stage("news", headache.GAME, made().state, Checked(parlour).names(5), given={"memory": "on"})
    update = update_of(stage, "place:discord:2", AT_DISCORD)
    told = tuple(News(f"line {number} " + "@everyone " * 60, 0) for number in range(10))
    view = table_view(replace(update, recent=told), AT_DISCORD)
    shown = [part["content"] for part in walk_components(view.to_components()) if part["type"] == 10]
    assert "line 9" in "".join(shown)
    assert "line 0" not in "".join(shown)
    assert sum(map(len, shown)) <= 4000
    await parlour.work(parlour.client.get_partial_messageable(parlour.channel.id).send(view=view.posted()))
    assert parlour.pinged == []
    too_long = table_view(replace(update, recent=(News("x" * 5000, 0),)), AT_DISCORD)
    await parlour.work(parlour.client.get_partial_messageable(parlour.channel.id).send(view=too_long.posted()))


async def test_a_picture_has_its_words_beside_it(parlour: Parlour) -> None:
    """A person who can't see it is told what it shows. It is sent again with each edit."""
    stage = on_stage("picture", halflings.GAME, None, ["ann"], phase="lobby")
    update = update_of(stage, f"place:discord:{parlour.channel.id}", AT_DISCORD)
    dice = (ShownPiece("die", "d6-4", 20, 20, 40, 40), ShownPiece("die", "d6-5", 80, 20, 40, 40))
    card = replace(update.card, board=ShownBoard.of(80, "Two dice: 4 and 5", dice))
    handle = await parlour.work(parlour.adapter.show(replace(update, card=card)))
    for alt in ("Two dice: 4 and 5", "Two dice: 1 and 1"):
        (message,) = parlour.messages
        (gallery,) = [part for part in message.parts if part["type"] == 12]
        assert [one["description"] for one in gallery["items"]] == [alt]
        assert [one.filename for one in message.of.attachments] == ["table.png"]
        ones = tuple(replace(die, face="d6-1") for die in dice)
        again = replace(card, board=ShownBoard.of(80, "Two dice: 1 and 1", ones))
        await parlour.work(parlour.adapter.show(replace(update, card=again, handle=handle)))


async def test_the_slash_commands_are_such_as_discord_takes(parlour: Parlour, highdie_installed: None) -> None:
    commands = [one for one in parlour.commands if one.get("type", CHAT_INPUT) == CHAT_INPUT]
    assert 5 < len(commands) <= 25
    assert len({one["name"] for one in commands}) == len(commands)
    under = [one for command in commands for one in command.get("options", []) if one["type"] == SUBCOMMAND]
    assert len(under) > 20
    for command in commands:
        names = [one["name"] for one in command.get("options", [])]
        assert len(set(names)) == len(names)
    for command in (*commands, *under):
        options = command.get("options", [])
        assert len(options) <= 25
        needed = [option.get("required", False) for option in options]
        assert needed == sorted(needed, reverse=True), "what must be given comes first"
        for one in (command, *options):
            assert NAME.fullmatch(one["name"]), one["name"]
            assert 1 <= len(one["description"]) <= 100
            assert one["description"][0].isupper(), one
            assert len(one.get("choices", [])) <= 25
        assert sum(len(one["name"]) + len(one["description"]) for one in (command, *options)) <= 8000
