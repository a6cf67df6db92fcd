/**
 * rebuild: time to build all views from 1,000,000 events, in memory and in a file.
 * Also 20,000 events through the MongoDB adapter, into the simulated MongoDB (tests/doubles).
 * Reading the log without views is the lower limit.
 * The log: 20,000 residents who report and are collected in turn, 200 reports open.
 * `--zones 2,60,1000` compares cities of those sizes, 200,000 events each.
 * Reproduce: `npm run bench -- rebuild` on an otherwise idle machine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EventStore, LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { removeDerivedDatabase } from '#platform/log-file.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openMongoReadStore } from '#platform/read-store/mongodb.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { projectionViews } from '#projections/app.ts'
import { startProjectionRunner } from '#projections/runner/runner.ts'
import { startMongoDouble } from '#tests/doubles/mongodb/server.ts'
import { fillLog, openReadStoreIn, quietLog } from './fixtures.ts'
import { round, withTempFolder } from './measure.ts'
import type { BenchCity } from './zones.ts'

const EVENTS = 1_000_000
const INTO_MONGO = 20_000
/** Count of events of each city in a comparison. */
const COMPARED = 200_000

/**
 * Builds the rows from the log in `folder`.
 * Returns the seconds and event count.
 */
async function rebuild(folder: string, rowsOf: (store: EventStore) => ReadStore | Promise<ReadStore>) {
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const reads = await rowsOf(store)
  const began = performance.now()
  const runner = startProjectionRunner({ store, reads, views: projectionViews, log: quietLog })
  await runner.ready
  const seconds = (performance.now() - began) / 1000
  const events = await store.head()
  await runner.stop()
  await reads.close()
  await store.close()
  return { seconds, events }
}

/** Returns the seconds to read and parse the log without views. */
async function readOnly(folder: string): Promise<number> {
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const began = performance.now()
  for await (const { caughtUp } of store.follow(LOG_START, new AbortController().signal)) if (caughtUp) break
  const seconds = (performance.now() - began) / 1000
  await store.close()
  return round(seconds)
}

/**
 * Sets up a test installation with this number of zones.
 * `turn()` rebuilds the rows in memory and returns the microseconds per event.
 */
export async function openBenchCity(zones: number): Promise<BenchCity> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-bench-'))
  await fillLog(folder, COMPARED, zones)
  return {
    async turn() {
      const { seconds, events } = await rebuild(folder, () => openMemoryReadStore())
      return (seconds * 1e6) / events
    },
    end: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

export default async function bench() {
  const memory = await withTempFolder(async (folder) => {
    await fillLog(folder, EVENTS)
    const { seconds, events } = await rebuild(folder, () => openMemoryReadStore())
    removeDerivedDatabase(path.join(folder, 'views.db'))
    const file = await rebuild(folder, (store) => openReadStoreIn(folder, store))
    return {
      events,
      seconds: round(seconds),
      events_per_s: Math.round(events / seconds),
      into_file_s: round(file.seconds),
      into_file_events_per_s: Math.round(events / file.seconds),
      reading_alone_s: await readOnly(folder),
    }
  })
  const mongo = await withTempFolder(async (folder) => {
    await fillLog(folder, INTO_MONGO)
    const double = await startMongoDouble()
    const { seconds, events } = await rebuild(folder, () => openMongoReadStore(double.url))
    await double.close()
    return {
      wire_double_events: events,
      wire_double_s: round(seconds),
      wire_double_events_per_s: Math.round(events / seconds),
    }
  })
  return { ...memory, ...mongo }
}
