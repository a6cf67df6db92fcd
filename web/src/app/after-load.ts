/**
 * Work that waits until the first screen is ready.
 * It registers the service worker and sends the stored reports.
 */

import type { CityWords } from '#rules/city-words.ts'
import { urlOf } from '#web/calls/request.ts'
import type { Store } from '#web/calls/store.ts'
import { keepCityWords } from '../format/city-words.ts'
import { keepDeviceOf } from './kept-device.ts'
import { fetchScreen, screenAt } from './router.tsx'
import { registerWorker } from './worker.ts'

/**
 * Loads the outbox for residents only, because only they report.
 * After a failed load the next store change tries again.
 */
function whenResident(store: Store, begin: () => Promise<void>): void {
  let begun = false
  const beginOnce = () => {
    if (begun || store.getState().session.user?.role !== 'resident') return
    begun = true
    begin().catch((error) => {
      begun = false
      console.warn('What keeps reports could not be loaded yet.', error)
    })
  }
  beginOnce()
  store.subscribe(beginOnce)
}

/**
 * Loads the city's terms.
 * On failure the browser keeps the stored terms; the next start tries again.
 */
async function hearCityWords(): Promise<void> {
  try {
    const answer = await fetch(urlOf('city'))
    if (answer.ok) keepCityWords((await answer.json()) as CityWords)
  } catch (error) {
    console.info('The city’s words could not be fetched.', error)
  }
}

/**
 * Preloads the resident dashboard on the sign-in page.
 * Most people who sign in are residents.
 */
async function fetchAfterSignIn(store: Store): Promise<void> {
  if (store.getState().session.user || window.location.pathname !== '/login') return
  await fetchScreen(await screenAt('/resident/dashboard', 'resident'))
}

export function afterLoad(store: Store): void {
  void fetchAfterSignIn(store)
  void hearCityWords()
  whenResident(store, async () => (await import('./waiting-reports.ts')).sendWaitingReports(store))
  keepDeviceOf(store)
  if (import.meta.env.PROD) void registerWorker()
}
