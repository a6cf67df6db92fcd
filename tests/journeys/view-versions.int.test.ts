/**
 * Tests that changed view code or row types get a new view version.
 * Otherwise old rows would remain beside new ones.
 * Compares hashes of the rows built from sample events with those in view-versions.json.
 * After adding a sample or version: REFRESH_VIEWS=1 npx vitest run tests/journeys/view-versions.int.test.ts
 */
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableNameOf, VIEW_VERSIONS } from '#contract/tables.ts'
import {
  hasKnownType,
  LOG_START,
  type LoggedEvent,
  type RecordedEvent,
  toPosition,
} from '#platform/event-store/event-store.ts'
import samplesText from '#platform/event-store/samples.jsonl?raw'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { type RawEvent, upcast } from '#platform/event-store/upcast.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { projectionViews } from '#projections/app.ts'
import { applyEventBatch } from '#projections/runner/apply.ts'
import type { AnyView } from '#projections/runner/view.ts'

interface Kept {
  /** Number of sample events from which the hashes were computed. */
  samples: number
  views: Record<string, { version: number; hash: string }>
}

const file = path.join(import.meta.dirname, 'view-versions.json')
const kept: Kept = JSON.parse(readFileSync(file, 'utf8'))
const samples = samplesText.trimEnd().split('\n')
const REFRESH = 'REFRESH_VIEWS=1 npx vitest run tests/journeys/view-versions.int.test.ts'

let older: LoggedEvent[]
let close: () => Promise<void>

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const copy = path.join(folder, 'log.db')
  writeFileSync(copy, gunzipSync(readFileSync(path.join(import.meta.dirname, '../fixtures/older-log', 'log.db.gz'))))
  const store = openSqliteEventStore(copy)
  older = await store.readAll(LOG_START, 10_000)
  // The copied log stays open, because its large event data is read only when used.
  close = async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  }
  if (process.env.REFRESH_VIEWS) await refresh()
})
afterAll(() => close())

/** Returns the events of an older log, followed by the first `count` sample events. */
function eventsWith(count: number): RecordedEvent[] {
  const last = older.at(-1)?.position ?? 0
  const read = samples.slice(0, count).map((line, n) =>
    upcast({
      ...(JSON.parse(line) as Pick<RawEvent, 'type' | 'stream' | 'data' | 'meta'>),
      position: toPosition(last + n + 1),
      revision: n,
      id: `00000000-0000-8000-a000-${String(n).padStart(12, '0')}`,
      at: 0,
    }),
  )
  return [...older, ...read].filter(hasKnownType)
}

/** Hashes a view's rows, independent of row and field order. */
async function hashOf(view: AnyView, count: number): Promise<string> {
  const reads = openMemoryReadStore()
  await applyEventBatch(reads, tableNameOf(view.name), view, eventsWith(count))
  const rows = (await reads.find(tableNameOf(view.name))).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const sorted = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  return hash('sha256', JSON.stringify(rows, sorted)).slice(0, 16)
}

/** Rewrites view-versions.json, unless a view changed without a new version. */
async function refresh(): Promise<void> {
  const next: Kept = { samples: samples.length, views: {} }
  for (const view of projectionViews) {
    const before = kept.views[view.name]
    const version = VIEW_VERSIONS[view.name]
    if (before?.version === version && before.hash !== (await hashOf(view, kept.samples))) return
    next.views[view.name] = { version, hash: await hashOf(view, samples.length) }
  }
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`)
  Object.assign(kept, next)
}

it.each(projectionViews)('$name has a new version where its rows are others', async (view) => {
  const version = VIEW_VERSIONS[view.name]
  const before = kept.views[view.name]
  const isSame = before?.hash === (await hashOf(view, kept.samples))
  const next = `give it version ${version + 1} in contract/tables.ts, then run ${REFRESH}`
  if (before?.version === version) expect(isSame, `The rows of ${view.name} are others than before: ${next}`).toBe(true)
  else expect(isSame, `${view.name} has version ${version} now: write its rows down with ${REFRESH}`).toBe(true)
  expect(version, `${view.name} has version ${version} now: write it down with ${REFRESH}`).toBe(before?.version)
})

it('knows every sample', () => {
  expect(kept.samples, `There are other samples than before: write them down with ${REFRESH}`).toBe(samples.length)
})
