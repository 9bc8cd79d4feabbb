"""A first hand with a coach: good cards to begin with, a suggestion at each decision, and the best card afterwards."""
