"""Tables before their match: opening one, filling its seats, starting."""
