"""What is said of positions: comments that whoever may look back on a deal reads, and notes that nobody else does."""
