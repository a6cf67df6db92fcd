/** What can wait until the first screen stands: the service worker, and the reports that wait for a network. */

import type { CityWords } from '#rules/city-words.ts'
import { urlOf } from '#web/calls/request.ts'
import type { Store } from '#web/calls/store.ts'
import { keepCityWords } from '../format/city-words.ts'
import { keepDeviceOf } from './kept-device.ts'
import { fetchScreen, screenAt } from './router.tsx'
import { registerWorker } from './worker.ts'

/** Only residents report: nobody else fetches what keeps reports. Where it can't be fetched, the next change tries again. */
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

/** Fetches how the city names its things. Without an answer the browser uses the words that it has; the next start asks again. */
async function hearCityWords(): Promise<void> {
  try {
    const answer = await fetch(urlOf('city'))
    if (answer.ok) keepCityWords((await answer.json()) as CityWords)
  } catch (error) {
    console.info('The city’s words could not be fetched.', error)
  }
}

/** Most who sign in are residents: while somebody types, their first screen comes, and is there when they are in. */
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
