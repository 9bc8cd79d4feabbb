"""The costly decisions of finished matches: found once in the background and shown in the review.

`napoleon.judging` analyses a deal, `waiting` decides whose match is next, `services` does the work, and `context`
prepares the findings for the pages.
"""
