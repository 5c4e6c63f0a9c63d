# What hosts do besides, in English.

host-whom = To whom? Say the name of somebody who sits there: "{ $prefix }{ $code } host pete".
    .page = Choose to whom.
host-gone = That person has left table { $code } meanwhile.
host-no-bot = { $who } is a house bot. A person who sits at the table can host it.
host-already = { $who } is the host already.
host-away = { $who } is away, and a house bot plays for them. Somebody who is there can host the table.
made-private = This table is by invitation now: nobody sits down uninvited.
made-public = Everybody can sit down at this table again.
private-already = Table { $code } is by invitation already. "{ $prefix }{ $code } invite pete" invites Pete, "{ $prefix }{ $code } public" lets everybody sit down.
    .page = Table { $code } is by invitation already.
private-later = Table { $code } can become one by invitation between two games, not during one.
public-already = Everybody can sit down at table { $code } already.
spectators-now = { $now ->
    [off] Pages and overlays show table { $code } only to those who sit here. All would see it.
   *[on] Everybody sees table { $code } on pages and overlays. Only those who sit here would see it.
}
spectators-are = { $now ->
    [off] Pages and overlays show this table only to those who sit here from now on.
   *[on] Everybody can look on at this table on pages and overlays.
}
invite-not-private = Everybody can sit down at table { $code }. "{ $prefix }{ $code } private" makes it a table by invitation.
    .page = Everybody can sit down at table { $code }. Make it a table by invitation first.
invite-removed = { $who } was taken off table { $code }: "{ $prefix }{ $code } admit" with that name comes first.
    .page = { $who } was taken off table { $code }. Let them sit down again first.
invite-sits = { $who } sits at table { $code } already.
invite-most = { $most } people are invited to table { $code }: no more can be.
invite-slowly = You have invited { $most } people within an hour. Invite others later.
invited = { $who } is invited to table { $code }, and sits down when they say "{ $prefix }{ $code } join".
    .page = { $who } is invited to table { $code }.
invited-are = { $none ->
    [yes] Nobody is invited to table { $code } yet.
   *[no] Invited to table { $code }: { $names }.
}
invitation-told = { $who } invites you to table { $code }, { $game }. To sit down, say "{ $prefix }{ $code } join", here too.
    .page = { $who } invites you to table { $code }, { $game }. You can sit down there.
password-rule = A password is one word of { $fewest } to { $most } letters or digits, without "=". A table's code can't be one.
password-not-taken = Everybody here has read that word: it is burnt, and was not taken. Set another one where nobody else reads it: in a direct message, as a slash command, or in the menu of the table's page.
password-aloud = A password counts when somebody says "{ $prefix }{ $code } join" and the word where nobody else reads it, in a direct message or as a slash command. It was not taken here.
    .page = A password is given where nobody else reads it. It was not taken here.
password-burnt = Everybody here has read the password of table { $code }: it is burnt, and lets nobody in any more. Its host can set another one.
password-wrong = That is not the password of table { $code }.
password-or-text = Table { $code } has a password, and that word is not it. You are invited: "{ $prefix }{ $code } join" alone is enough. A text for the dice has two words or more while there is a password.
    .page = Table { $code } has a password, and that word is not it. You are invited, and need none. A text for the dice has two words or more while there is a password.
password-tries = Too many passwords were tried. Try again in an hour, or ask the host of table { $code } to invite you.
password-is = { $stands ->
    [yes] Table { $code } has a password. "{ $prefix }{ $code } password off" lets nobody in by it any more; another word replaces it.
   *[no] Table { $code } has no password. "{ $prefix }{ $code } password" and a word sets one, where nobody else reads it.
}
    .page = { $stands ->
    [yes] Table { $code } has a password. The word "off" lets nobody in by it any more; another word replaces it.
   *[no] Table { $code } has no password.
}
password-set = { $stands ->
    [yes] The password of table { $code } is set. It counts when somebody says "{ $prefix }{ $code } join" and the word where nobody else reads it.
   *[no] Table { $code } has no password any more. Who came in by it may still sit down.
}
    .page = { $stands ->
    [yes] The password of table { $code } is set.
   *[no] Table { $code } has no password any more. Who came in by it may still sit down.
}
saved-how = Say "{ $prefix }preset save friday" to keep this table's game and options, "{ $prefix }preset drop friday" to drop that, or "{ $prefix }preset" to list what is kept. Moderators add "for all".
    .page = A preset has one name, as friday.
saved-name = A preset's name is one word of at most 20 letters, digits, "-" or "_", and begins with a letter.
saved-name-taken = "{ $name }" has a meaning already. Choose another name.
saved-plain-tables = Table { $code } is no table of its own: only the options of those are kept.
saved-most = { $most } presets are kept already: drop one first.
saved-for-staff = Presets for all are kept and dropped by moderators.
saved-unknown = No preset is called { $name } here. "{ $prefix }preset" lists them.
    .page = No preset is called { $name } here.
saved-none = No presets are kept here. The host of a table keeps its game and options with "{ $prefix }preset save friday".
    .page = No presets are kept here. The menu of your table keeps its game and options.
saved-saved = Kept { $whose ->
    [all] for all here
   *[yours] for you
} as { $name }: { $table }. "{ $prefix }open { $name }" opens such a table.
    .page = Kept as { $name }: { $table }.
saved-dropped = { $name } is kept no longer.
saved-line = { $name }{ $whose ->
    [all] {" "}(for all)
   *[yours] {""}
}: { $table }
saved-game-gone = { $name } is a preset of { $game }, a game that is not installed any more.
saved-without = Left out, since the game has no such options any more: { $options }.
    .page = Options that the game has no more are left out.
saved-opens = { $name } is { $table }.
saved-for-purses = { $name } is { $table }: it takes your buy-in out of your purse. To open it, say "{ $prefix }{ $line }".
    .page = { $name } is { $table }: it takes your buy-in out of your purse.
again-nothing = You have opened no { $game } here yet.

command-host = Make somebody who sits at the table its host: "{ $prefix }host pete".
    .page = Make somebody who sits at the table its host.
command-private = Make the table one by invitation, in a private thread where there can be one: for its host.
command-public = Let everybody sit down at the table again: for its host.
command-invite = Invite somebody to the host's table by invitation; alone, say who is invited.
command-password = Set the password of the host's table by invitation, where nobody else reads it. Off: none.
command-spectators = Show the host's table on pages to everybody, or only to those who sit there.
command-preset = Keep game and options of the host's table by a name, to open another like it; alone, list them.
slash-password = The word, or off
slash-spectators = On or off
slash-preset = Save or drop
slash-preset-name = A name of one word
slash-preset-whose = For all here, by moderators
slash-about-host = What the host of a table may do besides
menu-host = Change host
menu-private = By invitation only
menu-public = Open to everybody
menu-invite = Invite by name
menu-password = Password
menu-spectators = Spectators
menu-preset-save = Save as preset
