# What the streams says in English.

stream-is = Announcements { $announce ->
    [on] on{ $color ->
        [primary] {""}
       *[other] , { $color }
    }
   *[off] off
}, predictions { $predictions ->
    [on] { $foretold ->
        [loser] on who loses most
        [house] on the House
        [alone] on a win alone
        [broke] on an empty stack
        [feat] on a feat
       *[winner] on
    }
   *[off] off
}, raiders { $raids ->
    [on] invited
   *[off] not invited
}{ $markers ->
    [on] , markers on
   *[off] {""}
}.
marker = { $who } wins { $gain }, { $game }
stream-no-such-reward = There is no such reward yet. { $kind ->
    [chips] "{ $prefix }stream reward chips 500 200" makes one: 500 points give 200 suckers.
    [seat] "{ $prefix }stream reward seat 1000" makes one: 1,000 points give a seat.
   *[stake] "{ $prefix }stream reward stake 300 50" makes one: 300 points stake 50 with a crowd.
}
    .page = There is no such reward yet. Offer one first, with its price.
control-saved = Saved. { $what }
control-all-saved = Saved.
control-stale = { $who } has changed the settings meanwhile, so nothing was saved.
control-open =
    { $only ->
        [everybody] Everybody may open tables.
        [owner] Whoever owns this place opens its tables.
        [moderators] Tables are opened by whoever owns this place and moderators.
       *[some] Tables are opened by moderators, and: { $who }.
    }
control-games =
    { $some ->
        [yes] Games here: { $games }.
       *[no] All games may be opened.
    }
control-tables =
    { $most ->
        [one] One table at a time.
       *[other] { $most } tables at a time.
    }
control-cooldown =
    { $seconds ->
        [0] Different people open tables without a wait; one person opens one a minute.
        [one] { $seconds } second between two tables, and one person opens one a minute.
       *[other] { $seconds } seconds between two tables, and one person opens one a minute.
    }
control-stakes =
    { $most ->
        [0] Purses buy in with what the host likes.
       *[other] Purses buy in with { $least } to { $most } suckers.
    }
control-purses =
    { $on ->
        [yes] Tables may be played for purses.
       *[no] Nobody plays for purses here.
    }
generous-set = { $on ->
    [yes] { $by } lets the House pay more than it wins at tables for purses here: from now on suckers may come out of nothing.
   *[no] { $by } lets the House pay no more than it wins at tables for purses here: games that are on are played out, and others begin only where their options fit.
}
control-generous =
    { $on ->
        [yes] At tables for purses the House may pay more than it wins, and house bots lose what is the bank's.
       *[no] At tables for purses the House pays only what no play can win from it in the long run.
    }
control-no-quiet = No quiet hours.
control-quiet = Quiet from { $begins } to { $ends } ({ $zone }): no new tables, and nobody is called.
control-no-defaults = Games are opened with their usual options.
control-defaults = Games are opened with: { $options }.
    .page = Some games are opened with options of this place.
control-offline =
    { $does ->
        [pause] When the stream goes offline, tables wait for it; after { $hours } { $hours ->
            [one] hour
           *[other] hours
        } a game is void.
        [last-round] When the stream goes offline, the round that is on is the last one.
       *[nothing] When the stream goes offline, tables play on.
    }
control-secrets =
    { $deleted ->
        [yes] A secret move that somebody types here is deleted, where I am a moderator.
       *[no] A secret move that somebody types here is not deleted; its writer is told.
    }
control-others =
    { $added ->
        [yes] Words of other bots here, besides the usual ones: { $others }.
       *[no] No words of other bots besides the usual ones.
    }{ $taken ->
        [yes] {" "}Usual ones that I hear myself: { $freed }.
       *[no] {""}
    }
control-words =
    { $own ->
        [yes] Words that other bots have too are left to them; "{ $prefix }potluck" before a word means me in any case.
       *[no] I hear every word that I know.
    }
    .slash =
        { $own ->
            [yes] Words that other bots have too are left to them; who mentions me before a word means me in any case.
           *[no] I hear every word that I know.
        }
    .page =
        { $own ->
            [yes] Words that other bots have too are left to them.
           *[no] I hear every word that I know.
        }
overlay-hidden = The overlay is hidden.
overlay-muted = The overlay is shown, without lines of what happens.
overlay-shown = The overlay is shown.
reward-title-chips = { $amount } suckers at Potluck
reward-title-seat = A seat at the Potluck table
reward-title-stake = { $amount } suckers staked at Potluck
reward-no-crowd = { $who }: no crowd plays here now, so there is nothing to stake on. Your points go back.
reward-said = { $who }: { $text }
reward-given = { $who } gets { $amount } suckers for the channel's points.
foretold-yes = Yes
foretold-no = No
poll-title = What do we play next?
poll-above = Vote above, { $seconds } seconds: what is played next?
poll-in-chat = What do we play next? Vote with "{ $prefix }want { $game }", one vote each, { $seconds } seconds. Games: { $games }.
    .page = What do we play next? The chat of the stream votes, { $seconds } seconds. Games: { $games }.
voted = Your vote: { $game }.
poll-over =
    { $tied ->
        [yes] Between those with { $votes } of { $all } votes each the lot chose { $game }.
       *[no] { $game } it is, with { $votes } of { $all } votes.
    }
poll-nobody = Nobody voted, so nothing is opened.
no-stream-here = That is for the channel of a streamer.
stream-words-how = Say "{ $prefix }stream words add raffle" (another bot here has "{ $prefix }raffle"), "{ $prefix }stream words free drop" (none has it) or "{ $prefix }stream words list".
    .page = Words of other bots are added, freed or listed.
control-how = Say "{ $prefix }control" and one of these: "open moderators vips", "games all", "tables 3", "defaults GAME KEY=VALUE", "cooldown 60", "stakes 50 500", "purses off", "generous on", "quiet 23:00 07:00 Europe/Berlin", "offline pause 6", "announce purple", "predictions loser", "raids off", "secrets keep", "words own", "others so raffle", "freed drop", "prefix ?".
    .page = That is no setting of this place.
overlay-how = Say "{ $prefix }overlay hide" or "{ $prefix }overlay show"; for its lines alone "{ $prefix }overlay mute" or "{ $prefix }overlay unmute".
    .page = The overlay can be hidden or shown.
stream-how = Say "{ $prefix }stream announce on" (or a colour: { $colors }), "{ $prefix }stream predictions on" (or "loser", "house", "alone", "broke", "feat"), "{ $prefix }stream raids off", "{ $prefix }stream markers on", "{ $prefix }stream poll" (which game is next), "{ $prefix }stream words add raffle" (another bot has it), "{ $prefix }stream reward chips 500 200" (500 points give 200 suckers), "{ $prefix }stream reward seat 1000", "{ $prefix }stream reward stake 300 50" (300 points stake 50 with a crowd), "{ $prefix }stream reward seat off" (or "on") or "{ $prefix }stream reward off".
poll-on = A poll is on here already: it takes a minute.
poll-how = A poll has { $least } to { $most } games: "{ $prefix }stream poll { $games }".
    .page = A poll has { $least } to { $most } games.
poll-full = So many have voted that no more are counted.
poll-above-only = This poll is the channel's own: vote there, above the chat.
no-poll = No poll is on here.
vote-how = Vote for one of { $games }, such as "{ $prefix }want { $game }".
    .page = Vote for one of { $games }.
stream-not-allowed = The channel does not let me do that. Its streamer may allow it on the page where the bot was connected; points and predictions need an affiliate's or partner's channel.
slash-want = A game of the poll
command-want = Vote for the game that is played next, while a poll is on: "{ $prefix }want GAME".
    .page = Vote for the game that is played next, while a poll is on.
command-stream = The channel's settings: announcements, predictions, rewards. For the streamer: "{ $prefix }stream" and "{ $prefix }help stream".
    .page = The channel's settings: announcements, predictions, rewards. For the streamer.
    .slash = The settings of a Twitch channel: the streamer says this there, in the chat.
command-control = The rules of this place for its tables: who may open them, which games, when, and more. Moderators set them: "{ $prefix }control cooldown 60".
    .page = The rules of this place for its tables: who may open them, which games, when, and more. Moderators set them.
    .slash = The rules of this place for its tables. Moderators set them.
command-overlay = The overlay of this channel's stream: "{ $prefix }overlay hide" hides all of it at once, "{ $prefix }overlay show" shows it again. For moderators.
    .page = Hide or show the overlay of this channel's stream. For moderators.
    .slash = Hide or show the overlay of this channel's stream. For moderators.

# Said in place of the bot's own

who-else-opens = "{ $prefix }control open everybody" would let everybody.
who-is-generous = whoever owns this place says "{ $prefix }control generous on"
one-table-here = Table { $code } is open, and here it is one at a time. "{ $prefix }{ $code } join" sits you down there, if it has room. Where nobody does anything for { $minutes } minutes, it makes room. Moderators may allow more: "{ $prefix }control tables 3".
    .page = Table { $code } is open, and here it is one at a time. Sit down there, if it has room. Where nobody does anything for { $minutes } minutes, it makes room. Moderators may allow more.
most-tables-here = { $most } tables are open here, which is the most: { $codes }. Sit down at one, as with "{ $prefix }{ $code } join". Moderators may allow more: "{ $prefix }control tables 12".
    .page = { $most } tables are open here, which is the most: { $codes }. Sit down at one; moderators may allow more.

# Words of other bots

odd-word = "{ $word }" can't be a bot's command: that is one word of at most { $most } letters, digits, "_" and "-", with or without the "{ $prefix }" before it.
    .page = "{ $word }" can't be a bot's command: that is one word of at most { $most } letters, digits, "_" and "-".
word-is-kept = "{ $word }" stays mine, as people come to a game by it. With a sign of my own ("{ $prefix }control prefix ?") another bot here can have "{ $prefix }{ $word }".
    .page = "{ $word }" stays this bot's, as people come to a game by it. With a sign of its own another bot can have the word.
word-is-not-left = "{ $word }" is not left to other bots, so there is nothing to free. "{ $prefix }stream words list" tells what is.
    .page = "{ $word }" is none of the usual words of other bots, so there is nothing to take back.
too-many-listed = A list of words has { $most } at most.
