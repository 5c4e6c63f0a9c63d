"""Collect every output that can reach a person from the code, and compare it with a list (threats T37).

If the list lacks an output of the code, a test fails and says what to add. The list also says how to ask for each
output. Each is then asked for in two evenings of every game that its readers cannot tell apart.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import discord
import twitchio

from bot.adapters.discord.outbound.buttons import Does
from bot.adapters.web import DiscordSide, TableRoom
from bot.commands.table import COMMANDS
from bot.commands.wing import pages

ROOT: Final = Path(__file__).parents[2]
LOGGED_BY: Final = frozenset({"debug", "info", "warning", "error", "exception", "critical"})


class Kind(NamedTuple):
    """`found`: outputs in the code. `listed`: outputs that the gate asks for, or knows to be harmless. `add`: what to
    do.
    """

    found: frozenset[str]
    listed: frozenset[str]
    add: str


# The list

ASKED: Final[dict[str, tuple[str, ...]]] = {
    "open": ("!open nothing",),
    "bots": ("!bots 1",),
    "start": ("zoe: !start", "mia: !start"),
    "options": ("!options",),
    "table": ("!table", "?table"),
    "tables": ("!tables",),
    "hand": ("!hand", "?hand"),
    "moves": ("!moves", "?moves"),
    "odds": ("!odds", "?odds"),
    "rules": ("!rules",),
    "help": ("!help", "!help hand"),
    "history": ("!history", "?history"),
    "fair": ("!fair", "?fair"),
    "verify": ("!verify", "?verify 1", "?verify 3"),
    "tournament": ("!tournament", "zoe: !tournament level", "zoe: !tournament pause", "zoe: !tournament resume"),
    "rematch": ("zoe: !rematch",),
    "choose": ("!choose",),
    "rebuy": ("!rebuy",),
    "time": ("!time", "!time nobody"),
    "enough": ("zoe: !enough",),
    "close": ("zoe: !close",),
    "wallet": ("!wallet", "?wallet"),
    "ledger": ("!ledger", "?ledger", "?ledger all", "?ledger ann"),
    "gift": ("?gift",),
    "limit": ("?limit",),
    "games": ("!games", "!games ann"),
    "top": ("!top", "!top week", "!top month", "!top season", "!top wins"),
    "evening": ("!evening",),
    "night": (
        *("!night", "!night list", "!night plan", "!night join", "!night maybe", "!night here", "!night move"),
        *("!night place", "!night zone"),
    ),
    "season": ("!season", "zoe: !season start", "zoe: !season begin", "zoe: !season end", "zoe: !season stop"),
    "replay": ("!replay",),
    "practice": ("!practice",),
    "stats": ("!stats", "!stats ann"),
    "pings": ("?pings",),
    "thread": ("zoe: !thread",),
    "here": ("zoe: !here",),
    "mirror": ("zoe: !mirror",),
    "page": ("!page",),
    "show": ("?show my hand to 5P3J",),
    "link": ("?link", "?link no"),
    "safe": ("?safe",),
    "face": ("!face",),
    "mydata": ("?mydata",),
    "forget": ("?forget",),
    "voids": ("!voids",),
    "lag": ("!lag",),
    "stream": ("!stream",),
    "want": ("!want",),
    "guess": ("!guess", "!guess ann", "!guess high"),
    "control": ("!control",),
    "overlay": ("!overlay",),
    "skip": ("!skip",),
    "remove": ("!remove ann", "ann: !remove ben"),
    "admit": ("!admit", "!admit ann"),
    "agree": ("!agree", "!agree 1"),
    "correct": ("!correct ann +5",),
    "pause": ("!pause",),
    "resume": ("!resume",),
    "reset": ("!reset",),
    "end": ("!end",),
    "host": ("!host", "zoe: !host"),
    "invite": ("!invite ann", "zoe: !invite"),
    "password": ("?password", "zoe: !password abcd"),
    "spectators": ("!spectators", "zoe: !spectators"),
    "preset": ("!preset", "zoe: !preset save start"),
    "private": ("!private",),
    "public": ("!public", "zoe: !public"),
    "understood": ("?understood",),
    "report": ("?report ann rude",),
    "block": ("?block", "?block ann"),
    "unblock": ("?unblock ann",),
    "mod": ("?mod log", "?mod dispute CODE", "?mod flows", "?mod list", "?mod reports", "?mod desk"),
    "community": ("?community",),
    "queue": ("!queue", "?queue", "!queue off"),
    "wait": ("!wait ann", "ann: !wait pete"),
    "notify": ("!notify", "!notify quiet 23-8", "!notify role cones off"),
    "wanted": ("!wanted", "ann: !wanted"),
    "server": ("!server", "!setup", "?setup export", "?setup page"),
    "leave": ("zoe: !leave", "mia: !leave"),
    "join": ("zoe: !join",),
}
"""For each command, the lines that ask for it.

Each is said by a player, a spectator and a moderator, or by a named person. `?` means in private. Lines that change the
table come last.
"""
SETTINGS: Final = {
    "announce archive calls channel chips cooldown defaults freed": "set",
    "games generous purses": "set",
    "offline open others predictions prefix quiet raids reward seat secrets staff stake tables threads words": "set",
    "apart dm drop me month next off on options pause played start taken yes": "in a word for one of those, or a move",
}
"""Words that follow a command and have no answer of their own."""
ADDRESSES: Final[dict[str, str]] = {
    "/": "/",
    "/room/{room}": "/room/main",
    "/games.json": "/games.json",
    "/room/{room}/t/{code}": "/room/main/t/CODE",
    "/room/{room}/t/{code}/qr.svg": "/room/main/t/CODE/qr.svg",
    "/seat/{id}": "SEAT",
    "/seat/{id}/": "SEAT/?table=CODE",
    "/seat/{id}/live": "SEAT/live",
    "/seat/{id}/control": "SEAT/control",
    "/seat/{id}/control/dock": "SEAT/control/dock",
    "/seat/{id}/desk": "SEAT/desk",
    "/seat/{id}/setup": "SEAT/setup",
    "/seat/{id}/setup/file": "SEAT/setup/file",
    "/seat/{id}/desk/now": "SEAT/desk/now",
    "/seat/{id}/overlay": "SEAT/overlay",
    "/seat/{id}/overlay/view": "SEAT/overlay/view",
    "/seat/{id}/overlay/live": "SEAT/overlay/live",
    "/overlay": "/overlay",
    "/overlay/live": "/overlay/live",
    "/hand": "/hand",
    "/at/{platform}/{name}": "/at/test/here",
    "/connect/{platform}": "/connect/test",
    "/connect/{platform}/comforts": "/connect/test/comforts",
    "/connect/{platform}/markers": "/connect/test/markers",
    "/connect/{platform}/bot": "/connect/test/bot",
    "/control/{platform}": "/control/test",
    "/control/{platform}/{name}": "/control/test/inn",
    "/signed-in/{platform}": "/signed-in/test",
    "/game/{link}": "/game/GAME /game/LAST",
    "/game/{link}/film.json": "/game/GAME/film.json?eyes=all /game/LAST/film.json?eyes=all",
    "/game/{link}/picture.png": "/game/GAME/picture.png /game/LAST/picture.png",
    "/game/{link}/odds.json": "/game/GAME/odds.json?step=1&eyes=all /game/LAST/odds.json?step=1&eyes=all",
    "/game/{link}/record": "/game/GAME/record /game/LAST/record",
    "/game/{link}/practice": "/game/GAME/practice",
    "/games/{link}": "/games/LIST",
    "/games/{link}/watch/{record}": "/games/LIST/watch/RECORD",
    "/games/{link}/{who}": "/games/LIST/PERSON",
    "/nights/{link}": "/nights/NIGHTS",
    "/nights/{link}/calendar.ics": "/nights/NIGHTS/calendar.ics",
    "/verify.html": "/verify.html",
}
"""For each address, the path to open.

SEAT, CODE and PERSON stand for a reader's own page, the table's code and the holder. GAME, LAST, LIST and RECORD stand
for links to a finished game, to the last one, to the list of all, and for the last record, NIGHTS for that to the
nights. A live line is asked for
everything it tells first.
"""
FIXED: Final = {
    "/activity /activity/ /activity/games.json /health": "the same for everybody",
    "/activity/live": "the live line of /seat/{id}/live",
    "/static/{version}{name} /control/static/{version}{name} /replay/static/{version}{name}": "files that we ship",
    "/desk/static/{version}{name} /setup/static/{version}{name} /{name}": "files that we ship",
    "/archive/static/{version}{name} /overlay/static/{version}{name}": "files that we ship",
    "/nights/static/{version}{name} /activity/static/{version}{name}": "files that we ship",
}
"""Addresses that need not be opened for each reader."""
SENT: Final = {
    "/seat/{id}/say /activity/say": "a line, as those of ASKED",
    "/sit /hand /seat/{id}/give-up /at/{platform}/{name}/code /at/{platform}/{name}/bound": "a seat, or a code for one",
    "/at/{platform}/{name}/sign-in /activity/sign-in /activity/invite": "a way to a seat",
    "/connect/{platform} /connect/{platform}/comforts /connect/{platform}/bot": "a way to a platform's sign-in",
    "/connect/{platform}/markers": "a way to a platform's sign-in",
    "/control/{platform} /control/{platform}/{name}": "a way to a platform's sign-in",
    "/seat/{id}/control /seat/{id}/overlay/settings /seat/{id}/overlay/key": "a setting saved",
    "/seat/{id}/overlay/hidden /seat/{id}/setup": "a setting saved",
    "/seat/{id}/setup/balances": "purses, of which no table knows",
}
"""Addresses for POST requests, and their only answers."""
PORTS: Final = {
    "show show_also post say show_evening show_season tell": "kept as it comes, with what cards and chats make of it",
    "open_prediction end_prediction open_poll make_reward change_reward mark": "kept as it comes",
    "tell_alone": "what concerns a person, and no table",
    "tell_with_buttons": "the same, with buttons",
    "said_in here_in silenced": "what people said to each other, who is there, or why they may not",
    "hear hand hand_in_tournament look purse_and_tables server_settings": "asked by each reader",
    "commentary replay replay_picture film replayed_odds replayed_record replayed_course": "on a page",
    "look_over shown person watch link save control overlay address calendar exported": "on a page, or as a command",
    "leaves_words one_told told": "in the answer to control",
    "upcoming at_desk": "what is planned there, and no table",
    "evening way_in menu knows games face_of door door_address typed text words": "on a page",
    "wants_card looks_on is_foreign signs_are_marks now prefix_of pings_of way_to_call staff_roles": "a setting",
    "fair_place announces deletes_secrets watches_stream has_rewards rights_of moderates setup_key_fits": "a setting",
    "settled repeated hand_was_shown redeemed take_up_poll": "an answer as that of hear, or none",
    "count fixed gate held_elsewhere lives processes reaches shards_here": "which process serves what",
    "side_room lacks follows watch_stream drop_reward poll_votes": "about a platform, not a table",
    "bring give_back": "purses, of which no table knows",
    "unlink know_anew forget_chat reword_chats hide_overlays mute_overlays": "takes something away",
    "show_again called_at": "has the same shown again, or says the name of who sits in all eyes",
    "told_by": "the id of a message of ours",
    "here_again place_closed place_open part_closed part_open part_here_again when_missed": "heard, not told",
    "stream_is_on stream_is_off raided sits has_table": "heard, or who sits where: all see it",
    "person_of new_code bound redeem sign_in_address signed_in lets_in sits_at": "a way to a seat",
}
"""The methods of all ports between the bot and its adapters, and how each is tested."""
LIBRARY: Final = {
    "send edit send_message edit_original_response send_whisper request": "cards, lines, hands: what an update shows",
    "create_dm create_thread delete create_application_emoji create_scheduled_event": "tells nothing of a table",
    "delete_websocket_subscription sync set_translator": "tells nothing of a table",
}
"""The coroutines of Discord's and Twitch's libraries by which adapters send something."""
SENDS: Final = re.compile(
    "send|edit|create|delete|reply|request|respond|pin|post|defer|publish|set_|sync|update|whisper|announce"
)
FILES: Final = {
    "bot/commands/proofs.py bot/delivery/replays.py": "records: verify, and the pages of a game",
    "bot/delivery/disputes.py bot/people/own_file.py": "mod dispute, mydata",
    "bot/wings/archive/archive_commands.py bot/wings/archive/season_commands.py": "pictures of games that ended",
    "bot/wings/setup/setup_commands.py": "the rules of a place, and no game",
    "bot/wings/archive/evening_news.py": "the picture of an evening",
}
"""The modules that make files for people."""
PICTURES: Final = {
    "picture.png picture.png_within picture.packed painting.drawn painting.framed": "a board, as an update shows it",
    "picture.packed_within painting.png_of painter.encoded": "the same, or how a game ended, as its replay shows it",
    "result.result_png": "how a game ended, as its replay shows it to everybody",
    "evening_picture.evening_png evening_picture.season_png evening_picture.result_png": "of games that ended",
    "subscribers.without_person subscribers.own_part": "no picture, but a stored note of who wants to be called",
    "setup_file.written balances.without balances.own": "no picture, but rules of a place, and a stored note",
    "admission.own_part admission.stretched admission.without_person": "no picture, but a stored note; it has no game",
    "duty.without_person duty.own_part": "no picture, but a stored note of who is on duty",
    "guess_notes.guesses_without guess_notes.own_guess": "no picture, but a stored note of who guessed what",
    "guess_notes.board_without guess_notes.own_score": "no picture, but a stored note of who guessed right",
    "night.without_person night.own_part": "no picture, but a stored note; it has who signed up, and no game",
}
"""The functions of bot/render that draw and return bytes."""
BUTTONS: Final = {
    "do form pick fill own say yes choose set enter setup seat kind sure weigh meant": "in the cards that are compared",
}
"""The beginnings of button ids."""
LOGGED: Final = {
    "about after channel game guest name record table type user venue wing": "what is spoken of",
    "code error handler kind of pending reason stands status wait what where why": "what happened to it",
    "advice lacking length next_in notes seconds seen shard venues": "how it stands with the machine",
}
"""The values that a log line may hold beside its sentence."""


# The code


def commands() -> frozenset[str]:
    return frozenset(COMMANDS)


def words_after() -> frozenset[str]:
    """Return the words that commands look for after their own name: the constants of their patterns."""
    patterns = (
        node.value.value
        for path, tree in (*modules("bot/commands", "case "), *modules("bot/wings", "case "))
        if "/wings/" not in path or path.endswith("_commands.py")
        for node in ast.walk(tree)
        if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant)
    )
    return frozenset(word for word in patterns if isinstance(word, str) and word)


def addresses() -> frozenset[str]:
    """Return every route of the table room, with those of an Activity and of overlays, like `GET /hand`."""

    class Silent:
        def __getattr__(self, name: str) -> Any:
            return lambda *_, **__: "" if name == "text" else ()

    bot: Any = Silent()

    def more(*_: object) -> list[Any]:
        made = [page(*(bot for _ in inspect.signature(page).parameters)) for page in pages()]
        return [route for page in made for route in page.routes()]

    room = TableRoom(bot, bot, overlay_notes=bot, discord=DiscordSide("1", "secret", "token"), more=more)
    routes = room._runner.app.router.routes()  # the one place that has all of them
    return frozenset(
        f"{one.method} {one.resource.canonical}" for one in routes if one.resource and one.method != "HEAD"
    )


def ports() -> frozenset[str]:
    """Return the methods of all protocols between the bot and its adapters."""
    places = ("bot.ports.messages", "bot.ports.platforms", "bot.ports.browser", "bot.ports.chat")
    found = [
        one
        for name in (*places, *(f"bot.adapters.{one}.port" for one in ("discord", "twitch")))
        for one in vars(importlib.import_module(name)).values()
        if inspect.isclass(one) and Protocol in one.__mro__ and one.__module__.startswith("bot.") and speaks(one)
    ]
    found += parts_of_pages()
    return frozenset(
        name for one in found for name, it in vars(one).items() if inspect.isfunction(it) and name[0] != "_"
    )


def parts_of_pages() -> list[type]:
    """Return the parts of wings that their pages ask."""
    asked = [one.annotation for page in pages() for one in inspect.signature(page).parameters.values()]
    return [one for one in asked if one.__module__.startswith("bot.wings.")]


def speaks(port: type) -> bool:
    """Tell whether a port leads to people, not to the store."""
    return port.__name__ not in {"Notes", "SharedRoom", "TwitchStore"}


def library_calls() -> frozenset[str]:
    """Return the coroutines of Discord's and Twitch's libraries that our adapters await to send something."""
    return frozenset(
        call.func.attr
        for library, name in ((discord, "discord"), (twitchio, "twitch"))
        for _, tree in modules(f"bot/adapters/{name}")
        for node in ast.walk(tree)
        if isinstance(node, ast.Await) and isinstance(call := node.value, ast.Call)
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in coroutines(library)
        and SENDS.match(call.func.attr)
    )


@cache
def coroutines(library: Any) -> frozenset[str]:
    """Return the names of a library's coroutines, from its sources."""
    sources = Path(library.__path__[0]).rglob("*.py")
    return frozenset(name for one in sources for name in re.findall(r"async def ([a-z]\w*)", one.read_text("utf-8")))


def files() -> frozenset[str]:
    """Return the modules that make a File for somebody."""
    return frozenset(
        path
        for path, tree in modules("bot", "File(")
        if any(
            isinstance(one, ast.ImportFrom) and "File" in {name.name for name in one.names} for one in ast.walk(tree)
        )
        and any(is_call_of(one, "File") for one in ast.walk(tree))
    )


def is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def pictures() -> frozenset[str]:
    return frozenset(
        f"{Path(path).stem}.{node.name}"
        for folder in ("bot/render", "bot/wings")
        for path, tree in modules(folder, "-> bytes")
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.returns is not None and ast.unparse(node.returns) == "bytes"
    )


def logged() -> frozenset[str]:
    """Return the names of all values in any log line."""
    return frozenset(
        value.arg
        for folder in ("bot", "games", "persistence")
        for _, tree in modules(folder, "log.")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOGGED_BY
        if isinstance(node.func.value, ast.Name) and node.func.value.id.strip("_") in {"log", "logger"}
        for value in node.keywords
        if value.arg is not None
    )


def modules(folder: str, having: str = "") -> Iterator[tuple[str, ast.Module]]:
    """Yield the path and the syntax tree of each module in a folder of the program that contains this text."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        if having in path.read_text("utf-8"):
            yield path.relative_to(ROOT).as_posix(), parsed(path)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


# List and code


def names(*lists: Mapping[str, str]) -> frozenset[str]:
    return frozenset(name for one in lists for row in one for name in row.split())


def listed_addresses() -> frozenset[str]:
    opened, sent = names(ADDRESSES, FIXED), names(SENT)
    return frozenset((*(f"GET {one}" for one in opened), *(f"POST {one}" for one in sent)))


def listed_words() -> frozenset[str]:
    asked = {word for lines in ASKED.values() for line in lines for word in line.split()[1:]}
    return (asked | ASKED.keys()) & words_after() | names(SETTINGS)


KINDS: Final[dict[str, Callable[[], Kind]]] = {
    "command": lambda: Kind(commands(), frozenset(ASKED), "the lines that ask for it to ASKED"),
    "word after a command": lambda: Kind(
        words_after(), listed_words(), "a line with it to ASKED, or to SETTINGS if it has no answer of its own"
    ),
    "address": lambda: Kind(
        addresses(),
        listed_addresses(),
        "how it is opened to ADDRESSES; to FIXED or SENT if nothing of a table comes back",
    ),
    "method of a port": lambda: Kind(
        ports(), names(PORTS), "how it is looked at to PORTS, and keep in World what it shows"
    ),
    "call of a platform": lambda: Kind(library_calls(), names(LIBRARY), "what it carries to LIBRARY, and to of_update"),
    "file": lambda: Kind(files(), names(FILES), "its module to FILES, with the output that it comes with"),
    "picture": lambda: Kind(pictures(), names(PICTURES), "it to PICTURES, with what it is drawn from"),
    "button": lambda: Kind(frozenset(map(str, Does)), names(BUTTONS), "what its id begins with to BUTTONS"),
    "value in a log": lambda: Kind(logged(), names(LOGGED), "its name to LOGGED, if it is never anybody's secret"),
}
