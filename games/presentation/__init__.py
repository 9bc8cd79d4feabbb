"""What several rooms show of a match, made from what the reader may know of it (`PlayerView`)."""
