/** The service worker, by which the app opens without a network; a newer version waits until the reader takes it. */

const HOUR_MS = 3_600_000

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

function offer(worker: ServiceWorker): void {
  waiting = worker
  for (const listener of listeners) listener()
}

export const newVersion = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isReady: () => waiting !== null,
  /** Takes the new version: this page is loaded anew, the reader's other tabs stay as they are. */
  take() {
    const reload = () => location.reload()
    // Another tab may have taken it already.
    if (waiting?.state !== 'installed') return reload()
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
    waiting.postMessage({ type: 'SKIP_WAITING' })
  },
  /** A screen could not be loaded: the server has only the newer version's any more, so there is nothing left to ask. */
  need() {
    if (waiting) newVersion.take()
  },
}

/** Registers the worker and looks for a newer one every hour. Without workers (a page that is not secure) nothing happens. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    // The very first worker replaces nothing, so there is nothing to offer.
    const follow = (worker: ServiceWorker | null) => {
      const offerIfReady = () => worker?.state === 'installed' && navigator.serviceWorker.controller && offer(worker)
      worker?.addEventListener('statechange', offerIfReady)
      offerIfReady()
    }
    follow(registration.waiting)
    follow(registration.installing)
    registration.addEventListener('updatefound', () => follow(registration.installing))
    setInterval(() => registration.update().catch(tellOfUpdate), HOUR_MS)
  } catch (error) {
    console.warn('The app will not open without a network: its worker could not be registered.', error)
  }
}

function tellOfUpdate(error: unknown): void {
  console.info('Whether there is a newer version could not be asked.', error)
}
