/**
 * Tests the causes that the audit history names, on a complete log.
 * They must be the policies and events that caused the jobs.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventCauseOf, POLICY_PURPOSES } from '#contract/audit/causes.ts'
import { type AuditHistory, createAuditHistory } from '#platform/audit-log/history.ts'
import {
  type EventStore,
  hasKnownType,
  LOG_START,
  type Position,
  type RecordedEvent,
} from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createPolicies } from '#workers/app.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'causes-'))
let store: EventStore
let history: AuditHistory
let events: RecordedEvent[]

beforeAll(async () => {
  const log = path.join(folder, 'log.db')
  writeFileSync(log, gunzipSync(readFileSync(path.join(import.meta.dirname, '../fixtures/older-log/log.db.gz'))))
  store = openSqliteEventStore(log)
  history = createAuditHistory({ store, dataDir: folder })
  await history.catchUp(60_000)
  events = (await store.readAll(LOG_START, 10_000)).filter(hasKnownType)
})
afterAll(async () => {
  await history.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Returns the first request of each job: the requesting policy and the position of the causing event. */
function askedFor(): Map<string, { policy: string; position: Position }> {
  let now = 0
  const policies = createPolicies(() => new Date(now))
  const asked = new Map<string, { policy: string; position: Position }>()
  for (const event of events) {
    now = event.at
    for (const [policy, { evolve, outstanding }] of Object.entries(policies)) {
      evolve(event, event.at)
      for (const { id } of outstanding()) if (!asked.has(id)) asked.set(id, { policy, position: event.position })
    }
  }
  return asked
}

it('knows every policy by its name', () => {
  expect(Object.keys(POLICY_PURPOSES).sort()).toEqual(Object.keys(createPolicies(() => new Date())).sort())
})

it('names the policy and the event that each job came after', () => {
  const asked = askedFor()
  const wrong: string[] = []
  const seen = new Set<string>()
  for (const event of events) {
    const { commandId } = event.meta
    const job = /^job\/([^/]+)/.exec(commandId)?.[1]
    if (job === undefined) continue
    const cause = eventCauseOf(event, commandId)
    const real = asked.get(job)
    const told = history.causeOf(event.position)?.position
    seen.add(cause?.policy ?? '')
    if (cause?.policy !== real?.policy || (cause?.after && told !== real?.position))
      wrong.push(
        `${event.position} ${event.type} by ${job}: ${cause?.policy} after ${told}, and it was ${real?.policy} after ${real?.position}`,
      )
  }
  expect(wrong).toEqual([])
  expect(seen.size).toBeGreaterThan(3)
})

it('leads from each bin, delivery and notice of a dispatch back to the truck that left', () => {
  let held = 0
  for (const event of events) {
    const { commandId } = event.meta
    const cause = eventCauseOf(event, commandId)
    if (commandId.startsWith('job/') || cause?.policy !== 'dispatches' || cause.command !== 'FinishDispatch') continue
    const { position } = history.causeOf(event.position) ?? {}
    const left = events.find((other) => other.position === position)
    expect(left?.type).toBe('TruckDispatched')
    expect(left?.position).toBeLessThan(event.position)
    const { reportId, deliveryId, notificationId } = event.data as Record<string, string>
    const subject = reportId ?? deliveryId ?? /^collected-(.+\.\d+)-/.exec(notificationId ?? '')?.[1]
    expect(JSON.stringify(left?.data)).toContain(`"${subject}"`)
    held++
  }
  expect(held).toBeGreaterThan(100)
})
