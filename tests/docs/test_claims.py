"""Test the claims of the pages that a machine can check, by comparing each with the code.

A test holds the number in the words of the page. Whoever changes the page or the code alone sees a test fail.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.adapters.discord import limits
from bot.adapters.discord.connection import client
from bot.adapters.discord.inbound.slash import Slash, all_slashes
from bot.adapters.discord.outbound import beside_card, direct_messages
from bot.adapters.twitch import TwitchAdapter
from bot.adapters.twitch.connection import accounts
from bot.adapters.twitch.outbound import whispers
from bot.adapters.web import ConnectionLimits
from bot.adapters.web.guests import guest
from bot.adapters.web.inbound import cookies, linking, live_lines
from bot.adapters.web.limits.growing_delay import Delay
from bot.adapters.web.outbound import open_page
from bot.adapters.web.overlay import looks
from bot.app.cli import WORDS
from bot.app.settings import SHORTEST_STAFF_WORD, Settings
from bot.app.table_room import StoredGuests
from bot.commands import hand_codes, openings
from bot.commands.wing import wings
from bot.people import rule_words
from bot.ports import platforms
from bot.render.menu import ELSEWHERE, ON_THE_PAGE
from bot.table import change, deadlines, options, stacks, tournament
from bot.wings.streams import foretold
from games import tournament as tables
from games.catalogue import catalogue
from games.proof import fair
from games.rogues.options import LEVELS
from persistence import archive

HOUSE = Path(__file__).parents[2]
DOCS = HOUSE / "docs"
LUA = "".join(path.read_text(encoding="utf-8") for path in sorted((HOUSE / "persistence" / "lua").glob("*.lua")))
OVERLAY = HOUSE / "bot" / "adapters" / "web" / "overlay" / "static"
DAY, HOUR = 24 * 3600, 3600


def text_of(page: str) -> str:
    """Return the text of a page with its lines joined, so that a sentence may break over two lines."""
    return " ".join((HOUSE / page).read_text(encoding="utf-8").split())


def of_lua(name: str) -> int:
    """Return a number that only the script of a commit knows."""
    found = re.search(rf"^local {name} = ([0-9* ]+)", LUA, re.MULTILINE)
    assert found is not None, name
    product = 1
    for part in found[1].split("*"):
        product *= int(part)
    return product


class Claim(NamedTuple):
    page: str
    words: str
    is_so: bool

    def __str__(self) -> str:
        return f"{self.page}: {self.words[:50]}"


LIMITS, DELAY = ConnectionLimits(), Delay()
DEFAULTS = {name: field.default for name, field in Settings.model_fields.items()}
SERVER, PLAY, STREAM, ON_DISCORD, NIGHT = (
    f"docs/{page}.md" for page in ("run-a-server", "play", "stream", "run-on-discord", "tournament")
)

CLAIMS = [
    # What is kept, and for how long
    Claim(SERVER, "a closed table 30 days", of_lua("CLOSED_KEPT") == 30 * DAY * 1000),
    Claim(
        SERVER,
        "a seat in the table room, and its cookie, 90 days after it was last used",
        guest.KEPT_SECONDS == StoredGuests.kept == 90 * DAY,
    ),
    Claim(SERVER, "ids of messages, against repeats, a day", of_lua("SEEN_KEPT") == DAY * 1000),
    Claim(SERVER, "the last 10,000 of each place", archive.AUDIT_MOST == of_lua("AUDIT_MOST") == 10_000),
    Claim(SERVER, "A table where nothing happens for six hours is closed", change.IDLE == 6 * HOUR),
    # The door
    Claim(
        SERVER, "has 10 seconds for the head of a request and 10 for its body", (LIMITS.head, LIMITS.body) == (10, 10)
    ),
    Claim(SERVER, "may rest for 75 seconds between two requests", LIMITS.idle == 75),
    Claim(SERVER, "if nothing of an answer is taken for 20", LIMITS.stalled == 20),
    Claim(
        SERVER,
        "At most 4,000 connections are held (`POTLUCK_CONNECTIONS`)",
        LIMITS.connections == DEFAULTS["connections"] == 4_000,
    ),
    Claim(
        SERVER,
        "and 1,000 from one address (`POTLUCK_CONNECTIONS_OF_ONE`;",
        LIMITS.of_one == DEFAULTS["connections_of_one"] == 1_000,
    ),
    Claim(SERVER, "in the image it is 8138", "POTLUCK_HEALTH_PORT=8138" in text_of("Dockerfile")),
    Claim(SERVER, "hears from us every 15 seconds at least", live_lines.HEARTBEAT == open_page.PULSE == 15),
    Claim(SERVER, "It has 8 characters or more", SHORTEST_STAFF_WORD == 8),
    Claim(
        SERVER,
        "after the third the next one waits a second, then two, and so on up to 15",
        (DELAY.free, DELAY.after(3), DELAY.after(4), DELAY.after(99)) == (3, 1, 2, 15),
    ),
    # At the tables
    Claim(PLAY, "is mixed into the dice (64 characters at most)", fair.LONGEST_TEXT == 64),
    Claim(PLAY, "If you let two pass in a row, a house bot plays your seat", deadlines.SILENCES == 2),
    Claim(PLAY, "It begins with 1,000 suckers. When it holds less than 100", stacks.START_OF_PURSE == 1000),
    Claim(
        PLAY,
        "brings 200 more, once a day",
        (stacks.REFILL, stacks.NEARLY_EMPTY, stacks.DAY) == (200, 100, DAY * 1000),
    ),
    # Discord
    Claim(
        ON_DISCORD, "are opened one every five seconds, and ten in ten minutes at most", direct_messages.OPEN_EVERY == 5
    ),
    Claim(ON_DISCORD, "ten in ten minutes", (direct_messages.MOST_OPENED, direct_messages.OPENED_IN) == (10, 600)),
    Claim(ON_DISCORD, "Who has closed them is left in peace for six hours", direct_messages.CLOSED_FOR == 6 * HOUR),
    Claim(ON_DISCORD, "is tried again after five minutes, then more and more seldom", limits.PROBE == 300),
    Claim(ON_DISCORD, "pressed something in the last minute isn't called anyway", beside_card.PRESENT == 60),
    # Twitch
    Claim(STREAM, "35 people a day at most", whispers.PEOPLE_A_DAY == 35),
    Claim(STREAM, "after twelve hours it ends by itself", guest.LINKED_SECONDS == 12 * HOUR),
    Claim(
        STREAM,
        "One person opens one a minute and hosts three at a time",
        (openings.BETWEEN, platforms.MOST_HOSTED) == (60, 3),
    ),
    Claim(
        STREAM,
        "so many tables at a time, up to 50; `usual`: one in your chat, eight elsewhere",
        (rule_words.MOST_TABLES, TwitchAdapter.most_tables, platforms.MOST_TABLES) == (50, 1, 8),
    ),
    Claim(STREAM, "when a game of 2 to 10 begins, viewers may bet", (foretold.FEWEST, foretold.MOST) == (2, 10)),
    # Tournaments
    Claim(NIGHT, "Up to sixty people, ten tables", (tables.MOST_ENTRANTS, tables.MOST_TABLES) == (60, 10)),
    Claim(NIGHT, "`600` | how long each level of the stakes lasts, 30 to 7200", options.LEVEL_LASTS == (30, 7200)),
    Claim(NIGHT, "| `level_seconds` | `600` |", options.LEVEL_SECONDS == 600),
    Claim(NIGHT, f"`ante_unit` times {', '.join(map(str, LEVELS))};", LEVELS[-1] == 64),
    Claim(NIGHT, "After ten seconds, in which people find their seats", tournament.BREATH == 10),
    Claim(NIGHT, "has the same people begin another after ten seconds", tournament.BREATH == 10),
    Claim(NIGHT, "At the end the ten best are told", tournament.BEST_TOLD == 10),
    Claim(NIGHT, "stands there with its places for half an hour", tournament.AFTERWARDS == 1800),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_a_number_in_a_page_is_so(claim: Claim) -> None:
    assert claim.words in text_of(claim.page), "the page words it otherwise"
    assert claim.is_so


def test_a_code_lasts_as_long_as_its_page_says() -> None:
    assert hand_codes.CODE_SECONDS == linking.CODE_SECONDS == 180 < cookies.LINK_SECONDS
    assert "Three minutes, once." in text_of("bot/adapters/web/words.en.ftl")
    assert "within three minutes" in text_of("docs/play.md")


# Buttons


def test_the_page_says_what_needs_no_button_and_what_is_about_other_platforms() -> None:
    """All other commands have a button or an entry in the menu (`tests/bot/test_menu.py`)."""
    by_itself = re.search(r"What (.*?) tell is on the page by itself", text_of(PLAY))
    elsewhere = re.search(r"Of no use there are (.*?):", text_of(PLAY), re.DOTALL)
    assert by_itself is not None
    assert elsewhere is not None
    assert set(re.findall(r"`([a-z]+)`", by_itself[1])) == ON_THE_PAGE - {"open"}
    of_wings = {word for wing in wings() for word in wing.elsewhere} - {"practice"}
    assert set(re.findall(r"`([a-z]+)`", elsewhere[1])) == ELSEWHERE | of_wings
    assert "`practice` is on that of a replay" in text_of(PLAY)


# On Discord

SLASHES = {" ".join(slash.path): slash for slash in all_slashes()}
QUOTED = re.compile(r"`/([a-z]+(?: [^`]*)?)`")
NOT_OF_DISCORD = {"mod"}
"""`/mod` is a command of Twitch's own chat, in the page for streamers."""


def slash_lines() -> Iterator[tuple[str, str, str]]:
    """Yield each page, each command it describes, and the words after the command."""
    groups = {path.split()[0] for path in SLASHES}
    for page in DOCS.glob("*.md"):
        for line in QUOTED.findall(page.read_text(encoding="utf-8")):
            words = line.split()
            if words[0] in groups and not (page.name == "stream.md" and words[0] in NOT_OF_DISCORD):
                path = next((one for one in (" ".join(words[:2]), words[0]) if one in SLASHES), "")
                yield page.name, path or line, line.removeprefix(path).strip()


def options_of(slash: Slash) -> dict[str, tuple[str, ...]]:
    """Return each option with its choices; an option without choices takes any text."""
    table = {"table": ()} if slash.asks_table else {}
    return {option.name: option.choices for option in slash.options} | table


def test_slash_commands_in_the_pages_can_be_given_like_that() -> None:
    found = list(slash_lines())
    assert len(found) > 10
    for page, path, rest in found:
        if path in {"table", "me", "mod"}:
            continue
        assert path in SLASHES, (page, path)
        known = options_of(SLASHES[path])
        given = re.findall(r'([a-z]+):("[^"]*"|\S+)', rest)
        first = next(iter(SLASHES[path].options), None)
        if rest and not given and first is not None and first.needed:
            given = [(first.name, rest)]
        assert bool(given) == bool(rest), f"{page}: /{path} {rest} names no option"
        for name, value in given:
            assert name in known, f"{page}: /{path} has no {name}"
            assert not known[name] or value in known[name], f"{page}: /{path} {name}:{value}"


@pytest.mark.parametrize("word", ["mod skip", "table remove", "mod pause", "mod resume", "mod reset", "mod end"])
def test_what_moderators_do_can_be_given_a_reason_on_discord(word: str) -> None:
    assert "reason" in options_of(SLASHES[word])


def test_whoever_streams_can_say_so_on_discord() -> None:
    assert "That counts on Discord as well" in text_of(STREAM)
    assert options_of(SLASHES["me safe"]) == {"way": ("on", "off")}


def test_the_page_asks_for_the_permissions_that_the_link_asks_for() -> None:
    section = (HOUSE / ON_DISCORD).read_text(encoding="utf-8").partition("## Permissions")[2].partition("## ")[0]
    rows = re.findall(r"^\| ([A-Z][^|]+) \|", section, re.MULTILINE)
    told = {name.strip().lower().replace(" ", "_") for row in rows for name in row.split(",")}
    asked = {name for name, on in client.PERMISSIONS if on}
    assert {"read_messages" if name == "view_channels" else name for name in told} == asked


def test_the_page_names_the_intents_that_the_bot_claims() -> None:
    section = (HOUSE / ON_DISCORD).read_text(encoding="utf-8").partition("## Intents")[2].partition("## ")[0]
    told = {name.strip() for name in re.findall(r"^\| ([A-Z][A-Za-z ]+) \| (?:no|\*\*yes\*\*)", section, re.MULTILINE)}
    assert told == {"Guilds", "Guild Messages", "Direct Messages", "Message Content"}
    claimed = {name for name, on in client.intents(content=True) if on}
    assert claimed >= {"guilds", "guild_messages", "dm_messages", "message_content"}
    assert not claimed & {"members", "presences"}
    assert not client.intents(content=False).message_content


# For streamers


def test_the_page_names_each_scope_that_is_asked_for() -> None:
    page = (HOUSE / STREAM).read_text(encoding="utf-8")
    asked = {scope for scopes in accounts.SCOPES.values() for scope in scopes}
    named = set(re.findall(r"`([a-z]+:[a-z:_]+)`", page))
    assert asked <= named
    assert {one for one in named if one.split(":")[0] in {"user", "moderator", "channel"}} == asked
    assert accounts.SCOPES["channel"] == ("channel:bot",), "It asks for `channel:bot` and nothing else"


def listed(after: str, page: str) -> set[str]:
    found = re.search(rf"{after}([^.]*?)\. ", page)
    assert found is not None, after
    return set(re.findall(r"[a-z]+(?:-[a-z]+)*", found[1]))


def test_the_looks_in_the_page_are_those_of_the_overlay() -> None:
    page = text_of(STREAM)
    assert listed("Themes:", page) == set(looks.THEMES)
    assert "Places: the eight edges and corners" in page
    assert len(looks.ATS) == 8
    parts = re.search(r"Parts: `([a-z,]+)`", page)
    assert parts is not None
    assert set(parts[1].split(",")) == set(looks.PARTS)
    example = re.search(r"`\?theme=(\w+)&at=([\w-]+)&size=([0-9]+)&show=([a-z,]+)`", page)
    assert example is not None
    assert example[1] in looks.THEMES
    assert example[2] in looks.ATS
    assert looks.SIZES[0] <= int(example[3]) <= looks.SIZES[1]
    assert set(example[4].split(",")) <= set(looks.PARTS)


def test_what_may_be_styled_is_there() -> None:
    page = (HOUSE / STREAM).read_text(encoding="utf-8")
    table = page.partition("What you may style:")[2].partition("## 5")[0]
    sources = "".join(
        path.read_text(encoding="utf-8") for path in OVERLAY.iterdir() if path.stem not in {"setup", "line"}
    )
    for row in re.findall(r"`([^`]+)`", table):
        for name in re.findall(r"[#.]([a-z][a-z-]*)|(--[a-z-]+)|\[(data-[a-z]+)", row):
            sign = next(part for part in name if part)
            bare = sign.removeprefix("data-") if sign.startswith("data-") else sign
            assert re.search(rf"\b{re.escape(bare)}\b" if not sign.startswith("--") else re.escape(sign), sources), sign


# The README

SEATS = {
    "headache": (5, 10, "a dice auction of bluff and memory for five to ten"),
    "poohead": (2, 10, "the quick and mean card game for two to ten"),
    "cones": (2, 4, "the board game for two to four"),
    "rogues": (2, 6, "secret dice for two to six"),
}


@pytest.mark.parametrize("game", SEATS)
def test_as_many_may_sit_as_the_readme_says(game: str) -> None:
    low, high, words = SEATS[game]
    assert words in text_of("README.md")
    allowed = catalogue()[game].seats(catalogue()[game].options_from({}))
    assert (allowed[0], allowed[-1]) == (low, high)


def test_a_crowd_is_as_large_as_the_readme_says() -> None:
    game = catalogue()["halflings"]
    assert "five hundred people against one Giant" in text_of("README.md")
    assert game.seats(game.options_from({"mode": "crowd"}))[-1] == 500


def test_the_page_of_the_program_lists_each_of_its_commands() -> None:
    page = (DOCS / "program.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `potluck ([a-z]+)", page, re.MULTILINE)) == set(WORDS)


def test_the_readme_names_each_page() -> None:
    page = (HOUSE / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\]\(docs/([a-z-]+)\.md[)#]", page))
    assert named == {path.stem for path in DOCS.glob("*.md")}


# Behind a proxy


def blocks(kind: str) -> list[str]:
    page = (HOUSE / SERVER).read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def test_the_example_of_a_proxy_passes_what_the_pages_need() -> None:
    """These same lines were tried with nginx 1.22.1 and Caddy 2.6.2: a page stayed connected for more than a minute."""
    nginx = "".join(blocks("nginx"))
    for line in (
        "proxy_http_version 1.1;",
        "proxy_set_header Host $http_host;",
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
        "proxy_set_header Upgrade $http_upgrade;",
        "proxy_set_header Connection $connection_upgrade;",
        "map $http_upgrade $connection_upgrade {",
    ):
        assert line in nginx, line
    timeout = re.search(r"proxy_read_timeout ([0-9]+)s;", nginx)
    assert timeout is not None
    assert int(timeout[1]) > 2 * live_lines.HEARTBEAT
    port = DEFAULTS["web_port"]
    assert f"proxy_pass http://127.0.0.1:{port};" in nginx
    assert any(f"reverse_proxy 127.0.0.1:{port}" in block for block in blocks("text"))
    assert f"loadbalancer.server.port={port}" in "".join(blocks("yaml"))


def test_each_example_of_a_proxy_comes_with_the_setting_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    page = text_of(SERVER)
    [named, network] = re.findall(r"POTLUCK_PROXIES=([0-9a-f.:/]+(?:, [0-9a-f.:/]+)*)", page)
    assert (named, network) == ("127.0.0.1, ::1", "172.16.0.0/12")
    for value in (named, network):
        monkeypatch.setenv("POTLUCK_PROXIES", value)
        assert Settings().proxies == value
    for proxy in ("**Caddy**", "**nginx**", "**Traefik**"):
        assert proxy in page


def test_what_the_log_counts_at_the_door_is_explained() -> None:
    edge = "".join(
        path.read_text(encoding="utf-8") for path in (HOUSE / "bot" / "adapters" / "web" / "connection").glob("*.py")
    )
    kinds = set(
        re.findall(r'(?:count\(|return |")"?(malformed|too_slow|half_open|took_nothing|refused|not_believed)"', edge)
    )
    table = (HOUSE / SERVER).read_text(encoding="utf-8").partition("| `trouble at the door`")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `([a-z_]+)` \|", table, re.MULTILINE)) == kinds
    assert len(kinds) == 6
