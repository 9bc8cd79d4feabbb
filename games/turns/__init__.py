"""Open turns and their deadlines, and the sweep that does what is due."""
