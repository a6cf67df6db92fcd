/**
 * Tests that rows read for a past position equal the rows that were live at that position.
 * They must not contain the encrypted personal data of events.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { tableNameOf } from '#contract/tables.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openMongoReadStore } from '#platform/read-store/mongodb.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { type Rows, rowsOf } from '#platform/read-store/rows.ts'
import { openSqliteReadStore } from '#platform/read-store/sqlite.ts'
import { createSealer } from '#platform/sealing.ts'
import { openTimeTravelFile } from '#platform/time-travel/time-travel-file.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { projectionViews } from '#projections/app.ts'
import { memoryLayoutOf } from '#projections/queries/memory-layout.ts'
import { applyEventBatch } from '#projections/runner/apply.ts'
import { toRecordedEvents } from '#projections/runner/fixtures.ts'
import { applyEventsToViews, createRowsAt } from '#projections/time-travel/apply-events.ts'
import { INDEXED_FIELDS } from '#projections/time-travel/indexed-fields.ts'
import { redactRow } from '#projections/time-travel/redaction.ts'
import { startMongoBackings } from '#tests/doubles/mongodb/backings.ts'
import { emptyTables } from '#tests/fixtures/fill-table.ts'
import { type GeneratorName, generators } from './random-events/generators.ts'

const backings = await startMongoBackings('rows of the past')
afterAll(() => Promise.all(backings.map((backing) => backing.stop())))
const stores: [string, () => Promise<ReadStore>][] = [
  ['the memory store', async () => openMemoryReadStore()],
  ['the rows in a file', async () => openRowsFile()],
  ...backings.map(({ name, url }): [string, () => Promise<ReadStore>] => [name, () => openMongoReadStore(url)]),
]

let files = 0
const folder = mkdtempSync(path.join(tmpdir(), 'rows-'))
afterAll(() => rmSync(folder, { recursive: true }))
const marks = { now: async () => '1 a', holds: async () => true }
const openRowsFile = () =>
  openSqliteReadStore(path.join(folder, `${++files}.db`), {
    layoutOf: memoryLayoutOf,
    marks,
    few: -1,
    log: createLog('rows', 'error'),
  })

const step = fc.record({
  happens: fc.constantFrom(...(Object.keys(generators) as GeneratorName[])),
  n: fc.nat(5),
  m: fc.nat(5),
})

async function everyRow(rows: Rows): Promise<object> {
  const all = projectionViews.map(async ({ name }) => [name, await rows.find(name, { sort: { id: 1 } })])
  return Object.fromEntries(await Promise.all(all))
}

/** Opens a sealer that records every ciphertext it returns. */
function openRemembering() {
  const sealer = createSealer(openSqliteVault(':memory:'))
  const sealed: string[] = []
  const seal = async (personId: string, value: object) => {
    const text = await sealer.seal(personId, value)
    sealed.push(text)
    return text
  }
  return { sealer: { ...sealer, seal }, sealed }
}

it.each(stores)('keeps what %s had', async (_, openStore) => {
  const { sealer, sealed } = openRemembering()
  let compared = 0
  let hidden = 0
  const history = fc.asyncProperty(
    fc.array(step, { minLength: 20, maxLength: 60 }),
    fc.integer({ min: 1, max: 7 }),
    async (steps, size) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'past-'))
      const past = openTimeTravelFile(path.join(folder, 'past.db'), INDEXED_FIELDS)
      const reads = await openStore()
      try {
        for (const { name } of projectionViews) await reads.drop(tableNameOf(name))
        await emptyTables(reads)
        const at = (index: number) => new Date(Date.UTC(2026, 2, 4, index)).toISOString()
        const events = toRecordedEvents(
          await Promise.all(
            steps.map(({ happens, n, m }, index) => generators[happens](n, m, { at: at(index), sealer })),
          ),
        )
        const live = new Map<number, object>()
        for (let from = 0; from < events.length; from += size) {
          const batch = events.slice(from, from + size)
          for (const view of projectionViews)
            await applyEventBatch(
              reads,
              tableNameOf(view.name),
              view,
              batch.filter(({ type }) => type in view.on),
            )
          live.set(batch.at(-1)?.position ?? 0, await everyRow(rowsOf(reads, tableNameOf)))
        }
        // Applies the events in other batch sizes than the live views.
        for (let from = 0; from < events.length; from += 11)
          await applyEventsToViews(past, projectionViews, events.slice(from, from + 11))
        for (const [position, rows] of live) expect(await everyRow(createRowsAt(past, position))).toEqual(rows)
        compared += live.size
        const changes = events.flatMap(({ position }) =>
          projectionViews.flatMap(({ name }) => past.history(name, position).changedAt(position)),
        )
        const shown = JSON.stringify(changes.map(({ after }) => redactRow(after, () => 'Somebody')))
        for (const text of sealed) expect(shown).not.toContain(text)
        hidden += shown.split('"Somebody"').length - 1
      } finally {
        await reads.close()
        past.close()
        rmSync(folder, { recursive: true })
      }
    },
  )
  await fc.assert(history, { seed: 11, numRuns: 8, endOnFailure: true })
  expect(compared).toBeGreaterThan(40)
  expect(hidden).toBeGreaterThan(5)
})
