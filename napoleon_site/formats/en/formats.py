"""English dates with times: 24 hours, as everywhere on the site."""

DATETIME_FORMAT = "N j, Y, H:i"
SHORT_DATETIME_FORMAT = "Y-m-d H:i"
