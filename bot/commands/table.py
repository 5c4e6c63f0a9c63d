"""The command table: each command of the bot's own, declared once.

Help, slash commands, the words that are heard and docs/commands.md are made from it.
"""

from collections.abc import Awaitable
from typing import Final

from bot.commands.command import Command, Group, Parameter, Where, Who
from bot.commands.control_words import READERS
from bot.commands.families import Families
from bot.ports.messages import Reply
from bot.ports.said import Said
from games.catalogue import catalogue


def games() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(catalogue())


def ask(of: Families, said: Said) -> Awaitable[Reply]:
    """Answer a question; it changes nothing at a table."""
    return of.questions.ask(said)


REASON: Final = Parameter("reason", "slash-reason")
OPTIONS: Final = Parameter("options", "slash-options")
COUNT: Final = Parameter("count", "slash-count", int)

DECLARED: Final = (
    Command(
        "open",
        Group.PLAY,
        lambda of, said: of.new_tables.open(said),
        where=Where.PLACE,
        parameters=(Parameter("game", "slash-game", needed=True, choices=games), OPTIONS),
        of_a_table=False,
    ),
    Command(
        "join",
        Group.PLAY,
        lambda of, said: of.lobby.join(said),
        aliases=("sit",),
        parameters=(Parameter("text", "slash-dice-text"),),
        hosts=True,
    ),
    Command("leave", Group.PLAY, lambda of, said: of.lobby.leave(said), hosts=True),
    Command(
        "bots",
        Group.TABLE,
        lambda of, said: of.lobby.bots(said),
        aliases=("bot",),
        who=Who.HOST,
        parameters=(COUNT,),
        hosts=True,
    ),
    Command("start", Group.TABLE, lambda of, said: of.lobby.start(said), aliases=("begin",), who=Who.HOST, hosts=True),
    Command("options", Group.TABLE, lambda of, said: of.lobby.options(said), parameters=(OPTIONS,)),
    Command("table", Group.TABLE, ask),
    Command("tables", Group.PLAY, ask, of_a_table=False),
    Command("hand", Group.TABLE, ask),
    Command("moves", Group.TABLE, ask),
    Command("odds", Group.TABLE, ask),
    Command(
        "rules",
        Group.HELP,
        ask,
        parameters=(Parameter("game", "slash-game", choices=games), Parameter("part", "slash-part")),
    ),
    Command(
        "help",
        Group.HELP,
        ask,
        aliases=("commands",),
        parameters=(Parameter("word", "slash-word"),),
        of_a_table=False,
    ),
    Command("history", Group.TABLE, ask),
    Command("fair", Group.TABLE, lambda of, said: of.fair_play.fair(said), aliases=("receipts",)),
    Command("verify", Group.TABLE, ask, parameters=(Parameter("number", "slash-game-number", int),)),
    Command(
        "tournament",
        Group.PLAY,
        lambda of, said: of.tournaments.tournament(said),
        parameters=(Parameter("what", "slash-tournament"), OPTIONS),
        of_many=True,
    ),
    Command("rematch", Group.TABLE, lambda of, said: of.lobby.start(said), aliases=("next",), who=Who.HOST, hosts=True),
    Command(
        "choose",
        Group.TABLE,
        lambda of, said: of.lobby.choose(said),
        aliases=("colour", "color"),
        parameters=(Parameter("what", "slash-choice"),),
        hosts=True,
    ),
    Command("rebuy", Group.TABLE, lambda of, said: of.lobby.rebuy(said), hosts=True),
    Command("enough", Group.TABLE, lambda of, said: of.lobby.enough(said), who=Who.HOST, hosts=True),
    Command("close", Group.TABLE, lambda of, said: of.lobby.close(said), who=Who.HOST, hosts=True),
    Command("wallet", Group.ME, lambda of, said: of.questions.wallet(said), aliases=("purse",), of_a_table=False),
    Command(
        "ledger",
        Group.ME,
        lambda of, said: of.purses.ledger(said),
        parameters=(Parameter("which", "slash-which-entries"),),
        of_a_table=False,
    ),
    Command(
        "gift",
        Group.ME,
        lambda of, said: of.purses.gift(said),
        parameters=(Parameter("name", "slash-name", needed=True), Parameter("amount", "slash-gift", needed=True)),
        apart=True,
        of_a_table=False,
        of_many=True,
    ),
    Command(
        "limit",
        Group.ME,
        lambda of, said: of.purses.limit(said),
        parameters=(Parameter("what", "slash-limit"),),
        apart=True,
        of_a_table=False,
    ),
    Command(
        "games",
        Group.ME,
        lambda of, said: of.archive.games(said),
        parameters=(Parameter("which", "slash-which-games"),),
        of_a_table=False,
    ),
    Command(
        "top",
        Group.ME,
        lambda of, said: of.archive.top(said),
        parameters=(Parameter("which", "slash-top"),),
        apart=True,
        of_a_table=False,
        of_many=True,
    ),
    Command(
        "evening",
        Group.ME,
        lambda of, said: of.archive.evening(said),
        aliases=("night",),
        parameters=(Parameter("when", "slash-evening"),),
        of_a_table=False,
    ),
    Command(
        "season",
        Group.ME,
        lambda of, said: of.seasons.season(said),
        aliases=("seasons",),
        parameters=(Parameter("what", "slash-season"),),
        apart=True,
        of_a_table=False,
        of_many=True,
    ),
    Command(
        "replay",
        Group.ME,
        lambda of, said: of.archive.replay(said),
        aliases=("watch",),
        parameters=(Parameter("number", "slash-game-number", int),),
    ),
    Command(
        "practice",
        Group.PLAY,
        lambda of, said: of.practices.practice(said),
        where=Where.PLACE,
        parameters=(Parameter("game", "slash-practice"),),
    ),
    Command(
        "stats",
        Group.ME,
        lambda of, said: of.archive.stats(said),
        aliases=("record",),
        parameters=(Parameter("whose", "slash-whose-stats"),),
        of_a_table=False,
    ),
    Command(
        "pings",
        Group.ME,
        lambda of, said: of.preferences.pings(said),
        parameters=(Parameter("way", "slash-way", choices=lambda: ("on", "off", "dm")),),
        apart=True,
        of_a_table=False,
    ),
    Command("thread", Group.PLACE, lambda of, said: of.places.thread(said), who=Who.HOST, apart=True),
    Command("here", Group.PLACE, lambda of, said: of.places.here(said), who=Who.HOST, where=Where.PLACE),
    Command(
        "mirror",
        Group.PLACE,
        lambda of, said: of.mirrors.mirror(said),
        who=Who.HOST,
        parameters=(Parameter("code", "slash-mirror"),),
    ),
    Command(
        "page",
        Group.ME,
        lambda of, said: of.links.page(said),
        parameters=(Parameter("code", "slash-page"),),
        apart=True,
    ),
    Command(
        "show",
        Group.ME,
        lambda of, said: of.links.hand_codes.show(said),
        parameters=(Parameter("what", "slash-show", needed=True),),
        apart=True,
    ),
    Command(
        "link",
        Group.ME,
        lambda of, said: of.links.link(said),
        parameters=(Parameter("code", "slash-link"),),
        apart=True,
    ),
    Command(
        "safe",
        Group.ME,
        lambda of, said: of.preferences.safe(said),
        parameters=(Parameter("way", "slash-safe", choices=lambda: ("on", "off")),),
        apart=True,
        of_a_table=False,
    ),
    Command("mydata", Group.ME, lambda of, said: of.privacy.mydata(said), of_a_table=False),
    Command(
        "forget",
        Group.ME,
        lambda of, said: of.privacy.forget(said),
        parameters=(Parameter("who", "slash-forget", choices=lambda: ("me", "me yes")),),
        apart=True,
        of_a_table=False,
    ),
    Command("voids", Group.ME, lambda of, said: of.public_log.voids(said), parameters=(COUNT,), of_a_table=False),
    Command("lag", Group.HELP, lambda of, said: of.questions.lag(said)),
    Command(
        "stream", Group.PLACE, lambda of, said: of.streams.stream(said), who=Who.OWNER, where=Where.PLACE, apart=True
    ),
    Command(
        "want",
        Group.PLAY,
        lambda of, said: of.polls.vote(said),
        where=Where.PLACE,
        parameters=(Parameter("game", "slash-want"),),
        apart=True,
        of_a_table=False,
        of_many=True,
    ),
    Command(
        "control",
        Group.SETUP,
        lambda of, said: of.control.control(said),
        who=Who.STAFF,
        parameters=(
            Parameter("what", "slash-control", choices=lambda: tuple(READERS)),
            Parameter("value", "slash-control-value"),
        ),
        apart=True,
        of_a_table=False,
    ),
    Command(
        "overlay",
        Group.SETUP,
        lambda of, said: of.control.overlay(said),
        who=Who.STAFF,
        where=Where.PLACE,
        parameters=(Parameter("what", "slash-overlay", choices=lambda: ("hide", "show")),),
        apart=True,
        of_a_table=False,
    ),
    Command("skip", Group.MOD, lambda of, said: of.staff.skip(said), who=Who.STAFF, parameters=(REASON,)),
    Command(
        "remove",
        Group.TABLE,
        lambda of, said: of.putting_out.remove(said),
        parameters=(Parameter("name", "slash-name", needed=True), REASON),
        of_many=True,
        for_staff=True,
    ),
    Command(
        "admit",
        Group.TABLE,
        lambda of, said: of.putting_out.admit(said),
        who=Who.HOST,
        parameters=(Parameter("name", "slash-name"),),
        of_many=True,
        for_staff=True,
    ),
    Command(
        "agree",
        Group.TABLE,
        lambda of, said: of.staff.agree(said),
        parameters=(Parameter("number", "slash-motion", int),),
    ),
    Command(
        "correct",
        Group.MOD,
        lambda of, said: of.corrections.correct(said),
        who=Who.STAFF,
        parameters=(
            Parameter("name", "slash-name", needed=True),
            Parameter("change", "slash-change", needed=True),
            REASON,
        ),
        apart=True,
        of_a_table=False,
    ),
    Command("pause", Group.MOD, lambda of, said: of.staff.pause(said), who=Who.STAFF, parameters=(REASON,)),
    Command("resume", Group.MOD, lambda of, said: of.staff.resume(said), who=Who.STAFF, parameters=(REASON,)),
    Command("reset", Group.MOD, lambda of, said: of.staff.reset(said), who=Who.STAFF, parameters=(REASON,)),
    Command("end", Group.MOD, lambda of, said: of.staff.end(said), who=Who.STAFF, parameters=(REASON,)),
    Command(
        "mod",
        Group.MOD,
        lambda of, said: of.staff.mod(said),
        who=Who.STAFF,
        parameters=(Parameter("what", "slash-word", needed=True, choices=lambda: ("log", "flows", "dispute")), COUNT),
        of_a_table=False,
    ),
    Command(
        "community",
        Group.SETUP,
        lambda of, said: of.communities.community(said),
        who=Who.OWNER,
        parameters=(Parameter("what", "slash-community"),),
        apart=True,
        of_a_table=False,
    ),
    Command(
        "server",
        Group.SETUP,
        lambda of, said: of.staff.server(said),
        who=Who.OWNER,
        parameters=(
            Parameter(
                "what",
                "slash-server",
                choices=lambda: (
                    "prefix",
                    "staff",
                    "calls",
                    "tables",
                    "fair",
                    "archive",
                    "evening",
                    "allowance",
                    "gifts",
                    "corrections",
                    "check",
                ),
            ),
            Parameter("value", "slash-server-value"),
        ),
        apart=True,
        of_a_table=False,
    ),
)
COMMANDS: Final[dict[str, Command]] = {command.word: command for command in DECLARED}
ALIASES: Final[dict[str, str]] = {alias: command.word for command in DECLARED for alias in command.aliases}
