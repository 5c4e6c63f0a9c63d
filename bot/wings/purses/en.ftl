# What the purses says in English.

ledger-is = The last entries, the newest first:
correct-told = That is told before everybody here.
correct-asks = { $by } asks to correct the purse of { $who } by { $change } ({ $why }). { $limit ->
    [0] That takes two moderators here: another
   *[other] One moderator alone may correct { $limit } in a day, and { $by } has corrected { $today } already: another
} has { $minutes } minutes to say "{ $prefix }correct yes { $code }". If there is none, nothing is moved; whoever owns the place can set another limit.
    .page = { $by } asks to correct the purse of { $who } by { $change } ({ $why }). { $limit ->
    [0] That takes two moderators here: another
   *[other] One moderator alone may correct { $limit } in a day, and { $by } has corrected { $today } already: another
} must agree within { $minutes } minutes. If there is none, nothing is moved.
gift-given = { $by } gives { $who } { $amount } { $amount ->
    [one] sucker
   *[other] suckers
}, and has { $left } left.
own-limit-none = You have set yourself no limit. With "{ $prefix }limit 500" tables for purses cost you at most 500 on one day, "{ $prefix }limit pause 7" keeps you from them for a week.
    .page = You have set yourself no limit.
own-limit-is = Tables for purses cost you at most { $limit } on one day: that is your own limit. A lower one holds at once, a higher one after a week.
own-limit-later = In { $days } { $days ->
    [one] day
   *[other] days
} { $limit ->
    [0] it is lifted
   *[other] your limit is { $limit }
}.
own-pause-is = You sit down at no table for purses for { $days } more { $days ->
    [one] day
   *[other] days
}. Nobody can shorten that.
ledger-empty = There is no entry yet.
ledger-others = What others did is for moderators to read. "{ $prefix }ledger" alone lists what came of your own purse.
    .page = What others did is for moderators to read.
correct-how = Say whom, by how much, and why: "{ $prefix }correct pete +100 the stakes were wrong".
    .page = A correction needs a name, an amount with its sign, and a reason.
gifts-off = Nobody can give suckers away here.
gift-how = Say whom and how much: "{ $prefix }gift pete 50". On one day anybody can give { $limit }.
    .page = A gift needs a name and an amount. On one day anybody can give { $limit }.
gift-new-account = You can give suckers away once your account is { $days } days old.
gift-new-member = You can give suckers away once you have been here for { $days } days.
gift-at-table = You have suckers before you at table { $code }. Give when you have left it.
limit-how = Say the most that you want to lose on one day, "{ $prefix }limit 500", or for how many days you want to pause, "{ $prefix }limit pause 7".
    .page = A limit is the most that you want to lose on one day; a pause is a number of days.
limit-nothing = That comes to 0, which is no limit. Say the most that you want to lose on one day, "{ $prefix }limit 500", or "{ $prefix }limit pause 7" for no table at all.
    .page = That comes to 0, which is no limit. A limit is the most that you want to lose on one day.
correct-own = That is your own purse: another moderator puts it right, or whoever owns the place.
correct-another = You have asked for it yourself: another moderator has to agree.
correct-unknown = Nothing waits for a yes under { $word }: it was done, its time is up, or the code has a slip in it.
correct-busy = Another correction of yours is on its way. Say it again in a moment.
correct-too-much = That purse holds { $balance }: no more can be taken out of it.
command-ledger = The entries of your purse, the newest first; "{ $prefix }ledger 50" for more. Moderators see everybody's: "{ $prefix }ledger pete", "{ $prefix }ledger all".
    .page = The entries of your purse, the newest first. Moderators see everybody's.
    .slash = The entries of your purse, the newest first. Moderators see everybody's.
command-correct = Put somebody's purse right, with a reason that all can read: "{ $prefix }correct pete +100 the stakes were wrong". Not one's own, and much of it with another's yes. For moderators.
    .page = Put somebody's purse right, with a reason that all can read. For moderators.
    .slash = Put somebody's purse right, with a reason that all can read. For moderators.
command-gift = Give somebody suckers of your own: "{ $prefix }gift pete 50". How many a day, this place says.
    .page = Give somebody suckers of your own. How many a day, this place says.
    .slash = Give somebody suckers of your own, so many a day as this place allows.
command-limit = What you allow yourself at tables for purses: "{ $prefix }limit 500" a day, "{ $prefix }limit pause 7" for days without. Lower holds at once, higher after a week.
    .page = What you allow yourself at tables for purses: so much a day, or a pause.
    .slash = What you allow yourself at tables for purses: so much a day, or a pause.
slash-which-entries = How many; for moderators also whose: pete, or all
slash-change = By how much, with its sign: +100 or -50; after the name "yes" a code that was told
slash-gift = How many suckers, or half, all, 25%
slash-limit = So many suckers a day, off, pause, or pause 7
menu-ledger = Purse, every entry
menu-limit = My limits

# Settings

server-gifts = { $amount ->
    [0] Gifts are not allowed.
   *[other] Gifts are allowed up to { $amount } a day.
}
server-corrections = { $amount ->
    [0] Purses are corrected by two moderators together.
   *[other] One moderator alone may correct purses by { $amount } in a day; what is more needs another.
}

# Gifts

gift-yourself = That is your own purse.
gift-newcomer = You can give suckers away once you have played { $games } games here to their end.
gift-too-much = On one day anybody can give { $limit } here: you can give { $left } more today.
gift-too-much-got = On one day anybody can be given { $limit } here: that purse can be given { $left } more today.
gift-not-there = Your purse holds { $balance }: no more can be given.
gift-busy = Another gift is on its way. Say it again in a moment.
