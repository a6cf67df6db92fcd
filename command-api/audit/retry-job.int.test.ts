/** Tests that a manual retry runs a job once and records its admin. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { msg } from '#contract/languages/message.ts'
import { type EventStore, LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { NOW } from '../kernel/fixtures.ts'
import { createAdminOperationHandlers } from './request-rebuild.ts'

let folder: string
let store: EventStore
/** Ids of failing jobs; a retry removes the job's id. */
let failing: Set<string>
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  store = openSqliteEventStore(path.join(folder, 'log.db'))
  failing = new Set(['dispatch-COL-T1-1', 'mail-n1'])
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

function press(retry: string, commandId: string) {
  const { operate } = createAdminOperationHandlers({ store, clock: () => NOW }, async (id) => failing.delete(id))
  const envelope = { commandId, fingerprint: retry, actor: 'a1' }
  return (operate as unknown as (call: object) => Promise<object>)({
    body: { retry },
    principal: { userId: 'a1' },
    envelope,
  })
}
const inLog = async () => (await store.readAll(LOG_START, 100)).map(({ type, data }) => ({ type, data }))

it('is answered the same when the answer was lost and the press is repeated', async () => {
  const first = await press('dispatch-COL-T1-1', 'k1')
  expect(first).toEqual({ message: msg`Retrying the job`, position: 1 })
  expect(await press('dispatch-COL-T1-1', 'k1')).toEqual(first)
  expect(await press('dispatch-COL-T1-1', 'k2')).toMatchObject({ rejected: 'conflict' })
})

it('names who pressed', async () => {
  await press('dispatch-COL-T1-1', 'k1')
  await press('nothing', 'k2')
  const data = { jobId: 'dispatch-COL-T1-1', retriedBy: 'a1', retriedAt: NOW.toISOString() }
  expect(await inLog()).toEqual([{ type: 'JobRetried', data }])
})

it('tries each of two jobs that are pressed at once', async () => {
  const both = await Promise.all([press('dispatch-COL-T1-1', 'k1'), press('mail-n1', 'k2')])
  expect(both).toEqual([1, 2].map(() => ({ message: msg`Retrying the job`, position: expect.any(Number) })))
  expect(await inLog()).toHaveLength(2)
  expect(failing.size).toBe(0)
})
