/** Tests that a role's outbox opens and closes with its user's session. */

import { expect, it } from 'vitest'
import type { Role } from '#domain/city.ts'
import { createStore } from '#web/lib/api/api.ts'
import { sessionEnded, sessionStarted } from '#web/lib/api/session.ts'
import { openOutboxWhileSignedIn } from './outboxes.ts'

const session = (id: string, role: Role) => ({ token: `token of ${id}`, user: { id, role, name: id } as never })

it('is open for users of the role, and clears what was shown of the last one alone', () => {
  const store = createStore()
  const log: string[] = []
  const open = (userId: string) => {
    log.push(`open ${userId}`)
    return { wake: () => log.push(`wake ${userId}`), close: () => log.push(`close ${userId}`) }
  }
  const tab = new EventTarget() as unknown as Window
  Object.assign(tab, { document: new EventTarget() })
  store.dispatch(sessionStarted(session('kojo', 'driver')))
  const clear = () => {
    log.push('clear')
    // Dispatches an action, because the real `clear` also changes the Redux store.
    store.dispatch({ type: 'test/cleared' })
  }
  openOutboxWhileSignedIn(store, { role: 'driver', open, clear }, tab)
  // At the first sign-in, the outbox opens without calling `clear`.
  // Clearing would remove entries that the user still sees.
  expect(log.splice(0)).toEqual(['open kojo'])
  tab.dispatchEvent(new Event('online'))
  expect(log.splice(0)).toEqual(['wake kojo'])
  store.dispatch(sessionEnded())
  expect(log.splice(0)).toEqual(['close kojo', 'clear'])
  store.dispatch(sessionStarted(session('ama', 'resident')))
  expect(log).toEqual([])
  store.dispatch(sessionStarted(session('efua', 'driver')))
  expect(log).toEqual(['open efua'])
})
