"""Tables before their match: opening them, filling the seats, starting."""
