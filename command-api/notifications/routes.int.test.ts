/**
 * Tests sending, reading and archiving notifications over HTTP on a real log.
 * To people who are not its recipients, a notification seems not to exist.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SendNotificationBody } from '#contract/commands.ts'
import type { Rejection } from '#contract/http/problems.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { createCustomText } from '#contract/notifications/texts.ts'
import { tableNameOf } from '#contract/tables.ts'
import type { Role } from '#domain/city.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { HandlerAnswer } from '#platform/http/api.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { notificationAggregate } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { NOW } from '../kernel/fixtures.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { createNotificationHandlers } from './routes.ts'

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
  const about = { audience: 'dispatcher', kind: 'threshold', text: createCustomText('T', 'M'), metadata: {} } as const
  const sent = createEvent('NotificationSent', { notificationId, userId, ...about, sentAt: NOW.toISOString() })
  const envelope = { commandId: notificationId, fingerprint: '', actor: 'system' }
  await handleCommand(
    store,
    notificationAggregate.stream(notificationId),
    notificationAggregate,
    () => [sent],
    envelope,
  )
}

const reads = openMemoryReadStore()
await fillTable(reads, 'configuration', [])
const rows = { standing: async () => rowsOf(reads, tableNameOf) }

/** Returns the handlers for an installation whose only resident is r1. */
const routes = () =>
  createNotificationHandlers({ store, clock: () => NOW, rows } as unknown as Kernel, async (userId) =>
    userId === 'r1' ? { role: 'resident' } : undefined,
  )

const words = { title: 'Road closed', message: 'Trucks come an hour later.' }
async function tell(body: object, { userId = 'd1', key = crypto.randomUUID() as string, fingerprint = '' } = {}) {
  const parsed = SendNotificationBody.parse({ ...words, ...body })
  const envelope = { commandId: key, fingerprint, actor: userId }
  const call = { body: parsed, principal: { userId, role: 'dispatcher' }, envelope }
  return (await routes().sendNotification?.(call as never)) as Rejection & HandlerAnswer<'sendNotification'>
}
const recipientsOf = async ({ notification: { id } }: HandlerAnswer<'sendNotification'>) =>
  (await store.readStream(notificationAggregate.stream(id))).map(({ data }) => data)

describe('sendNotification', () => {
  it('notifies one person in any role', async () => {
    const answer = await tell({ userId: 'r1', metadata: { siteId: 'WS001' } })
    expect(answer.notification).toMatchObject({ kind: 'notice', ...words, read: false, metadata: { siteId: 'WS001' } })
    expect(answer.position).toBe(await store.head())
    expect(await recipientsOf(answer)).toMatchObject([
      { userId: 'r1', audience: 'resident', text: { kind: 'text', values: words } },
    ])
  })

  it('notifies everybody in a role', async () => {
    const [sent] = await recipientsOf(await tell({ audience: 'recycler' }))
    expect(sent).toMatchObject({ audience: 'recycler', text: { kind: 'text', values: words } })
    expect(sent).not.toHaveProperty('userId')
  })

  it('rejects unknown people', async () => {
    const unknown = { rejected: 'not-found', message: 'There is no such user.' }
    expect(await tell({ userId: 'u-none' })).toMatchObject(unknown)
  })

  it('says it once: the same key is answered the same, with another body refused, and is another’s own', async () => {
    const first = await tell({ audience: 'recycler' }, { key: 'k' })
    expect(await tell({ audience: 'recycler' }, { key: 'k' })).toEqual(first)
    expect(await tell({ userId: 'r1' }, { key: 'k', fingerprint: 'other' })).toMatchObject({ rejected: 'key-reused' })
    const another = await tell({ audience: 'recycler' }, { key: 'k', userId: 'd2' })
    expect(another.notification.id).not.toBe(first.notification.id)
    expect(await recipientsOf(first)).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['Title is required', { title: ' ', audience: 'recycler' }],
    ['Message is required', { message: undefined, audience: 'recycler' }],
    ['Use at most 1,000 characters', { message: 'x'.repeat(1_001), audience: 'recycler' }],
    ['Choose a person or an audience', {}],
    ['Choose a person or an audience', { userId: 'r1', audience: 'recycler' }],
    ['Choose dispatcher or recycler', { audience: 'resident' }],
    ['Use at most 20 details', { audience: 'recycler', metadata: Object.fromEntries([...Array(21).keys()].entries()) }],
  ])('is refused at the door: %s', (message, body) => {
    const { error } = SendNotificationBody.safeParse({ ...words, ...body })
    expect(error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

let commands = 0
function call(name: 'readNotification' | 'archiveNotification', id: string, userId: string, role: Role) {
  const handler = routes()[name]
  const envelope = { commandId: `command ${++commands}`, fingerprint: '', actor: userId }
  return handler?.({ params: { id }, principal: { userId, role }, envelope } as never)
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
    const unknown = reject('not-found', msg`There is no such notification.`)
    expect(await call(name, 'none', 'd1', 'dispatcher')).toEqual(unknown)
    expect(await call(name, 'all', 'r1', 'recycler')).toEqual(unknown)
    expect(await call(name, 'one', 'd2', 'dispatcher')).toEqual(unknown)
    await call(name, 'one', 'd1', 'dispatcher')
    expect(await call(name, 'one', 'd2', 'dispatcher')).toEqual(unknown)
    expect(await store.readStream(notificationAggregate.stream('all'))).toHaveLength(1)
  })
})
