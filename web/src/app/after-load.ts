/**
 * Starts the work that can wait until the first screen is ready: registers the service worker and sends what this
 * device has stored.
 */
import type { Role } from '#domain/city.ts'
import type { CitySettings } from '#domain/city-settings.ts'
import { pushSubscriptionOwner, renewPushSubscription } from '#web/features/notifications/push.ts'
import type { Store } from '#web/lib/api/api.ts'
import { urlOf } from '#web/lib/api/request.ts'
import { storeCitySettings } from '../lib/format/times.ts'
import { patchDomForPageTranslators } from './page-translators.ts'
import { removeOtherDriversSheets } from './remove-sheets.ts'
import { findScreen, preloadScreen } from './router.tsx'
import { registerWorker } from './worker.ts'

/** Loads an outbox once a user of its role is signed in. If loading fails, the next change of the store tries again. */
function whenSignedIn(store: Store, role: Role, begin: () => Promise<void>): void {
  let begun = false
  const beginOnce = () => {
    if (begun || store.getState().session.user?.role !== role) return
    begun = true
    begin().catch((error) => {
      begun = false
      console.warn('The outbox could not be loaded yet.', error)
    })
  }
  beginOnce()
  store.subscribe(beginOnce)
}

/** Loads the settings of the city. If the request fails, the browser uses its stored settings until the next start. */
async function loadCityTerms(): Promise<void> {
  try {
    const answer = await fetch(urlOf('city'))
    if (answer.ok) storeCitySettings((await answer.json()) as CitySettings)
  } catch (error) {
    console.info('The city’s words could not be fetched.', error)
  }
}

/**
 * Preloads the resident dashboard while the sign-in page is open.
 * Most people who sign in are residents.
 */
async function preloadAfterSignIn(store: Store): Promise<void> {
  if (store.getState().session.user || window.location.pathname !== '/login') return
  await preloadScreen(await findScreen('/resident/dashboard', 'resident'))
}

export function startDeferredTasks(store: Store): void {
  patchDomForPageTranslators(document.body)
  void preloadAfterSignIn(store)
  void loadCityTerms()
  whenSignedIn(store, 'resident', async () => (await import('./send-stored-reports.ts')).sendWaitingReports(store))
  whenSignedIn(store, 'driver', async () => (await import('./send-stored-actions.ts')).sendWaitingDriverActions(store))
  removeOtherDriversSheets(store)
  renewPushDevice(store)
  if (import.meta.env.PROD) void registerWorker()
}

/**
 * Registers this device for push notifications again with each new session.
 * A failure is retried with the next session.
 */
function renewPushDevice(store: Store): void {
  let told: string | null = null
  const look = () => {
    const { user, token } = store.getState().session
    if (token === told) return
    told = token
    if (!user || !token || !pushSubscriptionOwner.is(user.id)) return
    renewPushSubscription(store, user.id).catch((error: unknown) =>
      console.info('The server could not be told that this browser takes pushes.', error),
    )
  }
  look()
  store.subscribe(look)
}
