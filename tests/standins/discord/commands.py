"""Check what commands may be registered, and build what a person's client sends for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import regex

from standins.discord import payloads
from standins.discord.errors import Json, Path, Problems
from standins.discord.permissions import Permission

if TYPE_CHECKING:
    from standins.discord.messages import Attachment, Message
    from standins.discord.people import Person
    from standins.discord.places import Channel
    from standins.discord.world import User, World

CHAT_INPUT, USER_MENU, MESSAGE_MENU, ENTRY_POINT = 1, 2, 3, 4
SUB_COMMAND, SUB_GROUP, STRING, INTEGER, BOOLEAN, USER_OPTION, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
MOST = {CHAT_INPUT: 100, USER_MENU: 15, MESSAGE_MENU: 15}
CHARACTERS = 8000
NAME = regex.compile(r"[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}")
SAFE_INTEGER = 2**53


@dataclass(frozen=True)
class Command:
    id: int
    guild_id: int | None
    payload: Json

    @property
    def name(self) -> str:
        return str(self.payload["name"])

    @property
    def type(self) -> int:
        return int(self.payload.get("type") or CHAT_INPUT)


def register(world: World, guild_id: int | None, bodies: Sequence[Json]) -> list[Command]:
    """Do the bulk overwrite: a command keeps its id while it keeps its name."""
    check_commands(bodies)
    old = {(command.type, command.name): command.id for command in world.commands.get(guild_id, [])}
    commands = []
    for body in bodies:
        command_id = old.get((int(body.get("type") or 1), body["name"])) or world.ids.next()
        extra: Json = {"id": str(command_id), "application_id": str(world.bot.id), "version": str(world.ids.next())}
        if guild_id is not None:
            extra["guild_id"] = str(guild_id)
        defaults: Json = {"type": 1, "description": "", "default_member_permissions": None, "nsfw": False}
        commands.append(Command(command_id, guild_id, defaults | body | extra))
    world.commands[guild_id] = commands
    everybody = frozenset(world.people)
    world.journal.put("command", [("command", t) for body in bodies for t in _texts(body)], everybody)
    return commands


def check_commands(bodies: Sequence[Json]) -> None:
    problems = Problems()
    seen: set[tuple[int, str]] = set()
    for index, body in enumerate(bodies):
        kind, name = int(body.get("type") or CHAT_INPUT), body.get("name")
        if (kind, str(name)) in seen:
            problems.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Name used twice")
        seen.add((kind, str(name)))
        _check_command(problems, (index,), kind, body)
    for kind, most in MOST.items():
        found = sum(seen_kind == kind for seen_kind, _ in seen)
        if found > most:
            problems.add((), "APPLICATION_COMMANDS_TOO_MANY", f"Max number of commands of type {kind}: {most}")
    problems.settle()


def _check_command(problems: Problems, at: Path, kind: int, body: Json) -> None:
    problems.choice((*at, "type"), kind, (1, 2, 3, 4))
    if kind == ENTRY_POINT:
        problems.length((*at, "name"), body.get("name"), 1, 32)
    elif kind == CHAT_INPUT:
        _check_named(problems, at, body)
        _check_options(problems, at, body.get("options") or [], depth=0)
    else:
        problems.length((*at, "name"), body.get("name"), 1, 32)
        if body.get("description"):
            problems.add((*at, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", "Must be empty")
    size = _size(body)
    if size > CHARACTERS:
        problems.add(at, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds {CHARACTERS} characters: {size}")


def _check_named(problems: Problems, at: Path, body: Json) -> None:
    names: dict[Path, Any] = {("name",): body.get("name")}
    names |= {("name_localizations", k): v for k, v in (body.get("name_localizations") or {}).items()}
    for path, name in names.items():
        if not isinstance(name, str) or NAME.fullmatch(name) is None or name != name.lower():
            problems.add((*at, *path), "APPLICATION_COMMAND_INVALID_NAME", f"Command name is invalid: {name!r}")
    problems.length((*at, "description"), body.get("description"), 1, 100)
    for locale, text in (body.get("description_localizations") or {}).items():
        problems.length((*at, "description_localizations", locale), text, 1, 100)


def _check_options(problems: Problems, at: Path, options: Sequence[Json], depth: int) -> None:
    path = (*at, "options")
    problems.count(path, len(options), 0, 25)
    names = [option.get("name") for option in options]
    if len(set(names)) != len(names):
        problems.add(path, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique")
    nested = [option.get("type") in {SUB_COMMAND, SUB_GROUP} for option in options]
    if any(nested) and not all(nested):
        problems.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and options do not mix")
    optional = False
    for index, option in enumerate(options):
        place = (*path, index)
        _check_named(problems, place, option)
        if option.get("type") in {SUB_COMMAND, SUB_GROUP}:
            if depth + (option["type"] == SUB_GROUP) > 1:
                problems.add((*place, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
            _check_options(problems, place, option.get("options") or [], depth + 1)
            continue
        if option.get("required") and optional:
            problems.add(
                place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before others"
            )
        optional = optional or not option.get("required")
        _check_value_option(problems, place, option)


def _check_value_option(problems: Problems, at: Path, option: Json) -> None:
    problems.choice((*at, "type"), option.get("type"), tuple(range(3, 12)))
    choices = option.get("choices") or []
    problems.count((*at, "choices"), len(choices), 0, 25)
    if choices and option.get("autocomplete"):
        problems.add((*at, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Not with choices")
    for index, choice in enumerate(choices):
        problems.length((*at, "choices", index, "name"), choice.get("name"), 1, 100)
        if option.get("type") == STRING:
            problems.length((*at, "choices", index, "value"), choice.get("value"), 1, 100)


def _longest(body: Json, name: str) -> int:
    return max(len(str(text)) for text in [body.get(name) or "", *(body.get(f"{name}_localizations") or {}).values()])


def _size(body: Json) -> int:
    """Count names, descriptions and choices, each in its longest language."""
    own = _longest(body, "name") + _longest(body, "description")
    choices = sum(_longest(c, "name") + len(str(c.get("value", ""))) for c in body.get("choices") or [])
    return own + choices + sum(_size(option) for option in body.get("options") or [])


def _texts(body: Json) -> Iterator[str]:
    for name in ("name", "description"):
        yield str(body.get(name) or "")
        yield from (body.get(f"{name}_localizations") or {}).values()
    yield from (str(choice["name"]) for choice in body.get("choices") or [])
    for option in body.get("options") or []:
        yield from _texts(option)


def _called(body: Json, name: str, locale: str) -> bool:
    return name in {body["name"], (body.get("name_localizations") or {}).get(locale)}


def offered(person: Person, channel: Channel, kind: int = CHAT_INPUT) -> list[Command]:
    """Return the commands in this person's menu here; a guild's own one hides the global one with the same name."""
    world, guild = person.world, channel.guild
    own = world.commands.get(guild.id, []) if guild is not None else []
    names = {(c.type, c.name) for c in own}
    found = own + [c for c in world.commands[None] if (c.type, c.name) not in names]
    return [c for c in found if c.type == kind and _fits(c, person, channel)]


def _fits(command: Command, person: Person, channel: Channel) -> bool:
    payload, guild = command.payload, channel.guild
    contexts = payload.get("contexts")
    if contexts is not None and (0 if guild else 1) not in contexts:
        return False
    if guild is None:
        return payload.get("dm_permission") is not False
    if not guild.has_bot or not channel.may(person, Permission.USE_APPLICATION_COMMANDS):
        return False
    if (person.id, command.name) in guild.allowed_commands:
        return True
    needed = payload.get("default_member_permissions")
    return needed is None or channel.may(person, Permission(int(needed)) or Permission.ADMINISTRATOR)


def chosen(person: Person, channel: Channel, words: Sequence[str]) -> tuple[Command, list[Json]]:
    """Return the command for words such as `table open`, and the payloads down to the sub-command."""
    menu = offered(person, channel)
    for command in menu:
        if not _called(command.payload, words[0], person.locale):
            continue
        trail = [command.payload]
        for word in words[1:]:
            subs = [o for o in trail[-1].get("options") or [] if o["type"] in {SUB_COMMAND, SUB_GROUP}]
            trail += [sub for sub in subs if _called(sub, word, person.locale)][:1]
        if len(trail) != len(words) or any(
            o["type"] in {SUB_COMMAND, SUB_GROUP} for o in trail[-1].get("options") or []
        ):
            subs = [option["name"] for option in trail[-1].get("options") or []]
            raise AssertionError(f"/{' '.join(words)} is no whole command; after /{trail[-1]['name']} come {subs}")
        return command, trail
    raise AssertionError(f"{person.name} is not offered /{words[0]} here, but {[c.name for c in menu]}")


def slash_data(
    person: Person, channel: Channel, name: str, given: Mapping[str, Any], focused: tuple[str, str] | None = None
) -> Json:
    """Return the interaction's data. `focused`: the option that is being typed; then no option is required."""
    command, trail = chosen(person, channel, name.split())
    known: dict[str, Json] = {option["name"]: option for option in trail[-1].get("options") or []}
    given = {_option_name(known, key, person.locale, name): value for key, value in given.items() if value is not None}
    resolved: Json = {}
    options: list[Json] = []
    for key, option in known.items():
        if focused is not None and key == focused[0]:
            if not option.get("autocomplete"):
                raise AssertionError(f"{key!r} of /{name} completes nothing")
            options.append({"name": key, "type": option["type"], "value": focused[1], "focused": True})
        elif key in given:
            value = _value(option, given[key], person.locale, channel, resolved)
            options.append({"name": key, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise AssertionError(f"/{name} needs {key!r}")
    if focused is not None and focused[0] not in known:
        raise AssertionError(f"/{name} has no option {focused[0]!r}, but {sorted(known)}")
    for sub in reversed(trail[1:]):
        options = [{"name": sub["name"], "type": sub["type"], "options": options}]
    data: Json = {"id": str(command.id), "name": command.name, "type": CHAT_INPUT, "options": options}
    if command.guild_id is not None:
        data["guild_id"] = str(command.guild_id)
    return data | ({"resolved": resolved} if resolved else {})


def _option_name(known: Mapping[str, Json], key: str, locale: str, name: str) -> str:
    for option in known.values():
        if _called(option, key, locale):
            return str(option["name"])
    raise AssertionError(f"/{name} has no option {key!r}, but {sorted(known)}")


def _value(option: Json, value: Any, locale: str, channel: Channel, resolved: Json) -> Any:
    kind, name = option["type"], option["name"]
    if option.get("choices"):
        for choice in option["choices"]:
            names = {choice["name"], (choice.get("name_localizations") or {}).get(locale)}
            if value == choice["value"] or value in names:
                return choice["value"]
        raise AssertionError(f"{name!r} offers {[c['name'] for c in option['choices']]}, not {value!r}")
    if kind == INTEGER and isinstance(value, str) and value.removeprefix("-").isdecimal():
        value = int(value)  # as the client does with typed text
    fits = {
        STRING: isinstance(value, str),
        INTEGER: isinstance(value, int) and not isinstance(value, bool),
        BOOLEAN: isinstance(value, bool),
        NUMBER: isinstance(value, int | float) and not isinstance(value, bool),
    }.get(kind, hasattr(value, "id"))
    if not fits:
        raise AssertionError(f"{name!r} takes an option of type {kind}, not {value!r}")
    if kind == STRING:
        _within(name, "characters", len(value), option.get("min_length", 0), option.get("max_length", 6000))
        return value
    if kind in {INTEGER, NUMBER}:
        most = SAFE_INTEGER
        _within(name, "as value", value, option.get("min_value", -most), option.get("max_value", most))
        return value
    if kind == FILE:
        return _sent(value, channel, resolved)
    return value if kind == BOOLEAN else _mention(value, channel, resolved)


def _within(name: str, what: str, found: float, least: float, most: float) -> None:
    if not least <= found <= most:
        raise AssertionError(f"{name!r} takes {least} to {most} {what}, not {found}")


def _sent(file: Attachment, channel: Channel, resolved: Json) -> str:
    """Keep a file that is sent with a command, where its address serves it."""
    channel.world.sent_files[file.id] = file
    resolved.setdefault("attachments", {})[str(file.id)] = payloads.attachment(file, channel.world)
    return str(file.id)


def _mention(target: Any, channel: Channel, resolved: Json) -> str:
    key = str(target.id)
    if hasattr(target, "permissions"):
        resolved.setdefault("roles", {})[key] = payloads.role(target)
    elif hasattr(target, "messages"):
        allowed = {"permissions": str(int(target.permissions_of(channel.world.bot)))}
        resolved.setdefault("channels", {})[key] = payloads.channel(target) | allowed
    else:
        resolve_user(target, channel, resolved)
    return key


def resolve_user(target: Any, channel: Channel, resolved: Json) -> None:
    key = str(target.id)
    resolved.setdefault("users", {})[key] = payloads.user(target)
    member = channel.guild.members.get(target.id) if channel.guild else None
    if member is not None:
        allowed = {"permissions": str(int(channel.permissions_of(target)))}
        resolved.setdefault("members", {})[key] = payloads.member_without_user(member) | allowed


def menu_data(command: Command, target: Message | User, channel: Channel) -> Json:
    resolved: Json = {}
    if command.type == MESSAGE_MENU:
        resolved["messages"] = {str(target.id): payloads.message(target)}  # type: ignore[arg-type]
    else:
        resolve_user(target, channel, resolved)
    return {
        "id": str(command.id),
        "name": command.name,
        "type": command.type,
        "target_id": str(target.id),
        "resolved": resolved,
    }
