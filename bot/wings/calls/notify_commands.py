"""Commands of being called: `notify` says to which games, and when not; `wanted` calls people to one's own table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter, games
from bot.commands.moves import seat_of
from bot.commands.staff import need
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.people.opening_rules import clock_time
from bot.people.venues import Venues, roles_of
from bot.ports.ids import PlaceId
from bot.ports.messages import Answer, Reply, Rights
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.audit import AuditEntry, written
from bot.table.change import Change, Refused
from bot.table.hosting import refuse_in_tournament
from bot.table.phases import Between, Lobby
from bot.table.queueing import is_full
from bot.text import Words
from bot.text.reader import nearest
from bot.text.safe_text import bare, safe_name
from bot.wings.calls.calling_subscribers import CallingSubscribers
from bot.wings.calls.subscribers import (
    Subscriber,
    Subscribers,
    VenueSubscribers,
    hours_of,
    zone_called,
    zone_of,
)
from games.catalogue import AnyGame, by_word, catalogue
from persistence import Store

ON, OFF = "on", "off"
GAME, LIST, QUIET, ROLE = "game", "list", "quiet", "role"
APART: Final = 600_000
"""ms between two lines of a table that say that one more is wanted."""


@dataclass(eq=False)
class NotifyCommands:
    """Say to which tables one wants to be called, and call others. Each method raises Refused and StoreTrouble."""

    store: Store
    subscribers: Subscribers
    calling: CallingSubscribers
    directory: Directory
    repository: Repository
    platforms: Platforms
    venues: Venues
    words: WordsOf

    @Command(
        "notify",
        Group.ME,
        parameters=(
            Parameter("game", "slash-game", choices=games),
            Parameter("state", "slash-notify-state", choices=lambda: (ON, OFF)),
            Parameter("hours", "slash-notify-hours"),
            Parameter("role", "slash-notify-a-role"),
        ),
        apart=True,
        of_a_table=False,
        of_many=True,
        for_staff=True,
    )
    async def notify(self, said: Said) -> Reply:
        """Show or set to which games the sender is called: `notify GAME on`, `notify quiet 23-8`, `notify off`."""
        word, rest = (said.rest[0].lower(), said.rest[1:]) if said.rest else (LIST, ())
        if word == GAME:
            word, rest = (rest[0].lower(), rest[1:]) if rest else (LIST, ())
        match word:
            case "list":
                return await self._told(said, await self.subscribers.of(said.message.community))
            case "quiet":
                return await self._quiet(said, rest)
            case "role":
                return await self._role(said, rest)
            case "off" if not rest:
                return await self._change(said, lambda one: replace(one, games=()))
            case _:
                return await self._game(said, game_called(word), rest)

    async def _game(self, said: Said, game: AnyGame, rest: Sequence[str]) -> Reply:
        state = rest[0].lower() if rest else ON
        if state not in {ON, OFF}:
            raise Refused("not-among", field=game.name, values=f"{ON}, {OFF}")

        def alter(one: Subscriber) -> Subscriber:
            wanted = {*one.games, game.name} if state == ON else {*one.games} - {game.name}
            return replace(one, games=tuple(name for name in catalogue() if name in wanted))

        return await self._change(said, alter)

    async def _quiet(self, said: Said, rest: Sequence[str]) -> Reply:
        if not rest:
            raise Refused("notify-quiet-how")
        if rest[0].lower() == OFF:
            return await self._change(said, lambda one: replace(one, quiet=None, zone=""))
        hours, zone = hours_of(rest[0]), zone_called(rest[1]) if len(rest) > 1 else ""
        return await self._change(said, lambda one: replace(one, quiet=hours, zone=zone))

    async def _change(self, said: Said, alter: Callable[[Subscriber], Subscriber]) -> Reply:
        """Change what the sender wants, and say what that is now."""
        message = said.message
        person, name = message.sender, bare(safe_name(message.sender.name))

        def act(found: VenueSubscribers) -> VenueSubscribers:
            mine = alter(found.of(person.ids) or Subscriber(name))
            return found.without(person.ids).with_person(person.id, replace(mine, name=name))

        return await self._told(said, await self.subscribers.change(message.community, act, heard_of(message)))

    async def _told(self, said: Said, found: VenueSubscribers) -> Reply:
        """Say what the sender is called to, and which roles are mentioned here."""
        message, words = said.message, self.words(said.message)
        one = found.of(message.sender.ids) or Subscriber("")
        titles = [words.title(catalogue()[game]) for game in one.games if game in catalogue()]
        lines = [words.text("notify-is", games=words.listed(titles)) if titles else words.text("notify-none")]
        if one.quiet is not None:
            begins, ends = map(clock_time, one.quiet)
            zone = one.zone or zone_of(await self.venues.settings(message.venue))
            lines.append(words.text("notify-quiet-is", begins=begins, ends=ends, zone=zone))
        lines += self._roles_here(found, said, words)
        return Answer("\n".join(lines))

    @staticmethod
    def _roles_here(found: VenueSubscribers, said: Said, words: Words) -> list[str]:
        there = [game for game in catalogue() if found.role(said.message.venue, game)]
        named = [words.title(catalogue()[game]) for game in there]
        return [words.text("notify-roles", games=words.listed(named))] if named else []

    async def _role(self, said: Said, rest: Sequence[str]) -> Reply:
        """Set the role that is mentioned here when tables of a game gather, for moderators."""
        need(said, Rights.STAFF)
        message = said.message
        if len(rest) != 2:
            raise Refused("notify-role-how")
        if not self.platforms.notifies(message.place or PlaceId(message.venue)):
            raise Refused("notify-no-roles")
        game, venue = game_called(rest[0]), message.venue
        role = "" if rest[1].lower() == OFF else next(iter(roles_of((rest[1],), venue)), "")
        did = f"notify role {game.name} {role or OFF}"
        entry = AuditEntry(self.store.clock.now(), message.sender.id, bare(safe_name(message.sender.name)), did)
        await self.store.note_audit(venue, written(entry))
        await self.subscribers.change(
            message.community, lambda found: found.with_role(venue, game.name, role), heard_of(message)
        )
        words = self.words(message)
        return Answer(words.text("notify-role-is", game=words.title(game), state=ON if role else OFF))

    @Command("wanted", Group.TABLE, hosts=True, apart=True, of_many=True)
    async def wanted(self, said: Said) -> Reply:
        """Say in the place that one more is wanted at the sender's table, and call those who want to be called."""
        session, message = await self.directory.one(said), said.message

        def check(change: Change) -> str:
            seat, now = seat_of(change.session, said), change.session
            refuse_in_tournament(now)
            if not isinstance(now.phase, Lobby | Between):
                raise Refused("game-is-on", code=now.code)
            if now.options.by_invitation:
                raise Refused("wanted-by-invitation", code=now.code)
            if is_full(now) or now.practice is not None:
                raise Refused("wanted-no-room", code=now.code)
            return change.called[seat]

        who = check(self.repository.draft(session))
        wait = await self.store.take_room(f"wanted {session.table}", APART, 1)
        if wait:
            raise Refused("wanted-lately", minutes=-(-wait // 60_000))

        def act(change: Change) -> None:
            check(change)
            change.touched()

        session = await self.repository.update(session.ref, (message.id,), act)
        self.calling.want(session, who, message.id)
        seen = message.place in session.places
        return Answer("" if seen else self.words(message).text("wanted-said", code=session.code))


def game_called(word: str) -> AnyGame:
    """Return the game of this name. Raises Refused if there is none."""
    game = by_word(word)
    if game is None:
        close = nearest(word, list(catalogue()))
        raise Refused("notify-no-game", word=word, games=", ".join(close) or ", ".join(catalogue()))
    return game
