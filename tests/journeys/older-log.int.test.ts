/**
 * Tests that a log of 22 November 2026 still gives the same rows.
 * The log has four demo days, then every command once.
 * Its files must never change.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountAggregate } from '#command-api/aggregates/account.ts'
import { binAggregate } from '#command-api/aggregates/bin.ts'
import { deliveryAggregate } from '#command-api/aggregates/delivery.ts'
import { zonePlansAggregate } from '#command-api/aggregates/dispatch.ts'
import { siteAggregate } from '#command-api/aggregates/site.ts'
import { vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import { isEventOf } from '#command-api/kernel/category.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import { eventSchemas } from '#contract/events.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { EVENT_CATALOGUE } from '#contract/streams.ts'
import { tableNameOf, type ViewName } from '#contract/tables.ts'
import { type Envelope, hasKnownType, LOG_START, type LoggedEvent } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { projectionViews } from '#projections/app.ts'
import type { NotificationRow } from '#projections/notifications/notifications-view.ts'
import { startProjectionRunner } from '#projections/runner/runner.ts'
import { createPolicies } from '#workers/app.ts'
import { createPolicyFold } from '#workers/runner/fold.ts'
import { quietLog } from '../bench/fixtures.ts'

type Rows = Record<ViewName, { id: string; position?: unknown }[]>

const kept = (name: string) => gunzipSync(readFileSync(path.join(import.meta.dirname, '../fixtures/older-log', name)))
const before: Rows = JSON.parse(kept('rows.json.gz').toString())
const reads = openMemoryReadStore()
const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
const file = path.join(folder, 'log.db')
let store: ReturnType<typeof openSqliteEventStore>
let runner: ReturnType<typeof startProjectionRunner>
let events: LoggedEvent[]

beforeAll(async () => {
  writeFileSync(file, kept('log.db.gz'))
  store = openSqliteEventStore(file)
  runner = startProjectionRunner({ store, reads, views: projectionViews, log: quietLog })
  await runner.ready
  events = await store.readAll(LOG_START, 10_000)
})
afterAll(async () => {
  await runner.stop()
  await store.close()
  rmSync(folder, { recursive: true })
})

it('holds every type of event that there was', () => {
  expect(new Set(events.map(({ type }) => type)).size).toBe(52)
  expect(events).toHaveLength(1_110)
})

it('is known to the last event, each in today’s shape and in a stream of its category', () => {
  for (const event of events) {
    if (!hasKnownType(event)) throw new Error(`${event.type} is not known any more`)
    expect(eventSchemas[event.type].parse(event.data)).toEqual(event.data)
    expect(isEventOf(event, EVENT_CATALOGUE[event.type].stream)).toBe(true)
  }
})

/**
 * Returns the older row, with today's `position` if the row belongs to a zone and changed later.
 * Zones now record waiting times, so more events change their rows.
 */
function withLater(view: ViewName, row: Rows[ViewName][number], now: { position?: unknown } | undefined): object {
  const [then, since] = [Number(row.position), Number(now?.position)]
  return view === 'zones' && since > then ? { ...row, position: now?.position } : row
}

describe('the rows', () => {
  it.each(Object.keys(before) as ViewName[])('of %s are those of before', async (view) => {
    // Compares only fields that the rows of the older version have.
    const fields = new Set(before[view].flatMap((row) => Object.keys(row)))
    const asThen = (row: object) => Object.fromEntries(Object.entries(row).filter(([field]) => fields.has(field)))
    // Ignores the composition of deliveries whose rows had none when the log was recorded.
    const unsaid = new Set(before.deliveries.flatMap((row) => ('composition' in row ? [] : row.id)))
    const said = (row: { id: string }) => (unsaid.has(row.id) ? { ...row, composition: undefined } : row)
    // Adds the rendered text to today's notification rows.
    // The recorded rows of the older version contain the finished text.
    const worded = (row: { id: string }) => ('text' in row ? renderInEnglish(row as NotificationRow) : row)
    // Omits the row that has values common to all zones.
    // When the old log was recorded, the view had no such row.
    const rows = (await reads.find(tableNameOf(view))).filter(({ id }) => id !== '')
    const now = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((row) => asThen(said(worded(row))))
    expect(JSON.parse(JSON.stringify(now))).toEqual(before[view].map((row, n) => withLater(view, row, now[n])))
  })

  it('lack nothing that a view could not take in', () => expect(runner.quarantined()).toEqual([]))
})

it('leaves the policies what they have to do, and troubles none of them', () => {
  // The policies' clock is a year after the log's events.
  // They then send no notifications about these events.
  const fold = createPolicyFold(
    createPolicies(() => new Date('2027-11-22T12:00:00.000Z')),
    quietLog,
  )
  for (const event of events) fold.take(event)
  expect(fold.troubles()).toEqual([])
  const jobs = fold.outstanding(() => false).map(({ id }) => id)
  expect(jobs).not.toContain('dispatch-COL-T003-1')
})

describe('its streams', () => {
  const envelope = (commandId: string): Envelope => ({ commandId, fingerprint: 'f', actor: 'u1' })

  it('go on: what nobody decides anything on is answered with the state that they are in', async () => {
    const asked = [
      binAggregate,
      vehicleAggregate,
      zonePlansAggregate,
      deliveryAggregate,
      siteAggregate,
      accountAggregate,
    ] as const
    for (const aggregate of asked) {
      const names = new Set(events.filter((event) => isEventOf(event, aggregate.category)).map(({ stream }) => stream))
      expect(names.size).toBeGreaterThan(0)
      for (const name of names) {
        const handled = await handleCommand(
          store,
          name as never,
          aggregate as typeof binAggregate,
          () => [],
          envelope('look'),
        )
        expect(handled).toMatchObject({ events: [], position: expect.any(Number) })
      }
    }
  })

  it('know their commands again', async () => {
    const left = events.find(({ type }) => type === 'TruckDispatched') as LoggedEvent
    const { commandId, fingerprint } = left.meta
    const again = { commandId, fingerprint, actor: 'u1' }
    const never = () => {
      throw new Error('it was decided before')
    }
    const handled = await handleCommand(store, left.stream as `vehicle-${string}`, vehicleAggregate, never, again)
    expect(handled).toMatchObject({ events: [{ type: 'TruckDispatched', data: { dispatchId: 'COL-T003-1' } }, {}] })
  })
})
