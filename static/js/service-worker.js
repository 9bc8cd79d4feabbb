// Shows notifications when no page of the site is open. It keeps nothing and answers no request.
self.addEventListener("push", (event) => {
  const { title, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { tag, data: url, icon: "/static/favicon.svg" }));
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
