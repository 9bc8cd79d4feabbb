"""What a player decides before his turn comes: kept for him alone, held against his view, carried out in time."""
