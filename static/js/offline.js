// Lists the reader's last visited tables on the offline page.
const list = document.getElementById("seen");

async function show() {
  const pages = await caches.open("pages-1");
  for (const request of (await pages.keys()).reverse()) {
    const page = await pages.match(request);
    const name = new DOMParser().parseFromString(await page.text(), "text/html").title.replace(/ · [^·]*$/, "");
    const link = Object.assign(document.createElement("a"), { href: new URL(request.url).pathname, textContent: name });
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  document.getElementById("seen-section").hidden = !list.children.length;
}

show();

// Not `reload`: after a form it would ask whether to send the form again.
const again = () => location.replace(location.href);
addEventListener("online", again);
// The device may have had a connection all the while: only asking tells that the site is back.
setInterval(async () => {
  const answer = document.hidden || (await fetch("/offline/", { method: "HEAD", cache: "no-store" }).catch(() => null));
  if (answer?.ok) again();
}, 15000);
