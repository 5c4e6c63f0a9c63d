"""Questions about tables, games, purses and the bot; the answer is for the sender alone."""

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands import answers
from bot.commands.command import Command, Commands, Group, Parameter, games
from bot.commands.new_tables import NewTables
from bot.commands.people_here import PeopleHere
from bot.commands.proofs import Proofs
from bot.commands.wings_out import WingsOut
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.people.flows import GIFT
from bot.people.languages import WordsOf
from bot.people.opening_rules import no_table
from bot.people.venues import Venues
from bot.ports.ids import PersonId
from bot.ports.messages import Answer, Reply
from bot.ports.said import Said
from bot.render.ledger import ledger_lines
from bot.table.change import NoTable, Refused, UnknownTable
from bot.table.document import Session
from bot.table.phases import Playing
from bot.table.stacks import if_it_ends
from games.catalogue import by_word, catalogue
from games.kit.moves import by_verb
from persistence import Store

ENTRIES_SHOWN: Final = 10


OF_A_GAME: Final = frozenset({"hand", "moves", "odds"})
"""Questions that need a running game."""


def has_a_game(session: Session) -> bool:
    return isinstance(session.phase, Playing)


@dataclass(eq=False)
class QuestionCommands:
    """Answer what people ask. Nothing changes, except that a purse which is nearly empty is refilled."""

    store: Store
    repository: Repository
    directory: Directory
    words: WordsOf
    commands: Commands
    proofs: Proofs
    venues: Venues
    new_tables: NewTables
    people: PeopleHere
    wings_out: WingsOut

    @Command("table", Group.TABLE)
    @Command("tables", Group.PLAY, of_a_table=False)
    @Command("hand", Group.TABLE)
    @Command("moves", Group.TABLE)
    @Command("odds", Group.TABLE)
    @Command(
        "rules",
        Group.HELP,
        parameters=(Parameter("game", "slash-game", choices=games), Parameter("part", "slash-part")),
    )
    @Command("help", Group.HELP, aliases=("commands",), parameters=(Parameter("word", "slash-word"),), of_a_table=False)
    @Command("history", Group.TABLE)
    @Command("verify", Group.TABLE, parameters=(Parameter("number", "slash-game-number", int),))
    async def ask(self, said: Said) -> Reply:
        """Answer a question, to the sender alone. Raises Refused and StoreTrouble."""
        words, person = self.words(said.message), said.message.sender.id
        if said.word == "help" and said.rest:
            self.wings_out.refuse(said.rest[0].lower())
        if said.word in {"help", "tables"}:
            without = no_table(await self.new_tables.rules(said.message), said.message)
            return answers.general(said, words, await self.directory.listed(said), self.commands, without)
        if said.word == "rules":
            return await self._rules(said)
        if said.word == "verify":
            return await self._record(said)
        session = await self.directory.meant(said, has_a_game if said.word in OF_A_GAME else None)
        if session.options.spectators == "off" and said.message.page and not session.has(person):
            raise Refused("not-to-be-watched")
        if said.word == "history":
            _, recent = await self.repository.last_told(session, answers.BATCHES_OF_HISTORY)
            return Answer(answers.history(session, recent, words))
        if said.word == "odds":
            return await asyncio.to_thread(answers.about, said.word, session, person, words)
        return answers.about(said.word, session, person, words)

    async def _record(self, said: Said) -> Reply:
        """Return the record of the last game of the table that is meant, or of the game that is named. Raises Refused.

        If no table stands here any more, it is the last game that was played here.
        """
        words = self.words(said.message)
        if said.rest:
            return await self.proofs.named(said, words)
        try:
            session = await self.directory.meant(said)
        except (NoTable, UnknownTable):
            return await self.proofs.named(said, words)
        return await self.proofs.of_table(session, words)

    async def _rules(self, said: Said) -> Reply:
        """Answer `rules`, `rules more` or `rules the reveal`, for the table here or for the game named before.

        Raises Refused.
        """
        words = self.words(said.message)
        game = by_word(said.rest[0]) if said.rest else None
        if game is not None:
            return answers.rules_of(game, said.rest[1:], words)
        try:
            session = await self.directory.meant(said, lambda one: answers.tells_of(one, said.rest, words))
        except NoTable:
            if not said.rest:
                raise
            has_move = [one for one in catalogue().values() if said.rest[0].lower() in by_verb(one.moves)]
            if len(has_move) == 1:
                return answers.rules_of(has_move[0], said.rest, words)
            raise Refused("no-such-game", word=said.rest[0], games=", ".join(catalogue())) from None
        return answers.rules_here(session, said.rest, words)

    @Command("wallet", Group.ME, aliases=("purse",), of_a_table=False)
    async def wallet(self, said: Said) -> Reply:
        """Say how many suckers are in the sender's purse in this venue. Raises StoreTrouble."""
        person, venue = said.message.sender.id, said.message.community
        at_tables = sum(
            stack_of(session, person)
            for session in await self.directory.holding(person)
            if session.venue == venue and session.options.money == "purse"
        )
        words = self.words(said.message)
        await self.people.note(venue, said.message.sender)
        allowance = (await self.venues.settings(venue)).allowance
        answer = await answers.wallet(self.store, said.message, at_tables, allowance, words)
        lines = [answer.text]
        if at_tables:
            lines.append(words.text("purse-at-tables", amount=at_tables))
        if said.message.private:
            account, now = f"purse:{person}", self.store.clock.now()
            entries = await self.store.ledger(venue, account, ENTRIES_SHOWN)
            names = await self.people.names(venue) if any(entry.cause == GIFT for entry in entries) else {}
            lines += [words.text("your-last-entries"), *ledger_lines(entries, account, names, now, words)]
        return replace(answer, text="\n".join(lines))

    @Command("lag", Group.HELP)
    async def lag(self, said: Said) -> Reply:
        """Say how many ms a line takes from the platform to us, and from us to the store and back."""
        message, words = said.message, self.words(said.message)
        began, now = time.monotonic(), self.store.clock.now()
        await self.store.balance(message.venue, "bank")
        took = round((time.monotonic() - began) * 1000)
        if not message.at:
            return Answer(words.text("lag-store", store=took))
        return Answer(words.text("lag-is", heard=max(0, now - message.at), store=took))


def stack_of(session: Session, person: PersonId) -> int:
    """Return how many suckers somebody has at a table: the stack, what it would get from the pot if the series ended
    now, and the buy-in if they wait for a seat.
    """
    newcomer = session.newcomer(person)
    waits = 0 if newcomer is None else newcomer.stack
    return waits + sum(
        stack for seated, stack in zip(session.seats, if_it_ends(session), strict=True) if seated.player == person
    )
