"""What shows our tables: an adapter for each platform, the pages beside them, and the platforms that broadcast."""

from dataclasses import dataclass, field

from bot.ports.messages import Adapter, Broadcast, Window


@dataclass(frozen=True)
class Platforms:
    """Filled by the house while it is put together; `adapters` and `broadcasts` by the platform's name."""

    adapters: dict[str, Adapter] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)
    broadcasts: dict[str, Broadcast] = field(default_factory=dict)
