// Lets this browser show the reader's notifications: asks for permission, subscribes, and registers with the site. On every
// page, it subscribes again by itself after the site's key has changed, since the former key's subscription is refused.
(() => {
  "use strict";
  const { key, to } = document.currentScript.dataset;
  const form = document.getElementById("push-form");
  const button = document.getElementById("push-on");
  const refused = document.getElementById("push-refused");
  const FORMER = "push-former"; // a subscription that has ended and is not replaced yet

  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

  // Whether the subscription uses the site's current key.
  const isOurs = ({ options }) => {
    const own = bytes(key);
    const its = new Uint8Array(options.applicationServerKey ?? []);
    return its.length === own.length && its.every((byte, at) => byte === own[at]);
  };

  // Whether the site sends to this browser, by the fingerprint of its address.
  async function isKnown({ endpoint }) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
    const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return form.dataset.known.split(" ").includes(hex);
  }

  // With a former one, the site stores the subscription only if the reader has not ended that.
  async function subscribe(worker, former = "") {
    const subscription = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(key),
    });
    const { endpoint, keys } = subscription.toJSON();
    const { value } = document.querySelector("[name=csrfmiddlewaretoken]");
    const body = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth, former, csrfmiddlewaretoken: value });
    const answer = await fetch(to, { method: "POST", body });
    if (former && answer.status === 409) await subscription.unsubscribe();
    else if (!answer.ok) throw new Error(answer.status);
    localStorage.removeItem(FORMER);
  }

  // A browser accepts no other key while it has a subscription.
  async function end(subscription) {
    localStorage.setItem(FORMER, subscription.endpoint);
    await subscription.unsubscribe();
  }

  async function turnOn() {
    const worker = await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
    const found = await worker.pushManager.getSubscription();
    if (found && !isOurs(found)) await found.unsubscribe();
    await subscribe(worker);
  }

  async function renew(worker) {
    const found = await worker.pushManager.getSubscription();
    if (found && !isOurs(found)) await end(found);
    const former = localStorage.getItem(FORMER);
    if (former) await subscribe(worker, former);
  }

  async function offer(worker) {
    const found = Notification.permission === "granted" && (await worker?.pushManager.getSubscription());
    // The site may have deleted the subscription, for example after a new password: then offer it again.
    button.hidden = Boolean(found && isOurs(found) && (await isKnown(found)));
  }

  async function start() {
    if (!("serviceWorker" in navigator && "PushManager" in window)) return;
    const worker = await navigator.serviceWorker.getRegistration("/sw.js");
    // Without a connection, the next page tries again.
    if (worker && Notification.permission === "granted") await renew(worker).catch(() => {});
    if (form) await offer(worker);
  }

  button?.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await turnOn();
      location.reload();
    } catch (error) {
      refused.textContent = error.name === "NotAllowedError" ? refused.dataset.blocked : refused.dataset.failed;
      refused.hidden = false;
      button.disabled = false;
    }
  });
  start();
})();
