// Tells the site the reader's time zone, so that a guest or a new account starts with the right one.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const secure = location.protocol === "https:" ? "; secure" : "";
if (zone) document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
