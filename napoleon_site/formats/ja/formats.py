"""Japanese dates with times: 24 hours, as everywhere on the site."""

DATETIME_FORMAT = "Y年n月j日 H:i"
SHORT_DATETIME_FORMAT = "Y/m/d H:i"
