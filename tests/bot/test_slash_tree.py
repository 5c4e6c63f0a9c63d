"""Test the tree of slash commands: few, whatever games there are; and the proposals of `/move`."""

import json

import pytest
from cases import case
from click.testing import CliRunner

from bot.adapters.discord.inbound.completion import MOST_CHOICES, moves_typed
from bot.adapters.discord.inbound.slash import LONGEST, all_slashes, line_of
from bot.app.cli import cli
from bot.ports.messages import Choosable, FormField, Offer

FEW = 25
MOST_SIGNS = 8_000
"""The limit for the names, descriptions and choices of one command."""


def tree() -> list[dict[str, object]]:
    told = CliRunner().invoke(cli, ["sync", "--dry-run"], env={"DISCORD_TOKEN": ""})
    assert told.exit_code == 0, told.output
    found: list[dict[str, object]] = json.loads(told.output)
    return found


def test_the_emojis_are_listed_without_a_token_where_they_are_asked_for() -> None:
    told = CliRunner().invoke(cli, ["sync", "--dry-run", "--emojis"], env={"DISCORD_TOKEN": ""})
    assert told.exit_code == 0, told.output
    listed = json.loads(told.output)
    assert len({one["name"] for one in listed}) == len(listed) > 70
    assert {"card-7H", "die-d6-5", "cup-down"} <= {one["piece"] for one in listed}
    assert all(0 < one["bytes"] < 256 * 1024 for one in listed)
    assert all("emoji" not in str(one["name"]) for one in tree())


def signs(node: object) -> int:
    match node:
        case dict():
            return sum(signs(one) for key, one in node.items() if key in {"name", "description", "options", "choices"})
        case list():
            return sum(map(signs, node))
        case str():
            return len(node)
        case _:
            return 0


def test_the_tree_is_told_without_a_token_and_is_small() -> None:
    found = tree()
    assert [one["name"] for one in found] == [
        "play",
        "move",
        "table",
        "time",
        "me",
        "rules",
        "help",
        "face",
        "mod",
        "setup",
        "queue",
        "wait",
        "notify",
        "wanted",
        "guess",
        "host",
        "night",
        "Invite to my table",
        "Purse and tables",
    ]
    assert len(found) <= FEW
    for one in found:
        assert signs(one) < MOST_SIGNS / 2, one["name"]
        assert len(one["options"]) <= MOST_CHOICES  # type: ignore[arg-type]


def test_descriptions_are_whole_sentences() -> None:
    """Discord takes a hundred characters. A longer description would end in dots."""

    def descriptions(node: object) -> list[str]:
        if isinstance(node, list):
            return [one for each in node for one in descriptions(each)]
        if isinstance(node, dict):
            return [str(node.get("description", "")), *descriptions(node.get("options", []))]
        return []

    for told in filter(None, descriptions(tree())):
        assert len(told) <= LONGEST
        assert not told.endswith("…"), told


@pytest.mark.parametrize(
    ("path", "given", "line"),
    [
        (("play",), {"game": "headache"}, "open headache"),
        (("play",), {"game": "halflings", "stake": "50 blue"}, "halflings 50 blue"),
        (("mod", "log"), {"count": 5}, "mod log 5"),
        (("mod", "pause"), {"reason": "yes, pizza"}, "pause “yes, pizza”"),
        (("setup",), {"what": "staff", "value": "7"}, "server staff 7"),
        (("me", "purse"), {}, "wallet"),
    ],
)
def test_what_was_chosen_becomes_the_line_that_would_be_typed(
    path: tuple[str, ...], given: dict[str, object], line: str
) -> None:
    assert line_of(next(one for one in all_slashes() if one.path == path), given) == line


# Proposals


def among(*words: str) -> tuple[Choosable, ...]:
    return tuple(Choosable(word, word) for word in words)


def offer(verb: str, *fields: FormField) -> Offer:
    return Offer(verb, verb.title(), "", False, fields)


STAKE = offer(
    "stake", FormField("amount", "Amount", "number", low=1, high=90, suggest=10), FormField("auto", "Auto", "flag")
)
SWAP = offer("swap", FormField("cups", "Cups", "some", least=2, most=2, among=among("2.1", "3.1", "4.2")))
MOVE = offer(
    "move",
    FormField("cone", "Cone", "fixed", among=among("red")),
    FormField("to", "To", "one", among=among("X4", "X5")),
)
PLAY = offer("play", FormField("cards", "Cards", "some", least=1, most=4, among=among("7", "7", "Q")))
LONG = offer(
    "pick",
    FormField("space", "Space", "one", among=among(*(f"S{n}" for n in range(30)))),
    FormField("why", "Why", "one", among=among("a", "b")),
)
ROLL = offer("roll")


def test_what_is_legal_is_proposed_as_it_is_typed() -> None:
    for typed, offers, lines in [
        ("", [ROLL, MOVE], ["roll", "move red X4", "move red X5"]),
        ("r", [ROLL, MOVE], ["roll"]),
        ("roll", [ROLL, MOVE], ["roll"]),
        ("/roll", [ROLL], ["roll"]),
        ("!roll", [ROLL], ["roll"]),
        ("  move  red  x5", [ROLL, MOVE], ["move red X5"]),
        ("/move move red ", [MOVE], ["move red X4", "move red X5"]),
        ("move blue ", [MOVE], []),
        ("stake 4", [STAKE], ["stake 4", "stake 4 auto"]),
        ("stake 37 ", [STAKE], ["stake 37", "stake 37 auto"]),
        ("stake 91", [STAKE], []),
        ("stake 37 a", [STAKE], ["stake 37 auto"]),
        ("swap 3.1 ", [SWAP], ["swap 3.1 2.1", "swap 3.1 4.2"]),
        ("swap 3.1 3.1", [SWAP], []),
        ("play 7 7 ", [PLAY], ["play 7 7", "play 7 7 Q"]),
        ("play 7 7 7", [PLAY], []),
        ("pick s29", [LONG], ["pick S29 a", "pick S29 b"]),
        ("nonsense", [ROLL, MOVE], []),
    ]:
        with case(typed, offers, lines):
            assert [line for _, line in moves_typed(typed, offers)] == lines


def test_of_many_moves_only_the_next_value_is_proposed() -> None:
    assert [line for _, line in moves_typed("pick ", [LONG])][:3] == ["pick S0", "pick S1", "pick S2"]
