// The service worker: keeps a resident's screens so that they open without a network, and shows pushes.
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import './push-worker.js'

clientsClaim()
cleanupOutdatedCaches()
// The build puts the list of files here.
precacheAndRoute(PRECACHED_FILES)

// The server answers calls, the feed and addresses that name a file.
const denylist = [/^\/(api|internal|health|socket\.io)(\/|$)/, /^[^?]*\.[^/?]+(\?|$)/]
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist }))

// A page sends this when its reader takes the new version.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') self.skipWaiting()
})
