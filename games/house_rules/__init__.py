"""House rules that people keep under a name: for their next tables and seasons, and to show to others by a link."""
