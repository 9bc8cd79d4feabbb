// Lets this browser show the reader's notifications: asks for permission, subscribes, and registers with the site.
const form = document.getElementById("push-form");
const button = document.getElementById("push-on");
const refused = document.getElementById("push-refused");

const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

// Whether the subscription uses the site's current key.
const isOurs = ({ options }) => {
  const own = bytes(form.dataset.key);
  const its = new Uint8Array(options.applicationServerKey ?? []);
  return its.length === own.length && its.every((byte, at) => byte === own[at]);
};

// Whether the site sends to this browser, by the fingerprint of its address.
async function isKnown({ endpoint }) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return form.dataset.known.split(" ").includes(hex);
}

async function subscribe() {
  const worker = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  // A browser accepts no other key while it has a subscription.
  const former = await worker.pushManager.getSubscription();
  if (former && !isOurs(former)) await former.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(form.dataset.key),
  });
  const { endpoint, keys } = subscription.toJSON();
  const body = new FormData(form);
  body.append("endpoint", endpoint);
  body.append("p256dh", keys.p256dh);
  body.append("auth", keys.auth);
  const answer = await fetch(form.dataset.to, { method: "POST", body });
  if (!answer.ok) throw new Error(answer.status);
}

async function offer() {
  if (!("serviceWorker" in navigator && "PushManager" in window)) return;
  const worker = await navigator.serviceWorker.getRegistration("/sw.js");
  const found = Notification.permission === "granted" && (await worker?.pushManager.getSubscription());
  // The site may have deleted the subscription, for example after a new password: then offer it again.
  button.hidden = Boolean(found && isOurs(found) && (await isKnown(found)));
}

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await subscribe();
    location.reload();
  } catch {
    refused.hidden = false;
    button.disabled = false;
  }
});
offer();
