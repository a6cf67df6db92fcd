/** Tests the time-travel file (past versions of rows): changed views, two writers, failures. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { tableNameOf, type ViewName, type ZoneRow } from '#contract/tables.ts'
import { LOG_START, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { RowsBehind } from '#platform/read-store/read-store.ts'
import { openTimeTravelFile, type TimeTravelFile } from '#platform/time-travel/time-travel-file.ts'
import { projectionViews } from '#projections/app.ts'
import { toRecordedEvents } from '#projections/runner/fixtures.ts'
import { applyEventsToViews, createRowsAt } from '#projections/time-travel/apply-events.ts'
import { INDEXED_FIELDS } from '#projections/time-travel/indexed-fields.ts'
import { createTimeTravel } from '#projections/time-travel/time-travel.ts'
import { POLL_TIMEOUT_MS } from '../fixtures/poll-limits.ts'

const zone = 'Ablekuma North'
const told = { reportedCount: 1, total: 145, threshold: 116 }
const reported = (reportId: string): Event => ({
  type: 'BinReportedFull',
  data: { reportId, userId: reportId, zone, sealed: 's', reportedAt: '2026-03-04T12:00:00.000Z', told },
})
const events = toRecordedEvents(['r1', 'r2', 'r3', 'r4'].map(reported))

let folder: string
let file: string
let past: TimeTravelFile
const open = () => openTimeTravelFile(file, INDEXED_FIELDS)
const openReports = async (position: number) =>
  (await createRowsAt(past, position).find<ZoneRow>('zones'))[0]?.openReports

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'past-'))
  file = path.join(folder, 'past.db')
  past = open()
})
afterEach(() => {
  past.close()
  rmSync(folder, { recursive: true })
})

/** Renames the stored tables, as if an older version of the view had written them. */
function becomeOlder(): void {
  past.close()
  const database = new DatabaseSync(file)
  const [table, older] = [tableNameOf('zones'), 'zones@1']
  database.prepare('UPDATE tables SET name = ? WHERE name = ?').run(older, table)
  for (const part of ['things', 'versions', 'periods', 'tops'])
    database.exec(`ALTER TABLE "${table} ${part}" RENAME TO "${older} ${part}"`)
  for (const index of ['born', 'by thing', 'by event', 'by end']) database.exec(`DROP INDEX "${table} ${index}"`)
  database.exec(`UPDATE "${older} versions" SET row = json_set(row, '$.openReports', 70) WHERE depth = 0`)
  database.close()
  past = open()
}
const tables = () => {
  const database = new DatabaseSync(file, { readOnly: true })
  const found = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'zones@%'").all()
  database.close()
  return found.map(({ name }) => name as string)
}

it('keeps a changed view anew beside the old rows, which answer until it has come as far', async () => {
  await applyEventsToViews(past, projectionViews, events.slice(0, 3))
  becomeOlder()
  expect(past.reach()).toMatchObject({ after: LOG_START, upTo: 3 })
  expect(await openReports(1)).toBe(70)
  await applyEventsToViews(past, projectionViews, events.slice(0, 2))
  expect(past.reach()).toMatchObject({ after: 2, upTo: 3 })
  expect(await openReports(1)).toBe(70)
  expect(await createRowsAt(past, 3).count('reports')).toBe(3)
  await applyEventsToViews(past, projectionViews, events.slice(2))
  expect(past.reach()).toMatchObject({ after: 4, upTo: 4 })
  expect(await Promise.all([1, 2, 3, 4].map(openReports))).toEqual([1, 2, 3, 4])
  expect(await createRowsAt(past, 4).count('reports')).toBe(4)
  expect(tables().filter((name) => name.startsWith('zones@1 '))).toEqual([])
})

it('knows of a view that is new what it has read so far, and of the others all', async () => {
  await applyEventsToViews(past, projectionViews, events.slice(0, 3))
  past.close()
  const database = new DatabaseSync(file)
  database.prepare('DELETE FROM tables WHERE name = ?').run(tableNameOf('zones'))
  for (const name of tables()) database.exec(`DROP TABLE "${name}"`)
  database.close()
  past = open()
  expect(past.reach()).toMatchObject({ after: LOG_START, upTo: 3 })
  expect(await createRowsAt(past, 3).count('reports')).toBe(3)
  await expect(openReports(3)).rejects.toThrow(RowsBehind)
  await applyEventsToViews(past, projectionViews, events.slice(0, 2))
  expect(await openReports(2)).toBe(2)
  await expect(openReports(3)).rejects.toThrow(RowsBehind)
  await applyEventsToViews(past, projectionViews, events.slice(2))
  expect(await Promise.all([1, 2, 3, 4].map(openReports))).toEqual([1, 2, 3, 4])
})

it('is kept by several processes as by one', async () => {
  const other = open()
  await applyEventsToViews(past, projectionViews, events.slice(0, 2))
  await applyEventsToViews(other, projectionViews, events.slice(0, 3))
  await applyEventsToViews(past, projectionViews, events)
  expect(await Promise.all([1, 2, 3, 4].map(openReports))).toEqual([1, 2, 3, 4])
  await applyEventsToViews(other, projectionViews, events)
  expect(await createRowsAt(other, 4).count('reports')).toBe(4)
  expect(other.moments.last()).toMatchObject({ n: 4, position: 4 })
  other.close()
})

it('takes in events after a failure of the first, which removed its tables again', async () => {
  const failing = async (view: ViewName) => {
    if (view !== 'zones') return
    past.writing(view).take({ id: 'z1', position: 1 })
    throw new Error('the disk is full')
  }
  await expect(past.take(events.slice(0, 1), [], failing)).rejects.toThrow('the disk is full')
  await applyEventsToViews(past, projectionViews, events)
  expect(await Promise.all([1, 2, 3, 4].map(openReports))).toEqual([1, 2, 3, 4])
})

it('takes in all of some events or nothing, and goes on with them afterwards', async () => {
  await applyEventsToViews(past, projectionViews, events.slice(0, 1))
  const nested = { id: () => 'r9', row: () => ({ id: 'r9', open: {} }) }
  const failing = projectionViews.map((view) =>
    view.name === 'reports' ? { ...view, on: { BinReportedFull: nested } } : view,
  )
  await expect(applyEventsToViews(past, failing, events.slice(1))).rejects.toThrow('open is no plain value')
  expect(past.reach()).toMatchObject({ after: 1, upTo: 1 })
  expect(await createRowsAt(past, 4).count('reports')).toBe(1)
  await applyEventsToViews(past, projectionViews, events.slice(1))
  expect(await openReports(4)).toBe(4)
  expect(await createRowsAt(past, 4).count('reports')).toBe(4)
})

it('fails reads with the code of an error of its database, then answers again', async () => {
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
  await store.append('bin-1', NO_STREAM_REVISION, [{ ...reported('r1'), id: randomUUID(), meta }])
  const log = { info: () => undefined, error: () => undefined }
  const travel = createTimeTravel({
    store,
    dataDir: folder,
    clock: () => new Date(),
    log,
    patienceMs: POLL_TIMEOUT_MS,
  })
  const call = { principal: { userId: 'x1', role: 'auditor', sessionId: 's' }, params: {}, query: {} }
  const read = () => travel.read('activeReports', call, { position: 1 })
  const answer = await read()
  expect(answer).toMatchObject({ position: 1, json: expect.stringContaining('"r1"') })
  const beside = new DatabaseSync(file)
  beside.exec('ALTER TABLE moments RENAME TO away')
  await expect(read()).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR' })
  beside.exec('ALTER TABLE away RENAME TO moments')
  beside.close()
  expect(await read()).toMatchObject({ position: 1 })
  await travel.close()
  await store.close()
})
