"""Planning ahead: what players decide before their turn, visible to them alone, and how the site carries it out."""
