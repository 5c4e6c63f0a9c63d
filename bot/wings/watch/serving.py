"""What the watch adds where people are served."""

from bot.wings.watch.alarm import Alarm
from bot.wings.watch.listener import Listener
from bot.wings.watch.orders import Orders
from bot.wings.watch.settings import WatchSettings

SERVING = (Listener, Alarm, Orders)
SETTINGS = (WatchSettings,)
