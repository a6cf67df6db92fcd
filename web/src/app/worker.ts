/**
 * Registers the service worker, with which the app opens offline.
 * A newer version waits until the user accepts it.
 */

const HOUR_MS = 3_600_000

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

function offer(worker: ServiceWorker): void {
  waiting = worker
  for (const listener of listeners) listener()
}

export const newVersionStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isReady: () => waiting !== null,
  /** Activates the new version and reloads this page, but not the user's other tabs. */
  take() {
    const reload = () => location.reload()
    // The user may have activated the new version in another tab.
    if (waiting?.state !== 'installed') return reload()
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
    waiting.postMessage({ type: 'SKIP_WAITING' })
  },
  /**
   * Handles a screen whose code could not be loaded.
   * The server probably has only the newer version's files, so the page reloads without asking.
   */
  need() {
    if (waiting) newVersionStore.take()
  },
}

/**
 * Registers the service worker and checks for a newer one every hour.
 * Does nothing if the browser does not support workers, as on an insecure page.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    // The first service worker replaces no other, so it is not offered as a new version.
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
