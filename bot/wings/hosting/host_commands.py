"""Do what a host may besides: hand the table over, make it one by invitation, invite people, keep onlookers out."""

from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter, Who
from bot.commands.lobby import LobbyCommands
from bot.commands.named_people import NamedPeople, NamedPerson
from bot.commands.places import place_of, put_elsewhere
from bot.delivery.owed_postings import OwedPosting, OwedPostings
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.ports.ids import NO_PLACE, PersonId, PlaceId
from bot.ports.messages import Answer, Choosable, Person, PrivateAnswer, Reply, Rights, Unreachable
from bot.ports.said import Said
from bot.render.panel import names
from bot.table import hosting
from bot.table.change import Change, Exposed, Refused
from bot.table.document import INVITED, Session, TournamentRules
from bot.table.hooks import Hooks
from bot.table.hosting import Role
from bot.table.phases import Between, Lobby
from bot.table.queueing import JOIN
from bot.text.reader import ChatReader
from bot.text.safe_text import bare, safe_name
from bot.wings.hosting.admission import OFF, InvitedPerson, checked
from bot.wings.hosting.admissions import Admissions, heard_alone
from persistence import Store

ON: Final = "on"
EVERYBODY: Final = "all"


@dataclass(eq=False)
class HostCommands:
    """Do what a host, or a moderator, says about who hosts, who sits down and who looks on.

    Each method raises Refused and StoreTrouble.
    """

    store: Store
    words: WordsOf
    lobby: LobbyCommands
    admissions: Admissions
    named: NamedPeople
    owed: OwedPostings
    hooks: Hooks

    async def _hosts(self, said: Said) -> Session:
        """Return the table that the sender hosts, or may do this at as a moderator. Raises Refused for others."""
        session = await self.lobby.hosted(said)
        if hosting.role_of(session, said.message) is Role.PLAYER:
            raise Refused("only-the-host", host=hosting.host_name(session), verb=said.word)
        return session

    @Command(
        "host",
        Group.TABLE,
        who=Who.HOST,
        parameters=(Parameter("name", "slash-or-name", needed=True),),
        hosts=True,
        of_many=True,
    )
    async def host(self, said: Said) -> Reply:
        """Hand a table over to somebody who sits there."""
        session = await self._hosts(said)
        if not said.rest:
            raise Refused("host-whom", code=session.code)
        typed = (said.rest[0].removeprefix("@"), *said.rest[1:])
        seat, _ = ChatReader(names(session, self.words(said.message)), 0).seat(typed)
        whom = session.seats[seat].player
        return await self.lobby.by_host(replace(said, code=session.code), lambda change: hand_over(change, whom))

    # By invitation

    @Command("private", Group.TABLE, who=Who.HOST, hosts=True, apart=True, of_many=True)
    async def private(self, said: Said) -> Reply:
        """Make a table one by invitation, in a closed room where there can be one."""
        session = await self._hosts(said)
        check_closing(session)
        old = place_of(session, said)
        new = await self._closed_room(session, old, said)

        def act(change: Change) -> None:
            check_closing(change.session)
            change.set(options=replace(change.session.options, admits=INVITED))
            change.say("made-private")
            if new and old in change.session.places:
                put_elsewhere(change, old, new)
            change.touched()

        answer = await self.lobby.by_host(replace(said, code=session.code), act)
        words = self.words(said.message)
        if new:
            await self.admissions.let_all_see(replace(session, places=(new,)))
            return Answer(words.text("table-moved", code=session.code), stands_at=new)
        return Answer("\n".join(filter(None, (answer.text, words.text("in-everybodys-view", code=session.code)))))

    async def _closed_room(self, session: Session, place: PlaceId, said: Said) -> PlaceId:
        """Make a closed room beside a table's place; none if that can't be."""
        if isinstance(session.tournament, TournamentRules) or session.venue_at(place) != session.venue:
            return NO_PLACE
        words = self.words(said.message)
        try:
            title = words.text("room-title", code=session.code, game=words.title(session.rules))
            return await self.admissions.platforms.closed_room(place, title)
        except Unreachable:
            return NO_PLACE

    @Command("public", Group.TABLE, who=Who.HOST, hosts=True, of_many=True)
    async def public(self, said: Said) -> Reply:
        """Let everybody sit down again; who was invited and the password are forgotten."""
        session = await self._hosts(said)

        def act(change: Change) -> None:
            if not change.session.options.by_invitation:
                raise Refused("public-already", code=change.session.code)
            change.set(options=replace(change.session.options, admits=EVERYBODY))
            change.say("made-public")
            change.touched()

        answer = await self.lobby.by_host(replace(said, code=session.code), act)
        await self.admissions.drop(session)
        return answer

    @Command(
        "spectators",
        Group.TABLE,
        who=Who.HOST,
        parameters=(Parameter("what", "slash-spectators", choices=lambda: (ON, OFF)),),
        hosts=True,
    )
    async def spectators(self, said: Said) -> Reply:
        """Show a table on pages and overlays to everybody, or only to those who sit there."""
        session = await self._hosts(said)
        wanted = said.rest[0].lower() if said.rest else ""
        if wanted not in {ON, OFF}:
            now = session.options.spectators
            line, words = f"{session.code} spectators {OFF if now == ON else ON}", self.words(said.message)
            how = words.text("confirm-with", line=line)
            return Answer(f"{words.text('spectators-now', code=session.code, now=now)} {how}", confirm=line)

        def act(change: Change) -> None:
            change.set(options=replace(change.session.options, spectators=wanted))
            change.say("spectators-are", now=wanted)
            change.touched()

        return await self.lobby.by_host(replace(said, code=session.code), act)

    @Command(
        "invite",
        Group.TABLE,
        who=Who.HOST,
        parameters=(Parameter("name", "slash-or-name"),),
        hosts=True,
        apart=True,
        of_many=True,
    )
    async def invite(self, said: Said) -> Reply:
        """Invite somebody to a table by invitation, and tell them; alone, say who is invited."""
        session, message, words = await self._private(said), said.message, self.words(said.message)
        if not said.rest:
            listed = words.listed([one.name for one in (await self.admissions.of(session)).invited])
            return PrivateAnswer(
                words.text("invited-are", code=session.code, names=listed, none="no" if listed else "yes")
            )
        whom = await self.named.named(replace(message, venue=session.opened_in, home=session.venue), said.rest)
        ids = frozenset(whom.ids)
        if session.is_removed(ids):
            raise Refused("invite-removed", code=session.code, who=whom.name)
        if any(session.has(one) for one in ids):
            raise Refused("invite-sits", code=session.code, who=whom.name)
        await self.admissions.check_inviter(message.sender.id)
        owed = await self._owe(said, session, whom)
        await self.admissions.invite(session, InvitedPerson(whom.ids, whom.name), heard_of(message))
        if owed is not None:
            self.owed.pay(owed)
            await self.admissions.let_see(session, whom.ids)
        return Answer(words.text("invited", code=session.code, who=whom.name))

    async def _owe(self, said: Said, session: Session, whom: NamedPerson) -> OwedPosting | None:
        """Note that somebody has to be told of an invitation; None: they could not sit down, or not with the host.

        That is told to nobody: it would say who is banned here, or who has blocked whom.
        """
        message = said.message
        if not await self.hooks.may_sit_together(message.sender.id, whom.id):
            return None
        person = Person(whom.id, whom.name, whom.ids[1:])
        try:
            await self.hooks.check_sitting(person, session.venue, Rights.PLAYER, session.persons)
        except Refused:
            return None
        words, by = self.words(message), bare(safe_name(message.sender.name))
        text = words.text("invitation-told", code=session.code, game=words.title(session.rules), who=by)
        now, join = self.store.clock.now(), Choosable(f"{session.code} {JOIN}", words.text("button-join"))
        owed = OwedPosting("invitation", message.venue, message.id, (), text, now, people=whom.ids, ways=(join,))
        await self.owed.owe(owed)
        return owed

    @Command(
        "password",
        Group.TABLE,
        who=Who.HOST,
        parameters=(Parameter("word", "slash-password"),),
        hosts=True,
        apart=True,
        of_many=True,
        unkept=True,
    )
    async def password(self, said: Said) -> Reply:
        """Set the password of a table by invitation, in private; `off` lets nobody in by one; alone, say if there is
        one.
        """
        goes = len(said.rest) == 1 and said.rest[0].lower() == OFF
        if said.rest and not goes and not heard_alone(said.message):
            raise Exposed("password-not-taken")
        session, words = await self._private(said), self.words(said.message)
        if not said.rest:
            stands = "no" if (await self.admissions.of(session)).password is None else "yes"
            return PrivateAnswer(words.text("password-is", code=session.code, stands=stands))
        word = "" if goes else checked(said.rest)
        await self.admissions.set_password(session, word, heard_of(said.message))
        return PrivateAnswer(words.text("password-set", code=session.code, stands="yes" if word else "no"))

    async def _private(self, said: Said) -> Session:
        """Return the table by invitation that the sender hosts. Raises Refused if it is none."""
        session = await self._hosts(said)
        if not session.options.by_invitation:
            raise Refused("invite-not-private", code=session.code)
        return session


def hand_over(change: Change, whom: PersonId) -> None:
    """Make somebody who sits here the host. Raises Refused."""
    session, seat = change.session, change.session.seat_of(whom)
    hosting.refuse_in_tournament(session)
    if seat is None:
        raise Refused("host-gone", code=session.code)
    one, who = session.seats[seat], change.called[seat]
    if one.is_bot:
        raise Refused("host-no-bot", who=who)
    if whom == session.host:
        raise Refused("host-already", who=who)
    if one.away:
        raise Refused("host-away", who=who)
    change.set(host=whom, hosted_at=change.now, votes=None)
    change.say("host-is-now", who=who)
    change.touched()


def check_closing(session: Session) -> None:
    """Raise Refused if a table can't become one by invitation now: between games, and once."""
    hosting.refuse_in_tournament(session)
    if session.options.by_invitation:
        raise Refused("private-already", code=session.code)
    if not isinstance(session.phase, Lobby | Between):
        raise Refused("private-later", code=session.code)
