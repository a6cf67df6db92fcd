/** Reading and archiving at the door, on a real log: only for those whom a notification is for, and nobody learns of another's. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#contract/city.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { event } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { NOW } from '../kernel/spec.ts'
import { notification, notificationStream } from './notification.ts'
import { notificationRoutes } from './routes.ts'

let folder: string
let store: EventStore
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  store = openSqliteEventStore(path.join(folder, 'log.db'))
  await send('all')
  await send('one', 'd1')
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function send(notificationId: string, userId?: string): Promise<void> {
  const about = { audience: 'dispatcher', kind: 'threshold', title: 'T', message: 'M', metadata: {} } as const
  const sent = event('NotificationSent', { notificationId, userId, ...about, sentAt: NOW.toISOString() })
  const envelope = { commandId: notificationId, fingerprint: '', actor: 'system' }
  await handle(store, notificationStream(notificationId), notification, () => [sent], envelope)
}

let commands = 0
function call(name: 'readNotification' | 'archiveNotification', id: string, userId: string, role: Role) {
  const handler = notificationRoutes({ store, clock: () => NOW } as Kernel)[name]
  const commandId = `command ${++commands}`
  return handler?.({ params: { id }, principal: { userId, role }, commandId, fingerprint: '' } as never)
}

describe.each([
  ['readNotification', { read: true, archived: false }],
  ['archiveNotification', { read: false, archived: true }],
] as const)('%s', (name, done) => {
  it('does it for everybody of its role, and for the one person that it is for', async () => {
    expect(await call(name, 'all', 'd2', 'dispatcher')).toMatchObject({ notification: { id: 'all', ...done } })
    expect(await call(name, 'one', 'd1', 'dispatcher')).toMatchObject({ notification: { id: 'one', ...done } })
  })

  it('does not know it for anybody else, in the same words as one that is not there', async () => {
    const unknown = { rejected: 'not-found', message: 'There is no such notification.' }
    expect(await call(name, 'none', 'd1', 'dispatcher')).toEqual(unknown)
    expect(await call(name, 'all', 'r1', 'recycler')).toEqual(unknown)
    expect(await call(name, 'one', 'd2', 'dispatcher')).toEqual(unknown)
    await call(name, 'one', 'd1', 'dispatcher')
    expect(await call(name, 'one', 'd2', 'dispatcher')).toEqual(unknown)
    expect(await store.readStream(notificationStream('all'))).toHaveLength(1)
  })
})
