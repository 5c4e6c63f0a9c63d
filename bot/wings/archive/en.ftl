# What the archive says in English.

games-are = The last games here:
games-more = Older ones: "{ $line }".
    .page = There are older ones, too.
games-page = All of them, to choose from: { $address }
game-line = { NUMBER($number, useGrouping: 0) } · { $game } at { $code }, { $ago }: { $how }.
game-to-watch = { $game }: { $how } · { $ago }
evening-title = What the evening brought
evening-won = { $won } of { $count }
evening-is = { $count } { $count ->
    [one] game
   *[other] games
} with { $people } { $people ->
    [one] person
   *[other] people
}{ $voids ->
    [0] .
   *[other] , { $voids } more called off.
}
evening-winner = { $name } ({ $won } of { $count })
evening-winners = Most games won: { $winners }.
evening-biggest = Biggest win: { $name }, { $gain } in game { NUMBER($number, useGrouping: 0) } of { $game }.
evening-moment = Best moment: { $name }, { $feat }, in game { NUMBER($number, useGrouping: 0) } of { $game }.
evening-luckiest = Luckiest: { $name }, who won { $luck } games more than the chances promised.
evening-unluckiest = Unluckiest: { $name }, who won { $luck } games fewer than the chances promised.
evening-row = Longest row: { $name } won { $count } one after the other.
evening-without = Most games without a win: { $name }, { $count }. Next time!
evening-purses = For purses: { $purses }.
evening-watch = { $win ->
    [yes] The biggest win, to be watched again: { $address }
   *[no] The last game, to be watched again: { $address }
}
top-purses = The fullest purses here:
top-week = Won in seven days at tables for purses:
top-month = Won in thirty days at tables for purses:
top-season = Won in the season at tables for purses:
top-wins = Most games won in thirty days:
top-rated = The best at { $game }, by rating (a beginner has 1000):
listed-on = You stand in the lists of the best, and others may read what your games say of you.
listed-off = You stand in no list of the best, and what your games say of you is told to you alone. "{ $prefix }top on" changes that.
    .page = You stand in no list of the best, and what your games say of you is told to you alone.
top-line = { $place }. { $name } · { $value }
stats-are = { $name }: { $count } { $count ->
    [one] game
   *[other] games
} here, the first { $since }; { $won } won ({ $percent } %).
stats-of-game = { $game } ({ $won } of { $count } won)
stats-most-played = Most played: { $games }.
stats-place-and-move = { $game }: place { $place } of { $seats } on average; most often: { $move }.
stats-place = { $game }: place { $place } of { $seats } on average.
stats-move = { $game }: most often { $move }.
stats-luck = Luck: { $luck } games { $way ->
        [more] more
       *[fewer] fewer
    } won than the chances promised.
stats-feats = Feats ({ $count }): { $feats }{ $more ->
        [0] .
       *[other] {" "}and { $more } more.
    }
stats-row = Games won in a row: { $now } now, { $longest } at best.
stats-best = Best win: { $gain } in game { NUMBER($number, useGrouping: 0) } of { $game }, { $ago }.
stats-pot = Biggest pot won: { $pot } in game { NUMBER($number, useGrouping: 0) } of { $game }, { $ago }.
stats-pot-here = Biggest pot: { $pot } in game { NUMBER($number, useGrouping: 0) } of { $game }, won by { $names }, { $ago }.
stats-met-pot = The biggest pot that one of you won there: { $pot }, by { $name }.
stats-page = In pictures: { $address }
stats-net = { $way ->
    [won] Won { $amount } suckers in all at tables for purses.
   *[lost] Lost { $amount } suckers in all at tables for purses.
}
stats-met = You and { $name } met in { $count } { $count ->
    [one] game
   *[other] games
}: { $you } won by you, { $they } by { $name }.
stats-rated = { $game } { NUMBER($rating, useGrouping: 0) }
stats-ratings = Rating: { $ratings } (a beginner has 1000).
season-is = { $name }, since { $since }:
season-was = { $name } is over, won by { $winners }:
season-was-nobodys = { $name } is over, and nobody won it:
season-line = { $place }. { $name }: { $won } of { $games } won
season-more = and { $count } more
season-none-yet = No game has counted for it yet.
season-others = Earlier ones: { $seasons }. Say "{ $prefix }season 1" for the first one's table.
    .page = Earlier ones: { $seasons }.
season-begins = { $name } begins: whoever wins most games until it ends has won it. How it stands: "{ $prefix }season".
    .page = { $name } begins: whoever wins most games until it ends has won it.
season-ends = { $name } is over, after { $count } { $count ->
    [one] game
   *[other] games
}. Won by { $winners }!
season-ends-nobodys = { $name } is over, and nobody won it.
season-winner = { $name } ({ $won } of { $games })
season-won-by = Won by { $winners }
season-in-front = In front: { $winners }
season-page = All of it: { $address }
stats-here = { $count } { $count ->
    [one] game was
   *[other] games were
} played here by { $people } { $people ->
    [one] person
   *[other] people
}, the first { $since }.
no-stats-yet = No game that you played to its end is kept here yet.
no-stats-of = No game that { $name } played to its end is kept here.
evening-when = Say "{ $prefix }evening", or with a day that was: yesterday, friday, 2026-11-20. What you said was { $word }.
    .page = An evening is one that was: yesterday, friday, 2026-11-20. What you said was { $word }.
stats-unlisted = { $name } keeps what their games say of them to themselves.
top-which = There is no list { $word }. Say "{ $prefix }top", "{ $prefix }top week", "{ $prefix }top month", "{ $prefix }top season", "{ $prefix }top wins", or the name of a game.
    .page = There is no such list: there are purses, week, month, season, wins, and one for each game.
top-empty = Nobody stands in that list yet.
top-unrated = Nobody has a rating there yet: it is shown after ten games.
no-season = There is no season here. Moderators begin one with "{ $prefix }season start NAME".
    .page = There is no season here. Moderators begin one.
no-such-season = There was no such season here: they are numbered from { $first } to { $last }.
season-how = Say "{ $prefix }season", "{ $prefix }season 2" for an older one; moderators "{ $prefix }season start NAME" and "{ $prefix }season end".
    .page = That says nothing about a season. Moderators begin one, with a name, and end it.
season-is-on = { $name } is still on. End it first: "{ $prefix }season end".
    .page = { $name } is still on. End it first.
season-is-off = No season is on here.
season-name = A season needs a name of at most { $most } letters.
evening-empty = No game came to its end here then.
command-games = Games that ended here: "{ $prefix }games"; of somebody, of one game, of one table, older ones: "{ $prefix }games pete GAME 2".
    .page = Games that ended here: all of them, those of somebody, of one game or of one table.
    .slash = Games that ended here; of somebody, of one game or table, or older ones.
command-top = The best here: the fullest purses; "{ $prefix }top week", "{ $prefix }top month" and "{ $prefix }top season" by what was won, "{ $prefix }top wins", and "{ $prefix }top GAME" by rating. "{ $prefix }top off" leaves you out.
    .page = The best here: the fullest purses.
    .slash = The best here, by purse; or by what was won in a week, by wins, or by rating.
command-season = How the season stands: who won most games since it began; "{ $prefix }season 2" an older one. Moderators begin and end it: "{ $prefix }season start Winter", "{ $prefix }season end".
    .page = How the season stands: who won most games since it began.
    .slash = How the season stands: who won most games since it began.
command-evening = What the evening brought: who won most, the biggest win; also "{ $prefix }evening yesterday", "{ $prefix }evening friday".
    .page = What the evening brought: who won most, the biggest win, the longest row.
    .slash = What the evening brought; also of yesterday, of a weekday or a date.
command-stats = What your games here say of you; "{ $prefix }stats pete" of somebody else, "{ $prefix }stats here" of this place.
    .page = What your games here say of you, or those of somebody else.
    .slash = What your games here say of you, or somebody else's of them, or of this place.
slash-which-games = Whose, of which game, at which table, which page: pete, GAME, K7Q, 2. None: all
slash-whose-stats = Whose, and in which game: pete, GAME, here. None: your own
slash-top = Which list: week, month, season, wins, or a game for its ratings. None: the fullest purses
slash-season = An older one's number; for moderators: start and its name, or end
slash-evening = Which one: yesterday, friday, 2026-11-20. None: the last twelve hours
server-evening = { $on ->
        [yes] When the last table of an evening closes, or the stream ends, what it brought is told here.
       *[no] What an evening brought is told only when somebody asks.
    }
menu-top = Fullest purses
menu-season = Season
menu-evening = This evening
menu-games = Archive
menu-stats = Profile
