"""What can go wrong between us and Redis: one exception, and sentences for an operator (threats F2 to F6)."""

import re
from typing import Final, Literal

from redis import exceptions as redis_errors
from redis.asyncio.sentinel import MasterNotFoundError

Kind = Literal[
    "unreachable", "refused", "unsuitable", "read_only", "full", "loading", "busy", "timeout", "unconfirmed", "broken"
]


class StoreTrouble(Exception):  # noqa: N818 - the field's word: trouble is not always an error of the program
    """The store can't do what was asked. `str()` is a sentence that says why and what to do, without credentials.

    `pending`: the command was sent and its answer is lost, so it may have been done (threats F3). A commit whose
    messages have ids may be repeated: if it was done, the answer is Seen. `passes`: it may pass by itself, as when
    another node takes over.
    """

    def __init__(self, kind: Kind, sentence: str, *, pending: bool = False, passes: bool = False) -> None:
        super().__init__(sentence)
        self.kind: Kind = kind
        self.pending = pending
        self.passes = passes


_KINDS: Final[dict[str, Kind]] = {
    "OOM": "full",
    "MISCONF": "full",
    "READONLY": "read_only",
    "NOREPLICAS": "read_only",
    "LOADING": "loading",
    "MASTERDOWN": "loading",
    "TRYAGAIN": "busy",
    "BUSY": "busy",
    "NOAUTH": "refused",
    "WRONGPASS": "refused",
    "NOPERM": "refused",
    "MOVED": "unsuitable",
    "ASK": "unsuitable",
    "CROSSSLOT": "unsuitable",
    "CLUSTERDOWN": "unreachable",
}
_PASSING: Final = frozenset(
    {"READONLY", "NOREPLICAS", "LOADING", "MASTERDOWN", "TRYAGAIN", "MOVED", "ASK", "CLUSTERDOWN"}
)
"""What one node answers without doing anything, while another may be the one to ask, now or in a moment."""

_SENTENCES: Final[dict[str, str]] = {
    "OOM": "has no memory left (maxmemory) and takes no writes. Give it more memory.",
    "MISCONF": "can't write its data to disk and takes no writes. Make room on its disk; its log says more.",
    "READONLY": "is a replica and takes no writes. Point REDIS_URL at the primary.",
    "NOREPLICAS": "has too few replicas connected (min-replicas-to-write) and takes no writes. Look at its replicas.",
    "LOADING": "is still loading its data. Wait a moment.",
    "MASTERDOWN": "is a replica that lost its primary. Point REDIS_URL at the primary.",
    "TRYAGAIN": "is moving keys to another node. Wait a moment.",
    "BUSY": "is busy with a script that doesn't end. Look at what else uses it (SCRIPT KILL stops a script).",
    "NOAUTH": "wants a password. Set REDIS_PASSWORD.",
    "WRONGPASS": "refuses the user name or password. Correct REDIS_PASSWORD or the user in REDIS_URL.",
    "NOPERM": "doesn't permit its user a command that Potluck needs. Correct the access list (ACL) of that user.",
    "MOVED": "is one node of a cluster of several. Write redis+cluster:// in place of redis:// in REDIS_URL.",
    "ASK": "is one node of a cluster of several. Write redis+cluster:// in place of redis:// in REDIS_URL.",
    "CROSSSLOT": "refuses keys of several slots in one command. That is an error in Potluck: please report it.",
    "CLUSTERDOWN": "says that its cluster is down. Look at the cluster's nodes.",
}


def trouble_of(error: BaseException, where: str, *, sent: bool = False) -> StoreTrouble:
    """Translate an error. `where`: the server's address without credentials. `sent`: the command may have arrived."""
    if type(error) is redis_errors.ConnectionError and isinstance(error.__cause__, redis_errors.RedisError):
        error = error.__cause__  # redis-py on a unix socket hides the refused password inside "can't connect"
    match error:
        case StoreTrouble():
            return error
        case redis_errors.AuthenticationError() if _code(error) not in _KINDS:
            code = "WRONGPASS"
        case redis_errors.ResponseError() | redis_errors.BusyLoadingError() | redis_errors.AuthenticationError():
            code = _code(error)
        case TimeoutError() | redis_errors.TimeoutError():
            return timeout_trouble(where, sent=sent)
        case MasterNotFoundError():
            return unnamed(where)
        case redis_errors.ConnectionError() | OSError():
            return unreachable(where, _reason(error), sent=sent)
        case _:
            return StoreTrouble(
                "broken", f"Redis at {where} gave an unexpected answer: {str(error).rstrip('.')}.", pending=sent
            )
    if code in _KINDS:
        return StoreTrouble(_KINDS[code], f"Redis at {where} {_SENTENCES[code]}", passes=code in _PASSING)
    return StoreTrouble("broken", f"Redis at {where} refused a command: {str(error).rstrip('.')}.")


def moving(where: str) -> StoreTrouble:
    """Return why a node of a Cluster pointed to others until the time was up."""
    return StoreTrouble(_KINDS["TRYAGAIN"], f"Redis at {where} {_SENTENCES['TRYAGAIN']}", passes=True)


def timeout_trouble(where: str, *, sent: bool) -> StoreTrouble:
    sentence = f"Redis at {where} doesn't answer in time. See whether it runs, is overloaded or hangs."
    return StoreTrouble("timeout", sentence, pending=sent)


def unconfirmed(where: str) -> StoreTrouble:
    sentence = (
        f"Redis at {where} took it, and not all replicas have it yet that could take over (WAIT). Look at their lag, "
        "whether each follows it, and at the Sentinels, if there are any."
    )
    return StoreTrouble("unconfirmed", sentence, pending=True)


def without_replicas(where: str, most: int) -> StoreTrouble:
    """Return why nothing is taken by a server whose replicas are gone (threats F5, F31)."""
    sentence = (
        f"Redis at {where} has lost its replicas: it has 0 of {most}, and what it took now could be lost. So nothing "
        "is taken. Start a replica. If you took them away for good, stop Potluck, delete the key pl:replicas there "
        "(redis-cli DEL pl:replicas), and start Potluck again."
    )
    return StoreTrouble("read_only", sentence, passes=True)


def unnamed(where: str) -> StoreTrouble:
    """Return the trouble that no Sentinel names a primary."""
    sentence = (
        f"No Sentinel names a running primary: {where} can't be reached. See whether they run, whether its servers "
        "run, and whether REDIS_URL ends with the name after `sentinel monitor` in their configuration."
    )
    return StoreTrouble("unreachable", sentence, passes=True)


def unreachable(where: str, reason: str, *, sent: bool = False) -> StoreTrouble:
    sentence = f"Redis at {where} can't be reached: {reason.rstrip('.')}. Start it, or correct REDIS_URL."
    return StoreTrouble("unreachable", sentence, pending=sent, passes=True)


def _code(error: BaseException) -> str:
    """Return the word in capitals at the start of a Redis error.

    Redis 6.2 wraps an error inside a script: "ERR Error running script (…): @user_script: 3: -OOM command not …". For a
    missing right inside a script there is no such word, neither in Redis 7 nor in Valkey.
    """
    if re.search("The user executing the script can't|ACL failure in script", str(error)):
        return "NOPERM"
    first = str(getattr(error, "status_code", None) or str(error).partition(" ")[0])
    wrapped = re.search(r"-([A-Z]{3,}) ", str(error)) if first == "ERR" else None
    return wrapped[1] if wrapped else first


def _reason(error: BaseException) -> str:
    cause = error.__cause__ or error.__context__
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return getattr(error, "strerror", None) or str(error) or "no answer"
