// What the service worker does with a push: shows it, once for each tag, and opens the right screen when it is clicked.
self.addEventListener('push', (event) => {
  const { title = 'WasteSense', message = '', tag, path = '/' } = event.data?.json() ?? {}
  const shown = { body: message, tag, data: { path }, icon: '/icon-192.png', badge: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Of this origin, whatever the push said.
  const { pathname, search } = new URL(event.notification.data?.path ?? '/', self.location.origin)
  event.waitUntil(open(self.location.origin + pathname + search))
})

// In a window that is open already where there is one: nobody wants the app twice.
async function open(url) {
  const [first] = await self.clients.matchAll({ type: 'window' })
  if (!first) return self.clients.openWindow(url)
  const client = await first.focus()
  if (client.url !== url) await client.navigate(url)
}
