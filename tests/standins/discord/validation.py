"""Check the limits of messages, components and modals, and refuse them as Discord does: 50035 with the places."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any

from standins.discord.errors import ApiError, Json, Path, Problems
from standins.discord.messages import COMPONENTS_V2, SELECTS, walk

if TYPE_CHECKING:
    from standins.discord.messages import Message

CONTENT = 2000
NONCE = 25
COMPONENTS = 40
TEXT_IN_ALL = 4000
ROWS = 5
V1_TOP = frozenset({1})
V2_TOP = frozenset({1, 9, 10, 12, 13, 14, 17})
IN_CONTAINER = frozenset({1, 9, 10, 12, 13, 14})
IN_MODAL = frozenset({1, 10, 18})
IN_LABEL = frozenset({3, 4, 5, 6, 7, 8, 19, 21, 22, 23})
ACCESSORIES = frozenset({2, 11})


def check_message(body: Json, filenames: Sequence[str], before: Message | None = None) -> None:
    problems = Problems()
    content, components = body.get("content"), body.get("components")
    if content is not None:
        problems.length(("content",), content, 0, CONTENT)
    if body.get("nonce") is not None:
        problems.length(("nonce",), str(body["nonce"]), 0, NONCE)
    flags = int(body.get("flags") or 0) | (before.flags if before else 0)
    v2 = bool(flags & COMPONENTS_V2)
    if v2:
        _check_v2_alone(problems, body)
    if components is not None:
        FormCheck(problems, filenames).message(components, v2=v2)
    _check_embeds(problems, body.get("embeds") or [])
    _check_allowed_mentions(problems, body.get("allowed_mentions") or {})
    problems.settle()
    if not _says_something(body, filenames, before):
        raise ApiError(50006)


def check_modal(body: Json) -> None:
    problems = Problems()
    problems.length(("data", "custom_id"), body.get("custom_id"), 1, 100)
    problems.length(("data", "title"), body.get("title"), 1, 45)
    FormCheck(problems, (), ("data",)).modal(body.get("components") or [])
    problems.settle()


def check_emojis(components: Sequence[Json], known: Container[int]) -> None:
    """Refuse the whole message if it shows an emoji that does not exist, as Discord does."""
    problems = Problems()
    for component in walk(components):
        for shown in (component, *(component.get("options") or [])):
            emoji = shown.get("emoji") or {}
            if emoji.get("id") and int(emoji["id"]) not in known:
                problems.add(("components",), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
    problems.settle()


def check_choices(choices: Any) -> None:
    problems = Problems()
    found = choices if isinstance(choices, list) else []
    problems.count(("data", "choices"), len(found), 0, 25)
    for index, choice in enumerate(found):
        problems.length(("data", "choices", index, "name"), choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            problems.length(("data", "choices", index, "value"), choice["value"], 1, 100)
    problems.settle()


def _says_something(body: Json, filenames: Sequence[str], before: Message | None) -> bool:
    content = body.get("content", before.content if before else None) or ""
    components = body.get("components", before.components if before else None)
    embeds = body.get("embeds", before.embeds if before else None)
    return bool(content.strip() or components or embeds or filenames or body.get("poll") or body.get("sticker_ids"))


def _check_v2_alone(problems: Problems, body: Json) -> None:
    for name in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(name):
            problems.add(
                (name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", f"The '{name}' field cannot be used"
            )


def _check_embeds(problems: Problems, embeds: Sequence[Json]) -> None:
    problems.count(("embeds",), len(embeds), 0, 10)
    for index, embed in enumerate(embeds):
        for name, most in (("title", 256), ("description", 4096)):
            if embed.get(name) is not None:
                problems.length(("embeds", index, name), embed[name], 0, most)
        problems.count(("embeds", index, "fields"), len(embed.get("fields") or []), 0, 25)


def _check_allowed_mentions(problems: Problems, allowed: Json) -> None:
    for name in ("users", "roles"):
        found = allowed.get(name) or []
        problems.count(("allowed_mentions", name), len(found), 0, 100)
        if found and name in (allowed.get("parse") or []):
            problems.add(
                ("allowed_mentions", name), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f'parse:["{name}"] and {name}'
            )


class FormCheck:
    """Walks a tree of components, and reports each place that breaks a rule."""

    def __init__(self, problems: Problems, filenames: Sequence[str], root: Path = ()) -> None:
        self._problems = problems
        self._filenames = filenames
        self._root = root
        self._custom_ids: set[str] = set()

    def message(self, components: Sequence[Json], *, v2: bool) -> None:
        path = ("components",)
        if not isinstance(components, list):
            self._problems.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        everything = list(walk(components))
        if v2:
            self._problems.count(path, len(everything), 1, COMPONENTS)
            length = sum(len(c.get("content") or "") for c in everything if c.get("type") == 10)
            if length > TEXT_IN_ALL:
                self._problems.add(
                    path, "COMPONENT_MAX_TOTAL_CHARACTERS", f"The displayable text is over {TEXT_IN_ALL}: {length}"
                )
        else:
            self._problems.count(path, len(components), 0, ROWS)
        for index, component in enumerate(components):
            self._one((*path, index), component, V2_TOP if v2 else V1_TOP)

    def modal(self, components: Sequence[Json]) -> None:
        path = (*self._root, "components")
        self._problems.count(path, len(components), 1, 5)
        for index, component in enumerate(components):
            at = (*path, index)
            kind = component.get("type")
            self._problems.choice((*at, "type"), kind, IN_MODAL)
            if kind == 1:
                for inner, field in enumerate(component.get("components") or []):
                    self._problems.length((*at, "components", inner, "label"), field.get("label"), 1, 45)
                    self._field((*at, "components", inner), field, frozenset({4}))
            elif kind == 10:
                self._problems.length((*at, "content"), component.get("content"), 1, TEXT_IN_ALL)
            elif kind == 18:
                self._label(at, component)

    def _label(self, at: Path, label: Json) -> None:
        self._problems.length((*at, "label"), label.get("label"), 1, 45)
        if label.get("description") is not None:
            self._problems.length((*at, "description"), label["description"], 0, 100)
        field = label.get("component")
        if not isinstance(field, dict):
            self._problems.add((*at, "component"), "BASE_TYPE_REQUIRED", "This field is required")
            return
        self._field((*at, "component"), field, IN_LABEL)

    def _field(self, at: Path, field: Json, kinds: frozenset[int]) -> None:
        kind = field.get("type")
        self._problems.choice((*at, "type"), kind, kinds)
        self._custom_id(at, field)
        if kind == 4:
            self._text_input(at, field)
        elif kind in SELECTS:
            if field.get("disabled"):
                self._problems.add((*at, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Not in a modal")
            self._select(at, field)
        elif kind == 21:
            self._options(at, field, 2, 10)
        elif kind == 22:
            self._options(at, field, 1, 10)

    def _text_input(self, at: Path, field: Json) -> None:
        self._problems.choice((*at, "style"), field.get("style"), (1, 2))
        for name, least, most in (("min_length", 0, 4000), ("max_length", 1, 4000)):
            if field.get(name) is not None:
                self._problems.count((*at, name), int(field[name]), least, most)
        if field.get("placeholder") is not None:
            self._problems.length((*at, "placeholder"), field["placeholder"], 0, 100)
        if field.get("value"):
            least, most = field.get("min_length") or 0, field.get("max_length") or 4000
            self._problems.length((*at, "value"), field["value"], least, most)

    def _one(self, at: Path, component: Json, kinds: frozenset[int]) -> None:
        kind = component.get("type")
        self._problems.choice((*at, "type"), kind, kinds)
        if kind not in kinds:
            return
        match kind:
            case 1:
                self._row(at, component)
            case 9:
                self._section(at, component)
            case 10:
                self._problems.length((*at, "content"), component.get("content"), 1, TEXT_IN_ALL)
            case 12:
                self._gallery(at, component)
            case 13:
                self._media((*at, "file"), component.get("file"), attached=True)
            case 17:
                inner = component.get("components") or []
                self._problems.count((*at, "components"), len(inner), 1, COMPONENTS)
                for index, child in enumerate(inner):
                    self._one((*at, "components", index), child, IN_CONTAINER)

    def _row(self, at: Path, row: Json) -> None:
        path, children = (*at, "components"), row.get("components") or []
        kinds = {child.get("type") for child in children}
        if kinds and kinds <= SELECTS:
            self._problems.count(path, len(children), 1, 1)
        else:
            self._problems.count(path, len(children), 1, 5)
        for index, child in enumerate(children):
            place = (*path, index)
            if child.get("type") == 2:
                self._button(place, child)
            elif child.get("type") in SELECTS and len(kinds) == 1:
                self._custom_id(place, child)
                self._select(place, child)
            else:
                self._problems.add((*place, "type"), "COMPONENT_TYPE_INVALID", "Buttons, or one select")

    def _section(self, at: Path, section: Json) -> None:
        texts = section.get("components") or []
        self._problems.count((*at, "components"), len(texts), 1, 3)
        for index, child in enumerate(texts):
            self._one((*at, "components", index), child, frozenset({10}))
        accessory, place = section.get("accessory") or {}, (*at, "accessory")
        self._problems.choice((*place, "type"), accessory.get("type"), ACCESSORIES)
        if accessory.get("type") == 2:
            self._button(place, accessory)
        elif accessory.get("type") == 11:
            self._described(place, accessory)
            self._media((*place, "media"), accessory.get("media"))

    def _gallery(self, at: Path, gallery: Json) -> None:
        items = gallery.get("items") or []
        self._problems.count((*at, "items"), len(items), 1, 10)
        for index, item in enumerate(items):
            self._described((*at, "items", index), item)
            self._media((*at, "items", index, "media"), item.get("media"))

    def _described(self, at: Path, item: Json) -> None:
        if item.get("description") is not None:
            self._problems.length((*at, "description"), item["description"], 0, 1024)

    def _media(self, at: Path, media: Json | None, *, attached: bool = False) -> None:
        url = str((media or {}).get("url") or "")
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self._filenames:
                self._problems.add((*at, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", url)
        elif attached or not url.startswith(("http://", "https://")):
            self._problems.add((*at, "url"), "URL_TYPE_INVALID_SCHEME", f"not an address: {url!r}")

    def _button(self, at: Path, button: Json) -> None:
        style = button.get("style")
        self._problems.choice((*at, "style"), style, (1, 2, 3, 4, 5))
        if button.get("label") is not None:
            self._problems.length((*at, "label"), button["label"], 0, 80)
        if not button.get("label") and not button.get("emoji"):
            self._problems.add((*at, "label"), "COMPONENT_BUTTON_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji")
        if style == 5:
            self._problems.length((*at, "url"), button.get("url"), 1, 512)
        else:
            self._custom_id(at, button)

    def _custom_id(self, at: Path, component: Json) -> None:
        custom_id = component.get("custom_id")
        self._problems.length((*at, "custom_id"), custom_id, 1, 100)
        if custom_id in self._custom_ids:
            self._problems.add(
                (*at, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )
        if isinstance(custom_id, str):
            self._custom_ids.add(custom_id)

    def _select(self, at: Path, select: Json) -> None:
        if select.get("placeholder") is not None:
            self._problems.length((*at, "placeholder"), select["placeholder"], 0, 150)
        if select.get("type") == 3:
            self._options(at, select, 1, 25)
        least, most = select.get("min_values", 1), select.get("max_values", 1)
        self._problems.count((*at, "min_values"), least, 0, 25)
        self._problems.count((*at, "max_values"), most, max(1, least), 25)

    def _options(self, at: Path, field: Json, least: int, most: int) -> None:
        options = field.get("options") or []
        self._problems.count((*at, "options"), len(options), least, most)
        values = [option.get("value") for option in options]
        for index, option in enumerate(options):
            place = (*at, "options", index)
            self._problems.length((*place, "label"), option.get("label"), 1, 100)
            self._problems.length((*place, "value"), option.get("value"), 1, 100)
            if option.get("description") is not None:
                self._problems.length((*place, "description"), option["description"], 0, 100)
            if values.index(option.get("value")) != index:
                self._problems.add((*place, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "value is used twice")
