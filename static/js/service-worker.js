// Shows notifications when no page is open, and answers offline requests with the front page and the tables that the
// reader saw last, or else with the offline page. A person's stored pages are deleted when they sign out, and as soon
// as a response names another reader. VERSION precedes this script as the site serves it.
const SHELL = `shell-${VERSION}`; // the page for no connection, with its files
const FILES = "files-1";
const PAGES = "pages-1"; // of the reader
const WHO = "who-1"; // the reader
const OFFLINE = "/offline/";
const NOBODY = "nobody";
const MOST_FILES = 150;
const MOST_PAGES = 20;
const KEPT = /^\/(t\/[\w-]+\/)?$/;
const HASHED = /\.[0-9a-f]{12}\./;
const ENDINGS = ["/accounts/logout/", "/me/delete/"];
let endings = 0; // an answer that was on its way when somebody signed out is not kept

// --- Stored pages ---

async function keepShell() {
  const answer = await fetch(OFFLINE);
  if (!answer.ok) throw new Error(answer.status);
  const html = await answer.clone().text();
  const shell = await caches.open(SHELL);
  await shell.put(OFFLINE, answer);
  await shell.addAll([...new Set([...html.matchAll(/"(\/static\/[^"#]+)/g)].map((found) => found[1]))]);
}

async function keep(cache, key, answer, most) {
  await cache.put(key, answer);
  const oldestFirst = await cache.keys();
  await Promise.all(oldestFirst.slice(0, -most).map((one) => cache.delete(one)));
}

async function reader() {
  const found = await (await caches.open(WHO)).match("/");
  return found ? found.text() : NOBODY;
}

async function forget(next = NOBODY) {
  endings += 1;
  await caches.delete(PAGES);
  await (await caches.open(WHO)).put("/", new Response(next));
}

// The browser's next user must not see the former one's notifications. A sign-in that has merely expired ends nothing.
async function endPush() {
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

async function keepPage(path, answer, begun) {
  const who = answer.headers.get("X-Reader");
  if (who === null || begun !== endings) return;
  const former = await reader();
  if (who !== former) {
    if (who !== NOBODY && former !== NOBODY) await endPush();
    await forget(who);
    begun = endings;
  }
  // Opened before the check: pages put into a deleted cache are lost with it.
  const pages = await caches.open(PAGES);
  if (who !== NOBODY && answer.status === 200 && KEPT.test(path) && begun === endings) await keep(pages, path, answer, MOST_PAGES);
}

// Tables are stored as they looked when they were left, since later moves do not reload the page.
async function keepAsSeen({ who, path, html }) {
  const begun = endings;
  const pages = await caches.open(PAGES);
  const loaded = await pages.match(path);
  if (!loaded || who !== (await reader()) || begun !== endings) return;
  await pages.put(path, new Response(html, { headers: { ...headersOf(loaded), date: new Date().toUTCString() } }));
}

function headersOf(answer) {
  const { "content-encoding": encoding, "content-length": length, ...others } = Object.fromEntries(answer.headers);
  return others;
}

// --- Requests ---

async function page(event) {
  const { method, url } = event.request;
  const { pathname } = new URL(url);
  const begun = endings;
  try {
    const answer = await fetch(isBackToForm(event.request) ? url : event.request);
    if (method === "GET") event.waitUntil(keepPage(pathname, answer.clone(), begun));
    // A redirect says that it was done: a form that was refused comes back.
    if (isEnding(event.request) && answer.type === "opaqueredirect") event.waitUntil(endPush());
    return answer;
  } catch {
    return (method === "GET" && (await asSeen(pathname))) || caches.match(OFFLINE, { cacheName: SHELL });
  }
}

// Signing out, or deleting the account.
function isEnding({ method, url }) {
  return method === "POST" && ENDINGS.includes(new URL(url).pathname);
}

// Going back to a form's response that the browser no longer has: it would not resend the form.
function isBackToForm({ method, cache }) {
  return method === "POST" && cache === "only-if-cached";
}

async function asSeen(path) {
  const kept = await (await caches.open(PAGES)).match(path);
  if (!kept) return null;
  const at = new Date(kept.headers.get("date") ?? 0).toISOString();
  const html = (await kept.text()).replace("<body", `<body data-seen-at="${at}"`);
  return new Response(html, { headers: headersOf(kept) });
}

async function file(event) {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept && HASHED.test(event.request.url)) return kept;
  try {
    const answer = await fetch(event.request);
    const copy = answer.clone();
    if (answer.status === 200) event.waitUntil(caches.open(FILES).then((files) => keep(files, event.request, copy, MOST_FILES)));
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (isEnding(event.request)) event.waitUntil(forget());
  if (mode === "navigate") event.respondWith(page(event));
  else if (method === "GET" && pathname.startsWith("/static/")) event.respondWith(file(event));
});

self.addEventListener("message", (event) => event.waitUntil(keepAsSeen(event.data)));

// --- Lifecycle ---

self.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => {
  const current = [SHELL, FILES, PAGES, WHO];
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => !current.includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// --- Notifications ---

self.addEventListener("push", (event) => {
  const { title, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { tag, data: url, icon: "/static/icons/icon-192.png" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data, self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const page = pages.find((one) => one.url === url);
      return page ? page.focus() : self.clients.openWindow(url);
    }),
  );
});
