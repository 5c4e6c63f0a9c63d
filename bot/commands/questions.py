"""Questions about tables, games, purses and the bot: answered to their sender alone."""

import asyncio
import time
from typing import Final

from msgspec.structs import replace

from bot.commands import answers
from bot.commands.context import Context
from bot.commands.links import LinkCommands
from bot.commands.people_here import PeopleHere
from bot.commands.proofs import Proofs
from bot.delivery.replays import Replays
from bot.people.gifts import CAUSE as GIFT
from bot.people.opening_rules import no_table
from bot.ports.ids import PersonId
from bot.ports.messages import Answer, Reply
from bot.ports.said import Said
from bot.render.ledger import ledger_lines
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.phases import Playing
from bot.table.stacks import if_it_ends
from games.catalogue import by_word, catalogue
from games.kit.moves import by_verb

ENTRIES_SHOWN: Final = 10


OF_A_GAME: Final = frozenset({"hand", "moves", "odds"})
"""Questions that a table without a game has no answer to."""


def has_a_game(session: Session) -> bool:
    return isinstance(session.phase, Playing)


class QuestionCommands:
    """Answer what people ask; nothing changes but the purse of whoever is nearly out of suckers."""

    def __init__(self, context: Context, replays: Replays, links: LinkCommands) -> None:
        self._store, self._repository, self._directory = context.store, context.repository, context.directory
        self._words, self._commands = context.words, context.commands
        self._proofs, self._venues = Proofs(context.store, context.repository, replays, links), context.venues
        self._opening_rules = context.opening_rules
        self._people = PeopleHere(context.store, context.selves)

    async def ask(self, said: Said) -> Reply:
        """Answer a command that only tells, to the sender alone. Raises Refused and StoreTrouble."""
        words, person = self._words(said.message), said.message.sender.id
        if said.word in {"help", "tables"}:
            without = no_table(await self._opening_rules(said.message), said.message)
            return answers.general(said, words, await self._directory.listed(said), self._commands, without)
        if said.word == "rules":
            return await self._rules(said)
        if said.word == "verify":
            return await self._record(said)
        session = await self._directory.meant(said, has_a_game if said.word in OF_A_GAME else None)
        if said.word == "history":
            _, recent = await self._repository.last_told(session, answers.BATCHES_OF_HISTORY)
            return Answer(answers.history(session, recent, words))
        if said.word == "odds":
            return await asyncio.to_thread(answers.about, said.word, session, person, words)
        return answers.about(said.word, session, person, words)

    async def _record(self, said: Said) -> Reply:
        """Return the record of the last game of the table that is meant, or of the game that is named. Raises Refused.

        Where no table stands any more, it is the last game that was played here.
        """
        words = self._words(said.message)
        if said.rest:
            return await self._proofs.named(said, words)
        try:
            session = await self._directory.meant(said)
        except Refused as wrong:
            if wrong.reason.id not in {"no-table", "no-such-table"}:
                raise
            return await self._proofs.named(said, words)
        return await self._proofs.of_table(session, words)

    async def _rules(self, said: Said) -> Reply:
        """Answer `rules`, `rules more`, `rules the reveal` for the table here, or for the game that is named before it.

        Raises Refused.
        """
        words = self._words(said.message)
        game = by_word(said.rest[0]) if said.rest else None
        if game is not None:
            return answers.rules_of(game, said.rest[1:], words)
        try:
            session = await self._directory.meant(said, lambda one: answers.tells_of(one, said.rest, words))
        except Refused as wrong:
            if not said.rest or wrong.reason.id != "no-table":
                raise
            has_move = [one for one in catalogue().values() if said.rest[0].lower() in by_verb(one.moves)]
            if len(has_move) == 1:
                return answers.rules_of(has_move[0], said.rest, words)
            raise Refused("no-such-game", word=said.rest[0], games=", ".join(catalogue())) from None
        return answers.rules_here(session, said.rest, words)

    async def wallet(self, said: Said) -> Reply:
        """Say what is in the sender's purse in this venue, in suckers. Raises StoreTrouble."""
        person, venue = said.message.sender.id, said.message.community
        at_tables = sum(
            stack_of(session, person)
            for session in await self._directory.holding(person)
            if session.venue == venue and session.options.money == "purse"
        )
        words = self._words(said.message)
        await self._people.note(venue, said.message.sender)
        allowance = (await self._venues.settings(venue)).allowance
        answer = await answers.wallet(self._store, said.message, at_tables, allowance, words)
        lines = [answer.text]
        if at_tables:
            lines.append(words.text("purse-at-tables", amount=at_tables))
        if said.message.private:
            account, now = f"purse:{person}", self._store.clock.now()
            entries = await self._store.ledger(venue, account, ENTRIES_SHOWN)
            names = await self._people.names(venue) if any(entry.cause == GIFT for entry in entries) else {}
            lines += [words.text("your-last-entries"), *ledger_lines(entries, account, names, now, words)]
        return replace(answer, text="\n".join(lines))

    async def lag(self, said: Said) -> Reply:
        """Say how many ms a line takes from the platform to the bot, and from there to the store and back."""
        message, words = said.message, self._words(said.message)
        began, now = time.monotonic(), self._store.clock.now()
        await self._store.balance(message.venue, "bank")
        took = round((time.monotonic() - began) * 1000)
        if not message.at:
            return Answer(words.text("lag-store", store=took))
        return Answer(words.text("lag-is", heard=max(0, now - message.at), store=took))


def stack_of(session: Session, person: PersonId) -> int:
    """Return what is somebody's at a table, in suckers: the stack, what it would get of a pot if the series ended
    now, and what they have bought in with and wait to sit down.
    """
    newcomer = session.newcomer(person)
    waits = 0 if newcomer is None else newcomer.stack
    return waits + sum(
        stack for seated, stack in zip(session.seats, if_it_ends(session), strict=True) if seated.player == person
    )
