// Stores the reader's time zone in a cookie, so that guests and new accounts start with the right one.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const secure = location.protocol === "https:" ? "; secure" : "";
if (zone) document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
