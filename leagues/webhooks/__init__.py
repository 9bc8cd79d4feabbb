"""What a club tells its chat service, or a program of its own: posts to one address that its organisers choose.

Whatever makes something true owes a post (`owing.owe`), in the same transaction; a task sends what is owed, in
order, and tries again what fails. Posts tell what every member can read in the club's pages, never of a card.
"""
