"""House rules that a club keeps: organisers write them, and everybody with their link reads them."""
