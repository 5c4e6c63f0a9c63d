# What stands on Twitch alone.

twitch-to-play = { $who } to play.
twitch-several = { $count } people
twitch-hands = Your hand, for you alone: { $address }
twitch-on-your-page = That stands on your page.
twitch-open-your-page = That is for you alone: open your page, and say it there. { $address }
twitch-more = More on your page: { $address }
twitch-whisper-me = That is for you alone: whisper it to me.
