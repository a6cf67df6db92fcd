// Push handlers of the service worker.
// They show one notification per tag and open its screen on click.
self.addEventListener('push', (event) => {
  const { title = 'WasteSense', message = '', tag, path = '/' } = event.data?.json() ?? {}
  const shown = { body: message, tag, data: { path }, icon: '/icon-192.png', badge: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Keep to this origin, whatever the push contains.
  const { pathname, search } = new URL(event.notification.data?.path ?? '/', self.location.origin)
  event.waitUntil(open(self.location.origin + pathname + search))
})

// Reuses an open window, so that the app does not open twice.
async function open(url) {
  const [first] = await self.clients.matchAll({ type: 'window' })
  if (!first) return self.clients.openWindow(url)
  const client = await first.focus()
  if (client.url !== url) await client.navigate(url)
}
