"""List what mypy must report here, line by line: `# E: code` marks a required error; no other may occur."""

from bot.commands.answers import hand_now, moves_now, odds_now
from bot.ports.ids import PersonId
from bot.ports.messages import Answer, Private, PrivateAnswer, Reply
from bot.table.document import Session
from bot.text import Words

ANN = PersonId("web:1")


def told_to_all(session: Session, words: Words) -> Answer:
    if session.seats:
        return Answer(hand_now(session, ANN, words))  # E: arg-type
    if session.code:
        return Answer(moves_now(session, ANN, words))  # E: arg-type
    return Answer(text=odds_now(session, ANN, words))  # E: arg-type


def told_to_one(session: Session, words: Words) -> Reply:
    return PrivateAnswer.of(hand_now(session, ANN, words))


def read_aloud(answer: Answer) -> str:
    return answer.text


def in_public(private: Private, reply: Reply) -> None:
    read_aloud(PrivateAnswer.of(private))  # E: arg-type
    read_aloud(reply)  # E: arg-type
    if isinstance(reply, Answer):
        read_aloud(reply)


def in_a_sentence(private: Private) -> str:
    return private  # E: return-value
