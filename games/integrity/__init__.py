"""Games held against their logs: nobody has touched them, the shuffle was fair, all that is read from them agrees."""
