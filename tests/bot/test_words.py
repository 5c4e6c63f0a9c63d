"""Test that every sentence can be made (habit 16), since Fluent itself does not report missing values."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin

import highdie
import msgspec
import pytest
from cases import case
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from msgspec.structs import asdict

from bot.adapters.discord.inbound.slash import ABOUT, all_slashes
from bot.adapters.discord.outbound.options_view import LISTS
from bot.adapters.discord.outbound.setup_view import CHOICES
from bot.adapters.twitch.outbound.planning import sentences_of
from bot.commands.server import MOST_A_DAY
from bot.commands.table import ALIASES, COMMANDS
from bot.commands.wing import entries, switches
from bot.render import rules
from bot.render.ledger import CAUSES
from bot.render.menu import ENTRIES
from bot.table.document import TableOptions, TournamentRules
from bot.table.options import WORD_OPTIONS, values_of
from bot.text import MissingWordsError, Words, spoken
from bot.wings.streams.foretold import DECIDED
from games.catalogue import AnyGame, catalogue
from games.halflings.moves import Stake
from games.kit.cards import Rank
from games.kit.contract import Event, PrivateEvent, PublicEvent
from games.kit.dice import LoadedDice
from games.kit.kinds import struct
from games.kit.money import Suckers
from games.kit.moves import verb
from games.kit.notation import PLAIN, fields_of, read
from games.kit.seats import Die, Seat, all_seats
from games.kit.telling import All, Listed, Phrase, Say, Who, field_types, kebab, say
from games.proof.seeded_dice import SeededDice

ROOT = Path(__file__).parents[2]
GAMES: dict[str, AnyGame] = {**catalogue(), highdie.GAME.name: highdie.GAME}
EVENTS = [(game, event) for game in GAMES.values() for event in game.events]
NAMES = ("ann", "ben", "cid")
ALWAYS = {"prefix"}
"""A value that every sentence gets."""


class Sentence(NamedTuple):
    """`variables`: its own, and those of the messages it includes."""

    variables: set[str]
    source: str


@cache
def sentences(path: Path) -> dict[str, Sentence]:
    resource = FluentParser(with_spans=False).parse(path.read_text(encoding="utf-8"))
    found = [entry for entry in resource.body if isinstance(entry, ftl.Message)]
    by_name = {one.id.name: one for one in found}
    return {name: Sentence(set(variables(one, by_name)), str(path)) for name, one in by_name.items()}


def variables(node: Any, messages: Mapping[str, ftl.Message]) -> Iterator[str]:
    if isinstance(node, ftl.VariableReference):
        yield node.id.name
    if isinstance(node, ftl.MessageReference) and node.id.name in messages:
        yield from variables(messages[node.id.name], messages)
    if isinstance(node, ftl.BaseNode):
        for value in vars(node).values():
            yield from variables(value, messages)
    if isinstance(node, list):
        for one in node:
            yield from variables(one, messages)


def inside(path: Path) -> set[str]:
    """Return the messages that others include."""
    return set(re.findall(r"\{ ([a-z][a-z-]*)(?:\.[a-z]+)? \}", path.read_text(encoding="utf-8")))


def words_files() -> list[Path]:
    return [path for folder in ("bot", "games", "examples") for path in (ROOT / folder).rglob("*.ftl")]


def ours() -> dict[str, Sentence]:
    texts = ROOT / "bot" / "text"
    wings = (ROOT / "bot" / "wings").glob("*/en.ftl")
    files = [texts / "en.ftl", texts / "discord.en.ftl", texts / "twitch.en.ftl", *wings]
    return {key: sentence for path in files for key, sentence in sentences(path).items()}


def module_of(game: AnyGame) -> Path:
    module = __import__(type(game).__module__, fromlist=["_"])
    return Path(str(module.__file__))


def told_by(game: AnyGame) -> dict[str, Sentence]:
    return sentences(module_of(game).parent / "words.en.ftl")


def test_a_words_file_has_no_line_that_fluent_would_drop() -> None:
    for path in words_files():
        with case(path):
            resource = FluentParser().parse(path.read_text(encoding="utf-8"))
            assert [entry.content for entry in resource.body if isinstance(entry, ftl.Junk)] == []


def test_no_sentence_stands_twice() -> None:
    """Of two with the same id Fluent would silently keep the first."""
    for path in words_files():
        with case(path):
            entries = FluentParser().parse(path.read_text(encoding="utf-8")).body
            ids = [entry.id.name for entry in entries if isinstance(entry, ftl.Message)]
            assert sorted(ids) == sorted(set(ids))


# Sentences named in the code


SAYS = {
    "Refused",
    "Exposed",
    "NoTable",
    "NotSeated",
    "UnknownTable",
    "GathersForTournament",
    "say",
    "saying",
    "text",
    "plain",
}
"""Calls with the id of a sentence."""


class Said(NamedTuple):
    where: str
    message: str
    given: set[str]


def said_in(path: Path) -> Iterator[Said]:
    """Yield every call such as `Refused("table-full", code=…)` whose id is a plain text."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in SAYS and isinstance(node.args[0].value, str):
            given = {keyword.arg or "**" for keyword in node.keywords} - {"to"}
            yield Said(f"{path.relative_to(ROOT)}:{node.lineno}", node.args[0].value, given)


@cache
def all_said() -> list[Said]:
    code = [
        *(ROOT / "games").glob("*.py"),
        *(one for room in ("kit", "proof", "lab") for one in (ROOT / "games" / room).glob("*.py")),
        *(p for p in (ROOT / "bot").rglob("*.py") if "web" not in p.parts and p.name != "pages.py"),
    ]
    return [said for path in code for said in said_in(path)]


def test_every_sentence_that_the_code_says_exists_and_gets_its_values() -> None:
    known = {**ours(), "game-title": Sentence(set(), ""), "game-about": Sentence(set(), "")}
    assert [said for said in all_said() if said.message not in known] == []
    plain = [said for said in all_said() if "**" not in said.given]
    lacking = [(said, known[said.message].variables - said.given - ALWAYS) for said in plain]
    assert [(said, missing) for said, missing in lacking if missing] == []
    assert len(all_said()) > 100


HOSTS_OPTIONS = {*TableOptions.__struct_fields__, *TournamentRules.__struct_fields__}


def test_every_option_that_all_tables_have_means_something_in_words() -> None:
    for key, value in asdict(TableOptions()).items():
        for one in WORD_OPTIONS.get(key, (str(value),)):
            assert rules.meaning(GAMES["halflings"], key, one, Words()).strip(), f"{key}={one}"


def said_by_games() -> set[str]:
    """Return the bot's messages that games use for pieces found on many boards."""
    texts = "".join(path.read_text("utf-8") for path in (ROOT / "games").rglob("*.py"))
    return {
        message for message in ours() if re.fullmatch(r"letters|piece-[a-z-]+", message) and f'"{message}"' in texts
    }


def test_no_sentence_is_left_that_nobody_says() -> None:
    composed = {
        *(f"phase-{phase}" for phase in ("lobby", "playing", "between", "hosting", "closed")),
        *(f"mark-{mark}" for mark in ("bot", "away", "ready", "awaited")),
        *(f"command-{word}" for word in COMMANDS),
        *(f"discord-setup-{what}" for what in ("check", "fair", *CHOICES)),
        *(f"discord-setup-{what}-{value}" for what, values in CHOICES.items() for value in values),
        *(f"discord-{part}" for part in ("awaited", "clock-playing", "clock-lobby", "clock-between", "clock-hosting")),
        *(f"platform-{name}" for name in ("discord", "twitch", "web", "console")),
        *(f"menu-{entry.line.replace(' ', '-')}" for entry in (*ENTRIES, *entries())),
        *(f"server-{setting}" for setting in (*switches(), *MOST_A_DAY)),
        *(f"who-{foretold}" for foretold in DECIDED),
        *(f"linking-{why}" for why in ("busy", "changed", "clash", "seated")),
        *(f"community-{why}" for why in ("most", "stakes")),
        *(f"discord-options-{name}" for name in LISTS),
        "subscribers-only",
        "vips-only",
        "would-reset",
        "would-end",
        *(
            f"discord-{part}"
            for part in (
                "in-private",
                "no-dm",
                "hand-comes",
                "invite-none",
                "invite-whom",
                "invite-admits",
                "invite-later",
            )
        ),
        *(told for slash in all_slashes() for told in (slash.told, *(option.told for option in slash.options))),
        *ABOUT.values(),
        "slash-table",
        "and-list",
        "or-list",
        "unsure-store",
        "opened-cannot-take-back",
        "opened-with-delay",
        "opened-few-secrets",
        "opened-all-the-same",
        *(message for message in ours() if message.startswith("option-") and message.split("-")[1] in HOSTS_OPTIONS),
        *(f"named-{key}" for key in HOSTS_OPTIONS),
        *CAUSES.values(),
        *said_by_games(),
        *(message for path in words_files() for message in inside(path)),
        *(f"stream-{kind}" for kind in ("chips", "seat", "stake")),
    }
    buttons = {message for message in ours() if message.startswith("button-")}
    assert {message.removeprefix("button-").partition("-")[0] for message in buttons} <= set(COMMANDS)
    assert set(ours()) - {said.message for said in all_said()} - composed - buttons == set()


def test_every_command_has_a_help_line_that_is_a_sentence() -> None:
    for command in COMMANDS:
        line = Words().text(f"command-{command}")
        assert line[0].isupper(), line
        assert line.endswith("."), line
    assert set(ALIASES.values()) <= set(COMMANDS)


# Sentences of games


def test_every_event_has_a_sentence_of_exactly_its_fields() -> None:
    """A private event's `to` is its reader, and an event may word its own values (`Event.say`)."""
    for game, event in EVENTS:
        with case(event):
            message = told_by(game).get(str(event.__struct_config__.tag))
            assert message is not None
            made = example(event)
            values = set(made.say().args)
            unsaid = values - message.variables - ({"to"} if issubclass(event, PrivateEvent) else set())
            assert message.variables - values - ALWAYS == set()
            assert unsaid <= UNSAID.get(event.__name__, set())


UNSAID = {
    "MaySplit": {"total"},  # the roll has just told it
    "MaySplitExact": {"knee"},
    "Kept": {"knee"},
    "BagSeen": {"seconds"},
    "Swapped": {"fleeting"},
    "NotSwapped": {"fleeting"},
    "SwapsOver": {"fleeting"},
    "Moved": {"stack"},  # the picture shows it
    "TeamsChosen": {"more"},  # something always follows
    "Popped": {"more", "seat"},  # what follows names the person
}
"""Fields that a sentence may leave out: the line before told them, or they only say how it is shown."""


def test_every_event_is_told_in_a_sentence_without_leftovers() -> None:
    for game, event in EVENTS:
        with case(event):
            for number, words in product((0, 1, 2, 25), (Words(), Words(page=True))):
                sentence = words.sentence(example(event, number).say(), NAMES, game)
                assert well_formed(sentence), sentence


def example(event: type[Event], number: int = 7) -> Event:
    return event(**{name: value_of(kind, number, name) for name, kind in field_types(event).items()})


WORDS_OF = {"option": "blind", "question": "auction", "colour": "Y"}
"""For a text field with a few possible words, one of them."""


ALIKE: dict[Any, Any] = {
    Rank: Rank("q"),
    tuple[Seat, ...]: (Seat(0), Seat(2)),
    tuple[int, ...]: (3, 4),
    tuple[Die, ...]: (Die(6), Die(20)),
}
"""Values that are always the same for these types."""


def value_of(kind: Any, number: int = 7, name: str = "") -> Any:
    """Return some value of this type."""
    if kind in ALIKE:
        return ALIKE[kind]
    if kind is Seat:
        return Seat(number % len(NAMES))
    if kind is bool:
        return number % 2 == 0
    if getattr(kind, "__supertype__", kind) is str:
        return WORDS_OF.get(name, "3:1")
    if isinstance(kind, UnionType):
        return value_of(get_args(kind)[number % len(get_args(kind))], number)
    if getattr(kind, "__supertype__", kind) is int:
        return number
    if get_origin(kind) is tuple:
        return tuple(value_of(get_args(kind)[0], number + place) for place in range(2))
    assert struct(msgspec.inspect.type_info(kind)) is not None, kind
    return kind(**{field: value_of(one, number, field) for field, one in field_types(kind).items()})


BRIEF = [(game, event) for game, event in EVENTS if Words().in_short(example(event).say(), NAMES, game)]


@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
def test_what_games_say_most_has_a_short_form(game: AnyGame) -> None:
    assert len([event for of, event in BRIEF if of is game]) >= 3


def test_a_short_form_says_as_many_sentences_of_the_same_people_in_fewer_letters() -> None:
    """Otherwise the planner could not use one in place of the other."""
    for game, event in BRIEF:
        with case(event):
            assert issubclass(event, PublicEvent)
            for number in (0, 1, 2, 25):
                told, words = example(event, number).say(), Words()
                whole, brief = words.sentence(told, NAMES, game), words.in_short(told, NAMES, game)
                assert well_formed(brief), brief
                assert len(brief) < len(whole)
                assert len(sentences_of(brief)) == len(sentences_of(whole)), (whole, brief)
                assert [name for name in NAMES if name in whole and name not in brief] == []


def test_who_presses_and_types_otherwise_reads_no_short_forms() -> None:
    game, event = BRIEF[0]
    for words in (Words(page=True), Words(spelled=lambda line: line)):
        assert words.in_short(example(event).say(), NAMES, game) == ""


def well_formed(sentence: str) -> bool:
    """Tell whether a sentence has no double blanks, no blank before a stop, and no unformatted value or brace."""
    bad = ("  ", " .", " ,", " :", "{", "}", "..", "None", "True", "False", "()")
    whole = sentence == sentence.strip() and sentence[-1] in ".?!…)0123456789"
    return whole and not any(one in sentence for one in bad)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_move_has_help_a_button_and_labels_for_its_fields(game: AnyGame) -> None:
    words = Words()
    for move in game.moves:
        assert words.own(f"move-{verb(move)}", game)
        assert words.own(f"help-{verb(move)}", game).endswith(".")
        for field in fields_of(move):
            assert words.own(f"field-{field.name}", game)
        for line in move.examples:
            assert type(read(line, game.moves, PLAIN)) is move
    assert words.title(game)
    assert words.own("game-about", game).endswith(".")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_takes_no_sentence_of_the_bots_away(game: AnyGame) -> None:
    """Its words have priority, but only the names of its things may differ."""
    assert set(told_by(game)) & set(ours()) <= {"value-spot"}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_has_no_sentence_that_nobody_says(game: AnyGame) -> None:
    """Apart from sentences for its events, moves and fields, the ids must be in its code."""
    source = "".join(path.read_text(encoding="utf-8") for path in module_of(game).parent.glob("*.py"))
    events = {str(event.__struct_config__.tag) for event in game.events}
    labels = {f"{kind}-{verb(move)}" for move in game.moves for kind in ("move", "help")}
    fields = {f"field-{field.name}" for move in game.moves for field in fields_of(move)}
    started = ("scene-", "odds-", "value-", "option-")
    phrases = {kebab(kind.__name__) for kind in below(Phrase)}
    taught = {said.id for said in taught_by(game)} | {
        f"named-{key}" for key in game.options.model_fields if key != game.presets
    }
    taught |= {f"feat-{feat}{how}" for feat in game.feats for how in ("", "-how")}
    if game.choices(game.options_from({})):
        taught |= {"named-choice"}
    if game.presets:
        taught |= {f"preset-{value}" for value in values_of(game.options.model_fields[game.presets])}
    fields |= {f"lacks-{field.name}" for move in game.moves for field in fields_of(move) if field.needed}
    own = events | labels | fields | phrases | taught | inside(module_of(game).parent / "words.en.ftl")
    left = set(told_by(game)) - own - {"game-title", "game-about"}
    assert [one for one in left if f'"{one}"' not in source and not one.startswith(started)] == []


def taught_by(game: AnyGame) -> Iterator[Say]:
    """Yield what is said before a game: on its cover, and with its rules in pictures."""
    cover, lessons = game.cover(), game.lessons()
    yield from (one.says for one in lessons)
    for board in (*([] if cover is None else [cover]), *(one.board for one in lessons)):
        yield board.says
        yield from (piece.label for piece in board.pieces if piece.label is not None)


def below(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield from (one, *below(one))


# How sentences are made


def test_a_missing_sentence_and_a_missing_value_are_errors() -> None:
    with pytest.raises(MissingWordsError):
        Words().text("no-such-sentence")
    with pytest.raises(MissingWordsError):
        Words().text("table-full", code="K7Q")


def test_people_are_told_by_name_and_lists_with_and_or_or() -> None:
    words = Words()
    assert words.sentence(say("not-your-turn", awaited=All((Seat(0), Seat(2)))), NAMES).endswith("ann and cid.")
    assert words.listed(["a", "b", "c"], "or-list") == "a, b or c"
    assert words.sentence(say("stood-up", who=Listed((say("called", name="x"), say("called", name="y"))))).startswith(
        "x and y "
    )
    assert words.sentence(say("host-is-now", who=Who(Seat(9))), NAMES).startswith("10 ")
    assert words.listed([]) == "nobody"


def test_an_unknown_language_is_answered_in_english() -> None:
    for locale in ["", "xx", "klingon", "../../etc", "en-GB", "EN", "fr-FR", "☃"]:
        with case(locale):
            assert spoken(locale) == "en" or (ROOT / "bot" / "text" / f"{spoken(locale)}.ftl").exists()
            assert Words(spoken(locale)).text("your-hand-empty")


def test_the_prefix_is_the_owners_in_every_sentence() -> None:
    """Whatever prefix the code with the refusal assumed."""
    assert '"?rebuy"' in Words("en", "?").sentence(Say("stack-empty", {"prefix": "!", "how": "rebuy"}))


def test_what_somebody_typed_is_said_back_without_call_or_link() -> None:
    """T10, T11."""
    said = Words().text("unknown-verb", verb="@everyone **http://x.y** <#1> discord.gg/abc " + "y" * 90)
    assert not any(bad in said for bad in ("@everyone", "://", "<#", "discord.gg"))
    assert len(said) < 120


@pytest.mark.parametrize("crowd", [8, 9, 500])
def test_hg_16_what_a_crowd_hears_fits_two_lines_of_chat(crowd: int) -> None:
    """Twitch takes 500 characters a line, and names have at most 25. No sentence may be too long for one line."""
    halflings, dice = catalogue()["halflings"], LoadedDice(["8", *["2"] * 2 * crowd], SeededDice(b"", "", b""))
    options = halflings.options_from({"mode": "crowd", "split_seconds": "600"})
    state = halflings.start(options, (Suckers(100_000),) * crowd, dice, None).state
    for seat in all_seats(crowd):
        state, events = halflings.play(state, seat, Stake(Suckers(100)), dice)
    names = [f"a_name_of_25_letters_{seat:04}" for seat in range(crowd)]
    _, ended = halflings.time_up(state, (), SeededDice(b"end", "g", b""))
    for step in (events, ended):
        public = [event for event in step if isinstance(event, PublicEvent)]
        told = " ".join(Words().sentence(event.say(), names, halflings) for event in public)
        assert len(told) < 950, told
        assert max(map(len, re.split(r"(?<=[.!?])\s+", told))) < 480, told
