"""A small bot of the usual kind, for the tests of the stand-in itself."""

from __future__ import annotations

import asyncio
from typing import Any, Self

import discord
from discord import app_commands, ui

Talk = discord.Interaction[discord.Client]


class Hand(ui.DynamicItem[ui.Button[Any]], template=r"hand:(?P<seat>\d+)"):
    """A button without memory: its seat is in its id."""

    def __init__(self, seat: int) -> None:
        super().__init__(ui.Button(label="View my hand", custom_id=f"hand:{seat}"))

    @classmethod
    async def from_custom_id(cls, interaction: Talk, item: Any, match: Any, /) -> Self:  # noqa: ARG003
        return cls(int(match["seat"]))

    async def callback(self, interaction: Talk) -> Any:
        view = Panel(f"a secret seven for {interaction.user.name}", "hand:2")
        await interaction.response.send_message(view=view, ephemeral=True)


class Panel(ui.LayoutView):
    def __init__(self, text: str, *custom_ids: str) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
        if custom_ids:
            row: ui.ActionRow[Any] = ui.ActionRow()
            for custom_id in custom_ids:
                hand = custom_id.startswith("hand:")
                row.add_item(Hand(int(custom_id[5:])) if hand else ui.Button(label=custom_id, custom_id=custom_id))
            box.add_item(row)
        self.add_item(box)


class Bid(ui.Modal, title="Your secret bid"):
    note = ui.TextDisplay[Any]("Nobody else sees it")
    amount = ui.Label[Any](
        text="Amount", description="In pennies", component=ui.TextInput(custom_id="amount", min_length=1, max_length=3)
    )
    suit = ui.Label[Any](
        text="Suit",
        component=ui.RadioGroup(
            custom_id="suit",
            options=[
                discord.RadioGroupOption(label="Cups", value="c"),
                discord.RadioGroupOption(label="Coins", value="d"),
            ],
        ),
    )

    async def on_submit(self, interaction: Talk) -> None:
        amount: Any = self.amount.component
        suit: Any = self.suit.component
        await interaction.response.send_message(f"bid {amount.value} in {suit.value}", ephemeral=True)


class SampleBot(discord.AutoShardedClient):
    """Commands are synced on start; the buttons `update`, `defer`, `slow`, `mute`, `modal`, `twice` do what
    they say.
    """

    def __init__(self, *, intents: discord.Intents | None = None, **options: Any) -> None:
        chosen = intents or discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        defaults: dict[str, Any] = {"shard_count": 1, "guild_ready_timeout": 0.05}
        none = discord.AllowedMentions.none()
        super().__init__(intents=chosen, allowed_mentions=none, **{**defaults, **options})
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.happened: list[str] = []
        self.errors: list[BaseException] = []
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Hand)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Don't wait five seconds between shards: this is a test."""

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message)
            if message.content.endswith("ping"):
                await message.channel.send("pong")

    async def on_interaction(self, interaction: Talk) -> None:
        data: Any = interaction.data
        custom_id = data.get("custom_id")
        action = getattr(self, f"press_{custom_id}", None)
        if interaction.type is discord.InteractionType.component and action is not None:
            try:
                await action(interaction)
            except discord.HTTPException as error:
                self.errors.append(error)

    async def press_update(self, interaction: Talk) -> None:
        await interaction.response.edit_message(view=Panel("updated", "update"))

    async def press_defer(self, interaction: Talk) -> None:
        await interaction.response.defer()
        await interaction.followup.send("later", ephemeral=True)

    async def press_slow(self, interaction: Talk) -> None:
        await asyncio.sleep(0.3)
        await interaction.response.send_message("too late")

    async def press_mute(self, interaction: Talk) -> None:
        """Never answer."""

    async def press_modal(self, interaction: Talk) -> None:
        await interaction.response.send_modal(Bid())

    async def press_twice(self, interaction: Talk) -> None:
        await self.raw_answer(interaction, "once")
        await self.raw_answer(interaction, "again")

    async def raw_answer(self, interaction: Talk, text: str) -> Any:
        """Answer without the library's guard against a second answer."""
        route = discord.http.Route("POST", f"/interactions/{interaction.id}/{interaction.token}/callback")
        return await self.http.request(route, json={"type": 4, "data": {"content": text}})

    async def on_resumed(self) -> None:
        self.happened.append("resumed")

    async def on_shard_resumed(self, _: int) -> None:
        self.happened.append("shard_resumed")

    async def on_raw_message_delete(self, _: Any) -> None:
        self.happened.append("raw_message_delete")

    async def on_guild_channel_delete(self, _: Any) -> None:
        self.happened.append("guild_channel_delete")

    async def on_raw_thread_update(self, _: Any) -> None:
        self.happened.append("raw_thread_update")

    async def on_guild_remove(self, _: Any) -> None:
        self.happened.append("guild_remove")

    async def on_raw_member_remove(self, _: Any) -> None:
        self.happened.append("raw_member_remove")


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    group = app_commands.Group(name="table", description="Tables")

    async def games(_: Talk, typed: str) -> list[app_commands.Choice[str]]:
        names = ("headache", "halflings")
        return [app_commands.Choice(name=n.title(), value=n) for n in names if n.startswith(typed)]

    @group.command(name="open", description="Opens a table")
    @app_commands.autocomplete(game=games)
    @app_commands.choices(
        pace=[app_commands.Choice(name="Slow", value="s"), app_commands.Choice(name="Fast", value="f")]
    )
    async def open_table(
        interaction: Talk, game: str, seats: app_commands.Range[int, 2, 8] = 2, pace: str = "s"
    ) -> None:
        assert isinstance(interaction.channel, discord.abc.Messageable)
        await interaction.response.send_message(f"{game} for {seats}, pace {pace}", ephemeral=True)
        await interaction.channel.send(view=Panel("The table", "hand:1", "update", "defer", "modal"), nonce="t-1")

    @tree.command(description="Thinks, then tells")
    async def think(interaction: Talk, secretly: bool = True) -> None:
        await interaction.response.defer(ephemeral=secretly, thinking=True)
        await interaction.edit_original_response(content="a thought")
        await interaction.followup.send("a second thought", ephemeral=True)

    @tree.command(description="For the house only")
    @app_commands.default_permissions(manage_guild=True)
    async def house(interaction: Talk, who: discord.User) -> None:
        await interaction.response.send_message(f"{interaction.permissions.manage_guild} {who.name}")

    tree.add_command(group)
