/**
 * Tests that a browser deletes the stored route sheets of all but the signed-in driver.
 * Also tests that it stops the pushes of all but the signed-in user.
 */

import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { pushSubscriptionOwner } from '#web/features/notifications/push.ts'
import { createStore } from '#web/lib/api/api.ts'
import { sessionEnded, sessionStarted } from '#web/lib/api/session.ts'
import { readStoredSheet, recordOutcome, storedActionsOf, updateStoredRouteSheet } from '../lib/outbox/action-store.ts'
import { removeOtherDriversSheets, renewPushDevice } from './after-load.ts'

const place = { landmark: 'Behind the well' }
const stop = { id: 'a', stopId: 'a', reportId: 'a', since: '2026-03-02T08:00:00Z', collected: false, place }
const sheet = { version: 1, stops: [stop], left: 1, exceptions: [] }
const store = (userId: string) => updateStoredRouteSheet(userId, () => ({ userId, sheet, position: '1', carried: [] }))
const signedIn = (id: string) => sessionStarted({ token: `token of ${id}`, user: { id, role: 'driver' } as never })
const kept = async () => {
  const sheets = await Promise.all(['kojo-of-sheets', 'efua-of-sheets'].map(readStoredSheet))
  return sheets.flatMap((found) => found?.userId ?? [])
}

it('nobody’s without a session, otherwise the own one; what is not sent stays', async () => {
  const browser = createStore()
  await store('kojo-of-sheets')
  await store('efua-of-sheets')
  await recordOutcome({
    userId: 'kojo-of-sheets',
    stopId: 'a',
    said: { outcome: 'collected', at: '2026-03-02T08:14:00Z' },
  })
  // No user is signed in before the session is read.
  removeOtherDriversSheets(browser)
  browser.dispatch(signedIn('kojo-of-sheets'))
  await eventually(async () => expect(await kept()).toEqual(['kojo-of-sheets']))
  browser.dispatch(sessionEnded())
  await eventually(async () => expect(await kept()).toEqual([]))
  await store('kojo-of-sheets')
  // Simulates a later visit: a new store in which another user is signed in from the start.
  const later = createStore()
  later.dispatch(signedIn('ama'))
  removeOtherDriversSheets(later)
  await eventually(async () => expect(await kept()).toEqual([]))
  expect(await storedActionsOf('kojo-of-sheets')).toHaveLength(1)
})

it('stops the pushes of a user whose session has ended, when another one signs in', async () => {
  const { promise: unsubscribed, resolve } = Promise.withResolvers<void>()
  const subscription = { unsubscribe: async () => resolve() }
  const registration = { pushManager: { getSubscription: async () => subscription } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  const browser = createStore()
  pushSubscriptionOwner.set('kojo')
  renewPushDevice(browser)
  browser.dispatch(sessionEnded())
  expect(pushSubscriptionOwner.is('kojo')).toBe(true)
  browser.dispatch(signedIn('ama'))
  await unsubscribed
  await eventually(() => expect(pushSubscriptionOwner.is('kojo')).toBe(false))
  vi.unstubAllGlobals()
})
