// Service worker: caches the screens of residents and drivers for offline use and shows pushes.
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import './push-worker.js'

clientsClaim()
cleanupOutdatedCaches()
// The build inserts the list of files here.
precacheAndRoute(PRECACHED_FILES)

// The server answers API calls, the feed and addresses of files.
const denylist = [/^\/(api|internal|health|socket\.io)(\/|$)/, /^[^?]*\.[^/?]+(\?|$)/]
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist }))

// A page sends this when its user accepts the new version.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') self.skipWaiting()
})
