# What stands on Twitch alone.

twitch-to-play = { $who } to play.
twitch-seat = seat { $number }
twitch-several = { $count } people
twitch-ways = { $line } … ({ $count } ways: { $prefix }moves)
twitch-neutral = This chat holds back what happened here: it stands on the overlay and on your own pages. { $turn }
twitch-answer-held = This chat holds back my answer: it stands on your own page.
twitch-hands = Your hand, for you alone: { $address }
twitch-on-pages = Play on your page.
twitch-on-your-page = That stands on your page.
twitch-open-your-page = That is for you alone: open your page, and say it there. { $address ->
    [known] "{ $prefix }page" tells where.
   *[other] { $address }
}
twitch-secret = That is a secret move, and was not taken. { $deleted ->
    [0] Others may have read it, so better choose anew.
   *[1] I deleted your line; still, some may have read it.
} { $has_page ->
    [0] Whisper it to me.
   *[1] Make it on your page: { $address }
}
twitch-no-moderator = I am no moderator here any more: the chat takes 20 lines of mine in half a minute instead of 100, so news comes later and together; no table is announced, no typed secret deleted, and I can't tell who follows. "/mod" and my name bring it all back.
twitch-more = More on your page: { twitch-where }
twitch-all-there = That stands on your page: { twitch-where }
twitch-where = { $address ->
    [known] "{ $prefix }page" tells where.
   *[other] { $address }
}
twitch-whisper-me = That is for you alone: whisper it to me.
