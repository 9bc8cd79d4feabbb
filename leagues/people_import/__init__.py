"""Lists of people from spreadsheets: entering many in a season, inviting many to a club."""
