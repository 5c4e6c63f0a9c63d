"""New tables: opened with options, with a first stake, or as the lobby of a tournament."""

import contextlib
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.commands.command import OPTIONS, Command, Group, Parameter, Where, games
from bot.commands.moves import most_of, seat_of
from bot.commands.openings import OpeningAtPlace, Openings
from bot.commands.places import must_be_shown
from bot.commands.stakes import open_with_stake
from bot.engine.directory import Directory, code_of
from bot.engine.repository import Repository
from bot.engine.taken import RepeatedError, heard_of
from bot.people.doors import Doors
from bot.people.entry import Entry
from bot.people.languages import WordsOf
from bot.people.opening_rules import (
    OpeningRules,
    as_told,
    check_game,
    check_opener,
    check_place,
    check_stakes,
    check_time,
    may_open,
    money_of_a_crowd,
    usual_in_tournament,
    usual_options,
)
from bot.people.venues import Venues
from bot.ports.ids import NO_PLACE, PlaceId, is_alone, platform_of
from bot.ports.messages import Answer, Message, Person, Reply, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.render.rules import in_sentences
from bot.table import options, seating
from bot.table.change import Change, Refused
from bot.table.commitments import tell_commitment
from bot.table.defaults import Defaults
from bot.table.document import NO_SEED, OfTournament, Practice, Session, TableOptions, TournamentRules
from bot.table.fairness import Fairness
from bot.table.hooks import Hooks
from bot.table.new_table import Opening, check_given, led_home, new_session
from bot.table.options import MOST_BUYIN
from bot.table.phases import Between, Lobby
from bot.table.queueing import seats_left, stake_line, takes_stakes, way_in
from bot.table.stacks import START_OF_PURSE, purse_too_small, welcome_gift
from bot.text import Words
from bot.text.reader import SHARES, ChatReader, nearest, split_options
from games.catalogue import AnyGame, by_word, catalogue
from games.kit.contract import Abilities
from games.kit.kinds import keeps_secrets
from games.kit.money import Suckers
from games.kit.moves import verb
from games.kit.notation import Unreadable, read_arguments, write
from games.kit.seats import Seat
from games.kit.telling import Say, Told, say
from games.proof.seeded_dice import SeededDice
from persistence import Store

WHOLE: Final = re.compile(r"[0-9]{1,7}")


class WantedTable(NamedTuple):
    """A table that somebody wants to open by a line. `then`: what is done at it at once.

    `kind`: the lobby of a tournament, or for practice. `usual`: those of `given` that the venue chose.
    """

    game: AnyGame
    given: dict[str, str]
    said: Said
    then: Callable[[Change], None] = lambda _: None
    kind: TournamentRules | Practice | None = None
    usual: Mapping[str, str] = MappingProxyType({})


@dataclass(eq=False)
class NewTables:
    """Open the tables that people ask for."""

    store: Store
    repository: Repository
    directory: Directory
    defaults: Defaults
    words: WordsOf
    platforms: Platforms
    venues: Venues
    fairness: Fairness
    entry: Entry
    doors: Doors
    openings: Openings
    hooks: Hooks

    async def rules(self, message: Message) -> OpeningRules:
        """Return the rules for opening tables where this message was said, with the defaults of its platform."""
        rules = (await self.venues.settings(message.venue)).opening
        return rules.with_usual(self.platforms.openers_on(platform_of(message.venue)))

    @Command(
        "open",
        Group.PLAY,
        where=Where.PLACE,
        parameters=(Parameter("game", "slash-game", needed=True, choices=games), OPTIONS),
        of_a_table=False,
    )
    async def open(self, said: Said) -> Reply:
        """Open a table: `open GAME`, optionally with a first stake and options. Raises Refused.

        Where viewers have no pages, `open` alone opens a game that needs none.
        """
        said, told = await self.hooks.opened_in_full(said)
        return with_told(await self._open(said), told)

    async def _open(self, said: Said) -> Reply:
        given, rest = split_options(said.rest)
        rules = await self.rules(said.message)
        games_here = ", ".join(rules.games or catalogue())
        if not rest and self._lacks_pages(said) and (playable := self._playable_in_chat(rules.games)):
            return await self._open_without_pages(playable, given, said)
        if not rest:
            raise Refused("which-game", games=games_here)
        game = by_word(rest[0])
        if game is None:
            close = nearest(rest[0], list(catalogue()))
            raise Refused("no-such-game", word=rest[0], games=", ".join(close) or games_here)
        if len(rest) == 1:
            return await self.open_with(game, given, replace(said, rest=()))
        if game.opening is None and WHOLE.fullmatch(rest[1]):
            purses = "yes" if game.stack(game.options_from({})) else "no"
            raise Refused("no-first-stake", games=game.name, amount=rest[1], purses=purses)
        if game.opening is None or not any(sign.isdigit() for sign in rest[1]):
            raise Refused("option-form", word=rest[1], example=options.option_example(game))
        return await self.open_with(game, given, replace(said, word=verb(game.opening), rest=rest[1:]))

    async def _open_without_pages(self, playable: Sequence[AnyGame], given: dict[str, str], said: Said) -> Reply:
        """Open the first of these games; say why no game was asked for, and which others there are."""
        told = self.words(said.message).text("chosen-without-pages", games=", ".join(one.name for one in playable))
        return with_told(await self.open_with(playable[0], given, said), told)

    def _lacks_pages(self, said: Said) -> bool:
        """Tell whether people at a place need pages for their secrets, and can't reach any."""
        place = said.message.place
        return bool(place) and self.doors.lead_nowhere and not self.platforms.abilities_of(place).tells_alone

    @staticmethod
    def _playable_in_chat(allowed: Sequence[str]) -> list[AnyGame]:
        """Return the games without secrets. `allowed`: the games of the venue; empty for all."""
        return [one for one in catalogue().values() if one.name in (allowed or catalogue()) and not keeps_secrets(one)]

    async def check_opener(self, game: AnyGame, said: Said) -> None:
        """Raise Refused for the stake of somebody who may not open a table, if no crowd's table stands here for it."""
        message, rules = said.message, await self.rules(said.message)
        if not message.place or may_open(rules, message):
            return
        standing = await self.directory.around(said)
        if standing and len(standing) >= self._most_at(message.place, rules):
            raise takes_no_stakes(standing[0], self.words(message))
        line = f"{game.name} {options.opening_example(game)}"
        raise Refused("no-crowd-yet", only=rules.only, who=rules.others, line=line)

    def _most_at(self, place: PlaceId, rules: OpeningRules) -> int:
        """Return how many tables may stand at a place at the same time."""
        return rules.tables or self.platforms.most_tables_on(platform_of(place))

    async def in_place_of(self, reason: Say, message: Message) -> Say:
        """Return why a line was refused. Somebody who may not open a table is told who may, not how to open one."""
        return as_told(await self.rules(message), message, reason)

    async def open_tournament(
        self, said: Said, game: AnyGame, given: dict[str, str], tournament: TournamentRules
    ) -> Reply:
        """Open a lobby where people gather; its host starts the tournament. Raises Refused."""
        usual = usual_in_tournament(await self.rules(said.message), game, given)
        return await self._open_table(WantedTable(game, {**usual, **given}, said, kind=tournament, usual=usual))

    async def open_practice(self, said: Said, game: AnyGame, given: dict[str, str], practice: Practice) -> Reply:
        """Open a table for playing on a game that was called off. Raises Refused."""
        return await self._open_table(WantedTable(game, given, said, kind=practice))

    async def open_by_name(self, game: AnyGame, given: dict[str, str], said: Said) -> Reply:
        """Open a table by the name of a game, with an opening move if there is one.

        Where only one table may stand, the game gets its options for everybody. Raises Refused.
        """
        one = self.platforms.most_tables_on(platform_of(said.message.place)) == 1
        return await self.open_with(game, given, said, game.for_all if one else {})

    async def open_with(
        self, game: AnyGame, given: dict[str, str], said: Said, plainly: Mapping[str, str] = MappingProxyType({})
    ) -> Reply:
        """Open a table, with an opening move if there is one. Raises Refused.

        `plainly`: options that count unless the sender or the venue sets others.
        """
        given = await self.spelled_out(given, said.message)
        usual = await self._usual(game, given, said)
        given = {**plainly, **usual, **given}
        given |= await self._crowds_money(game, given, said.message)
        if not said.rest:
            return await self._open_table(WantedTable(game, given, said, usual=usual))
        try:
            line = opening_line(game, given, said)
        except Unreadable as wrong:
            return Answer(self.words(said.message).sentence(wrong.reason, (), game), ok=False)
        return await self._open_table(
            WantedTable(game, given, said, lambda change: open_with_stake(change, line, said), usual=usual)
        )

    async def spelled_out(self, given: dict[str, str], message: Message) -> dict[str, str]:
        """Return options with the buy-in in digits: `half`, `25%` and `all` are shares of the sender's purse here.

        The result is at most the highest buy-in of the venue. Raises StoreTrouble.
        """
        word = given.get("buyin", "")
        if not SHARES.fullmatch(word):
            return given
        purse = await self.store.balance(message.community, f"purse:{message.sender.id}")
        most = (await self.venues.settings(message.venue)).opening.stakes[1] or MOST_BUYIN
        reader = ChatReader((), START_OF_PURSE if purse is None else purse, most)
        return {**given, "buyin": str(reader.suckers(word))}

    async def _usual(self, game: AnyGame, given: Mapping[str, str], said: Said) -> dict[str, str]:
        """Return the venue's defaults for this game, without those that were given."""
        return usual_options(await self.rules(said.message), game.name, given)

    async def _crowds_money(self, game: AnyGame, given: Mapping[str, str], message: Message) -> dict[str, str]:
        """Return the money option of a crowd where none was given: people's purses, unless other options are about
        chips.
        """
        rules = await self.rules(message)
        money = {} if is_alone(message.community) else money_of_a_crowd(rules, given)
        if not money:
            return {}
        try:
            _, own = check_given(
                game, {**given, **money}, self.platforms.abilities_of(message.place), generous=rules.generous
            )
        except Refused:
            return {}
        chosen, plain = game.options_from(own), game.options_from({})
        crowd = game.gathers(chosen) is not None and game.stack(chosen) == game.stack(plain)
        return money if crowd else {}

    async def _open_table(self, wanted: WantedTable) -> Reply:
        """Open a table as the rules of the venue allow. Raises Refused."""
        message = wanted.said.message
        if not message.place:
            raise self.directory.no_table()
        rules = await self.rules(message)
        check_opener(rules, message)
        check_place(rules, message)
        check_game(rules, wanted.game.name)
        check_time(rules, self.store.clock.now())
        async with self.openings.one(rules, wanted.said, self._most_at(message.place, rules)) as allowed:
            return await self._opened(wanted, allowed)

    async def _opened(self, wanted: WantedTable, allowed: OpeningAtPlace) -> Reply:
        """Open a table, in a room of its own where it needs one, and tell its opener what they should know of it."""
        said, message = wanted.said, wanted.said.message
        room = await self._needs_room(said, wanted.kind)
        session = await self._new_session(wanted, allowed)
        act = self._first_step(wanted, await self.entry.with_face(message.sender))
        private = session.options.by_invitation and session.tournament is None
        if room or private or allowed.alone:  # a refusal must leave no empty room, and close no table
            await self._check_opening(session, act, allowed, message)
        place = await self._room(session, said, private=private, wanted=room) if room or private else NO_PLACE
        if place:
            pledge = self.fairness.pledge(message.community, place, 0)
            session = led_home(replace(session, places=(place,), pledge=pledge), message.venue)
        await self.openings.make_room(allowed)
        if session.mirrors:
            await self.store.note_mirror(session.places[0], session.ref)
        opened = await self.repository.open(session, (message.id,), act, message)
        await self.directory.kept(opened)
        in_view = private and not await self.platforms.let_in(opened.places[0], message.sender.ids)
        told = [line async for line in self._told_of(opened, wanted, in_room=bool(place), in_view=in_view)]
        return Answer("\n".join(filter(None, told)), stands_at=place)

    async def _new_session(self, wanted: WantedTable, allowed: OpeningAtPlace) -> Session:
        """Return the new table, which is not stored yet. Raises Refused if its options are not allowed here."""
        message, ref = wanted.said.message, allowed.ref
        now, plain = self.store.clock.now(), TableOptions(pace=self.defaults.pace)
        opening = Opening(ref.table, code_of(ref), message.community, message.place, message.sender, now)
        pledge = self.fairness.pledge(message.community, message.place, 0)
        rules = (await self.venues.settings(message.venue)).opening
        abilities = self.platforms.abilities_of(message.place)
        new = new_session(wanted.game, wanted.given, opening, pledge, abilities, plain, generous=rules.generous)
        session = led_home(replace(of_kind(new, wanted.kind), opened_by=message.sender.id), message.venue)
        check_stakes(rules, session.options)
        await self.entry.check_own(session, message)
        return session

    def _first_step(self, wanted: WantedTable, opener: Person) -> Callable[[Change], None]:
        """Return the first step of a new table: its opener sits down, and does what they asked for."""

        def act(change: Change) -> None:
            seat = seating.take_seat(change, opener)
            self._tell_opened(change, change.called[seat], self.words(wanted.said.message))
            wanted.then(change)
            if isinstance(change.session.phase, Lobby):
                tell_commitment(change)

        return act

    async def _told_of(
        self, opened: Session, wanted: WantedTable, *, in_room: bool, in_view: bool
    ) -> AsyncIterator[str]:
        """Yield what the opener of a table is told. `in_view`: it is private, but stands where everybody can see it."""
        words = self.words(wanted.said.message)
        if in_room:
            yield words.text("table-in-room", code=opened.code)
        if in_view:
            yield words.text("in-everybodys-view", code=opened.code)
        if wanted.usual:
            yield words.text("opened-as-usual", options=options.in_a_line(wanted.usual))
        if keeps_secrets(wanted.game) and self._lacks_pages(wanted.said):
            yield await self._told_without_pages(wanted.game, wanted.said)
        yield self._kept(opened, wanted.said)

    async def _check_opening(
        self, session: Session, act: Callable[[Change], None], allowed: OpeningAtPlace, message: Message
    ) -> None:
        """Raise Refused if the new table would be refused later: by the first step at it, or by the purse of its
        opener.
        """
        person = message.sender.id
        moved = await self.repository.check_opening(session, act)
        needed = sum(one.amount for one in moved if one.source == f"purse:{person}")
        if not needed:
            return
        gift = welcome_gift(person)
        welcome = 0 if await self.store.is_spent(session.venue, gift.once or "") else gift.amount
        had = (await self.store.balance(session.venue, gift.target) or 0) + welcome
        if needed > had + allowed.lies_there(person):
            raise purse_too_small(session, had)

    async def _told_without_pages(self, game: AnyGame, said: Said) -> str:
        """Say that viewers can't reach the pages of this game, and what they can play instead."""
        words, rules = self.words(said.message), await self.rules(said.message)
        others = [words.title(one) for one in self._playable_in_chat(rules.games)]
        named = words.listed(others)
        return words.text("opened-without-pages", game=words.title(game), others=len(others), named=named)

    async def _needs_room(self, said: Said, kind: TournamentRules | Practice | None) -> bool:
        """Tell whether the new table gets a room of its own, as the venue chose; the lobby of a tournament never does.

        Raises Refused, before anything is stored, if the table could not be shown.
        """
        lacks = await must_be_shown(self.platforms, said.message.place, self.words(said.message))
        if lacks is None:
            return False
        wanted = not isinstance(kind, TournamentRules) and (await self.venues.settings(said.message.venue)).threads
        return wanted and lacks.has_rooms and not lacks.room

    async def _room(self, session: Session, said: Said, *, private: bool, wanted: bool) -> PlaceId:
        """Make a room for a new table beside this place; for a private one a closed room, or none if there can't be
        one.

        `wanted`: the venue wants rooms. Raises Refused and RepeatedError.
        """
        message, words = said.message, self.words(said.message)
        if await self.repository.taken.asked(heard_of(message)):
            raise RepeatedError(frozenset({message.id}))  # a repeat makes no second room
        title = words.text("room-title", code=session.code, game=words.title(session.rules))
        if private:
            with contextlib.suppress(Unreachable):
                return await self.platforms.closed_room(message.place, title)
        if not wanted:
            return NO_PLACE
        try:
            return await self.platforms.side_room(message.place, title)
        except Unreachable:
            raise Refused("no-side-room") from None

    def _tell_opened(self, change: Change, host: str, words: Words) -> None:
        session = change.session
        if session.practice is not None:
            change.say("practice-opened", code=session.code, game=say("game-title"), number=session.practice.number)
            return
        seats, title = session.seats_allowed[-1], say("game-title")
        named: dict[str, Told] = {"code": session.code, "game": title, "seats": seats, "host": host}
        if session.tournament is None:
            change.tell(say("table-opened", **named, **how_to_join(session)))
            if session.options.admits != "all":
                change.say("table-admits", who=say(f"option-admits-{session.options.admits}"))
        else:
            change.tell(say("tournament-opened", **named))
        for message, lacking in lacks(session, words):
            change.say(message, options=lacking)
        if session.options.money == "purse":
            change.say("money-purse", buyin=session.options.buyin)
            if options.for_purses(session):
                change.say("purse-options")

    def _kept(self, session: Session, said: Said) -> str:
        """Return a sentence that an opening move is kept for the start; empty if it was already played.

        The opener of a crowd's table gets none, because the table itself says that it is open and when it begins.
        """
        waits = isinstance(session.phase, Lobby | Between) and session.gathers is None
        if not waits or not session.seats[seat_of(session, said)].opening:
            return ""
        return self.words(said.message).text("kept-for-start", verb=said.word)


def with_told(reply: Reply, told: str) -> Reply:
    """Return the answer of somebody who opens a table, after what they are told besides."""
    if not told or not isinstance(reply, Answer):
        return reply
    return replace(reply, text="\n".join(filter(None, (told, reply.text))))


def of_kind(session: Session, kind: TournamentRules | Practice | None) -> Session:
    """Return a new table as the lobby of a tournament, as a practice table, or (None) unchanged."""
    return replace(session, practice=kind) if isinstance(kind, Practice) else replace(session, tournament=kind)


def takes_no_stakes(session: Session, words: Words) -> Refused:
    """Return the refusal of a stake because this table stands here, with the way to join it."""
    left = "yes" if seats_left(session) and not isinstance(session.tournament, OfTournament) else "no"
    title = words.title(session.rules)
    return Refused("no-stakes-here", code=session.code, game=title, way=way_in(session), left=left)


def how_to_join(session: Session) -> dict[str, Told]:
    """Return how others can join, for the line that announces a new table."""
    if session.options.by_invitation:
        return {"dice": "invited"}
    if session.gathers is not None and takes_stakes(session):
        return {"dice": "crowd", "line": stake_line(session)}
    return {"dice": "none" if session.seats_allowed[-1] == 1 else "text"}


def lacks(session: Session, words: Words) -> Iterator[tuple[str, Told]]:
    """Yield a sentence id, and in words the options that differ from those at a place with all abilities."""
    full = session.rules.defaults(session.given, Abilities())
    chosen = {key: options.as_typed(value) for key, value in session.game_options.model_dump(mode="json").items()}
    lacking = {
        "opened-cannot-take-back": Abilities(takes_back=session.abilities.takes_back),
        "opened-with-delay": Abilities(equal_delay=session.abilities.equal_delay),
        "opened-few-secrets": Abilities(tells_alone=session.abilities.tells_alone),
    }
    for message, abilities in lacking.items():
        here = session.rules.defaults(session.given, abilities)
        other = {key: options.as_typed(value) for key, value in here.items() if full.get(key) != value}
        if set_here := {key: value for key, value in other.items() if key not in session.given}:
            yield message, in_sentences(session.rules, set_here, words)
        preferred = {key: chosen[key] for key, value in other.items() if chosen[key] != value}
        if preferred and not abilities.takes_back:
            yield "opened-all-the-same", options.in_a_line(preferred)


def opening_line(game: AnyGame, given: dict[str, str], said: Said) -> str:
    """Return the opening move of somebody who has no seat yet, in notation; `all` means the highest possible stake.

    Raises Unreadable, and Refused for unknown options.
    """
    table, own = options.table_options(game, given, TableOptions())
    options.check_options(game, own, Abilities(), table.from_purses)
    chosen = game.options_from(own, buyin=table.from_purses)
    stack = Suckers(table.from_purses) or game.stack(chosen)
    if game.opening is None:
        return ""
    step = game.start(chosen, (stack,) * game.seats(chosen)[0], SeededDice(NO_SEED, "", b""), None)
    offers = [move for move in game.legal_moves(step.state, Seat(0)) if move.move is game.opening]
    most = most_of(offers, stack)
    return write(read_arguments(game.opening, said.rest, ChatReader((), stack, most)))
