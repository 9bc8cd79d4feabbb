"""What organisers and members send to seasons."""
