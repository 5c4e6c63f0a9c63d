operator-says = Whoever runs Potluck says: { $text }
