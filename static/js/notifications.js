// Keeps the number of new notifications in the masthead up to date while the page is visible.
function look() {
  const link = document.getElementById("notification-link");
  if (link && !document.hidden) window.htmx?.trigger(link, "look");
}

setInterval(look, 60000);
document.addEventListener("visibilitychange", look);
