/**
 * Tests the file of view rows: reading the log again repairs any damage.
 * An intact file is used without reading the log again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { tableNameOf } from '#contract/tables.ts'
import { lookUp } from '#domain/dictionary.ts'
import { type EventStore, LOG_START, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { createLogPositionMarks } from '#platform/read-store/log-marks.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { type Query, type ReadStore, type Row, RowsBehind } from '#platform/read-store/read-store.ts'
import { openRowsFile } from '#platform/read-store/rows-file.ts'
import { openSqliteReadStore } from '#platform/read-store/sqlite.ts'
import { filterSqlOf, querySqlOf } from '#platform/read-store/sqlite-query.ts'
import { projectionViews } from '#projections/app.ts'
import { createNotificationReadHandlers } from '#projections/notifications/routes.ts'
import { createCall } from '#projections/queries/fixtures.ts'
import { memoryLayoutOf } from '#projections/queries/memory-layout.ts'
import { type ProjectionRunner, startProjectionRunner } from '#projections/runner/runner.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { killWithThisProcess } from './child-processes.ts'

/** Logger that hides the expected warnings about the damaged rows file. */
const log = createLog('rows', 'error')
const ZONES = ['Ablekuma North', 'Ayawaso West']
let folder: string
const inFolder = (name: string) => path.join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rows-file-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Appends `count` events: two reports, then a collection, and so on. */
async function grow(store: EventStore, from: number, count: number): Promise<void> {
  const meta = { commandId: 'c', fingerprint: 'f', actor: 'system' }
  const at = '2026-03-04T12:00:00.000Z'
  const append = async (n: number) => {
    const about = { reportId: `u${n}.1`, userId: `u${n}`, zone: ZONES[n % 2], reportedAt: at }
    const told = { reportedCount: 1, total: 145, threshold: 116 }
    const made = { id: `made-${n}`, type: 'BinReportedFull', data: { ...about, sealed: 's', told }, meta }
    const data = { ...about, collectedBy: 'ustaff', collectedAt: at }
    const collected = { id: `collected-${n}`, type: 'ReportCollected', data, meta }
    await store.append(`bin-u${n}`, NO_STREAM_REVISION, n % 3 === 0 ? [made] : [made, collected])
  }
  await Promise.all(Array.from({ length: count }, (_, n) => append(from + n)))
}

async function everyRow(reads: ReadStore): Promise<object> {
  const all = projectionViews.map(async ({ name }) => {
    const [found, open] = [
      await reads.find(tableNameOf(name)),
      await reads.find(tableNameOf(name), { filter: { open: true }, sort: { position: -1 } }),
    ]
    return [name, { found, open, count: await reads.count(tableNameOf(name), { open: false }) }]
  })
  // Removes undefined fields, because the store does not keep them.
  return JSON.parse(JSON.stringify(Object.fromEntries(await Promise.all(all))))
}

const openStore = () => openSqliteEventStore(inFolder('log.db'))
const openRows = (store: EventStore, more: { smallBytes?: number } = {}) =>
  openSqliteReadStore(inFolder('views.db'), {
    layoutOf: memoryLayoutOf,
    marks: createLogPositionMarks(store),
    few: -1,
    log,
    ...more,
  })

/**
 * Starts the projections, runs `work` and stops them.
 * Returns the result of `work`, and the positions from which the projections read the log.
 */
async function withViews<T>(
  open: (store: EventStore) => Promise<ReadStore>,
  work: (reads: ReadStore, store: EventStore, runner: ProjectionRunner) => Promise<T>,
) {
  const store = openStore()
  const asked: number[] = []
  const follow: EventStore['follow'] = (after, signal) => {
    asked.push(after)
    return store.follow(after, signal)
  }
  const reads = await open(store)
  const runner = startProjectionRunner({ store: { ...store, follow }, reads, views: projectionViews, log, retryMs: 1 })
  try {
    await runner.ready
    return { result: await work(reads, store, runner), asked }
  } finally {
    await runner.stop()
    await reads.close().catch(() => undefined)
    await store.close()
  }
}
const asLogHasThem = async () => (await withViews(async () => openMemoryReadStore(), everyRow)).result
const asFileHasThem = () => withViews(openRows, everyRow)

async function arrange(): Promise<void> {
  const store = openStore()
  await grow(store, 0, 200)
  await store.close()
  await asFileHasThem()
}

it('has after a restart what it had, and reads of the log what is new alone', async () => {
  await arrange()
  const store = openStore()
  const before = await store.head()
  await grow(store, 200, 50)
  await store.close()
  const { result, asked } = await asFileHasThem()
  expect(asked).toEqual([before])
  expect(result).toEqual(await asLogHasThem())
})

const CASES: Record<string, () => Promise<void> | void> = {
  'is not there': () => rmSync(inFolder('views.db')),
  'is no database': () => writeFileSync(inFolder('views.db'), 'no database '.repeat(1_000)),
  'is cut off': () => writeFileSync(inFolder('views.db'), readFileSync(inFolder('views.db')).subarray(0, 40_960)),
  'says that it has come further than it has': () => {
    const database = new DatabaseSync(inFolder('views.db'))
    database.exec('UPDATE tables SET checkpoint = checkpoint + 5')
    database.close()
  },
  'has other tables than it should': () => {
    const database = new DatabaseSync(inFolder('views.db'))
    database.exec('ALTER TABLE tables DROP COLUMN sum')
    database.close()
  },
  'does not say which log it is of': () => {
    const database = new DatabaseSync(inFolder('views.db'))
    database.exec('DELETE FROM log')
    database.close()
  },
  'is of another log': async () => {
    rmSync(inFolder('log.db'))
    const store = openStore()
    await grow(store, 1_000, 300)
    await store.close()
  },
  'is of a log that was longer': async () => {
    copyFileSync(inFolder('log.db'), inFolder('shorter.db'))
    const store = openStore()
    await grow(store, 200, 20)
    await store.close()
    await asFileHasThem()
    copyFileSync(inFolder('shorter.db'), inFolder('log.db'))
  },
}
it.each(Object.keys(CASES))('makes the rows anew of the log where the file %s', async (name) => {
  await arrange()
  await CASES[name]?.()
  const { result, asked } = await asFileHasThem()
  expect(result).toEqual(await asLogHasThem())
  expect(asked).toContain(LOG_START)
  expect((await asFileHasThem()).asked).not.toContain(LOG_START)
})

it('makes the rows anew at once where damage is met while they are read, and has no others to be read meanwhile', async () => {
  await arrange()
  const expected = await asLogHasThem()
  const database = new DatabaseSync(inFolder('views.db'))
  database.exec(
    `UPDATE "${tableNameOf('reports')}" SET row = replace(row, 'Ayawaso West', 'Ayawaso Wesp') WHERE id = 'u1.1'`,
  )
  database.close()
  const open = (store: EventStore) => openRows(store, { smallBytes: 0 })
  await withViews(open, async (reads, store, runner) => {
    const told: unknown[] = []
    runner.onEvents((events) => told.push(...events))
    runner.onChange((...change) => told.push(change))
    const openOnes = () => runner.rows.find('reports', { filter: { open: true } })
    const before = await openOnes()
    await expect(runner.rows.find('reports', { filter: { userId: 'u1' } })).rejects.toThrow(
      'does not match its checksum',
    )
    const answers = new Set<number | string>()
    while (!answers.has(before.length)) {
      answers.add(
        await openOnes().then(
          ({ length }) => length,
          (error) => error.name,
        ),
      )
      await new Promise(setImmediate)
    }
    expect([...answers]).toEqual([RowsBehind.name, before.length])
    expect(await everyRow(reads)).toEqual(expected)
    // The views do not send these rows, because clients already have them.
    expect(told).toEqual([])
    await grow(store, 200, 1)
    await expect.poll(() => told.length).toBeGreaterThan(0)
  })
})

it('takes an older file up from where it stood', async () => {
  await arrange()
  copyFileSync(inFolder('views.db'), inFolder('older.db'))
  const store = openStore()
  const before = await store.head()
  await grow(store, 200, 20)
  await store.close()
  await asFileHasThem()
  copyFileSync(inFolder('older.db'), inFolder('views.db'))
  const { result, asked } = await asFileHasThem()
  expect(asked).toEqual([before])
  expect(result).toEqual(await asLogHasThem())
})

it('makes the rows of a view anew whose version is new, and keeps the others', async () => {
  await arrange()
  const database = new DatabaseSync(inFolder('views.db'))
  database.exec(`ALTER TABLE "${tableNameOf('reports')}" RENAME TO "reports@1"; UPDATE "reports@1" SET row = '{}'`)
  database.exec(`UPDATE tables SET name = 'reports@1', checkpoint = NULL WHERE name = '${tableNameOf('reports')}'`)
  database.close()
  const { result } = await asFileHasThem()
  expect(result).toEqual(await asLogHasThem())
  const after = new DatabaseSync(inFolder('views.db'))
  expect(after.prepare("SELECT name FROM tables WHERE name LIKE 'reports@%'").all()).toEqual([
    { name: tableNameOf('reports') },
  ])
  after.close()
})

/**
 * Number of copies of the file that the test damages.
 * For a longer manual run, set FLIPS=1000.
 */
const FLIPS = Number(process.env.FLIPS ?? 25)
it(`never shows a row that is not as the log makes it, with one bit of the file flipped, ${FLIPS} times`, async () => {
  await arrange()
  const [whole, expected] = [readFileSync(inFolder('views.db')), await asLogHasThem()]
  const wrong: number[] = []
  for (let n = 0; n < FLIPS; n++) {
    const bytes = Buffer.from(whole)
    const offset = Math.floor(Math.random() * bytes.length)
    bytes[offset] = (bytes[offset] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
    writeFileSync(inFolder('views.db'), bytes)
    const { result } = await asFileHasThem()
    if (JSON.stringify(result) !== JSON.stringify(expected)) wrong.push(offset)
  }
  expect(wrong).toEqual([])
})

/**
 * Returns a module's URL as a literal for the `WRITER` program.
 * Until killed, `WRITER` appends reports, so that rows are always being written.
 */
const addressOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
const WRITER = `
  import path from 'node:path'
  import { openSqliteEventStore } from ${addressOf('../../platform/event-store/sqlite.ts')}
  import { createLogPositionMarks } from ${addressOf('../../platform/read-store/log-marks.ts')}
  import { openSqliteReadStore } from ${addressOf('../../platform/read-store/sqlite.ts')}
  import { projectionViews as views } from ${addressOf('../../projections/app.ts')}
  import { memoryLayoutOf } from ${addressOf('../../projections/queries/memory-layout.ts')}
  import { startProjectionRunner } from ${addressOf('../../projections/runner/runner.ts')}
  const [folder, from] = process.argv.slice(1)
  const log = { error: console.error, warn: console.error, info: () => undefined }
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const reads = await openSqliteReadStore(path.join(folder, 'views.db'), { layoutOf: memoryLayoutOf, marks: createLogPositionMarks(store), log, laterMs: 1 })
  const runner = startProjectionRunner({ store, reads, views, log })
  await runner.ready
  const meta = { commandId: 'c', fingerprint: 'f', actor: 'system' }
  for (let n = Number(from); ; n++) {
    const told = { reportedCount: 1, total: 145, threshold: 116 }
    const data = { reportId: 'u' + n + '.1', userId: 'u' + n, zone: 'Ayawaso West', sealed: 's', reportedAt: '2026-03-04T12:00:00.000Z', told }
    await store.append('bin-u' + n, -1, [{ id: 'made-' + n, type: 'BinReportedFull', data, meta }])
    process.stdout.write('.')
  }
`
it('has after a death at any moment what the log makes', async () => {
  await arrange()
  for (let kill = 0; kill < 2; kill++) {
    const args = ['--input-type=module', '-e', WRITER, folder, String(1_000 * (kill + 1))]
    const writer = killWithThisProcess(spawn(process.execPath, args))
    let [written, said] = [0, '']
    const enough = 60 + Math.random() * 60
    writer.stdout.on('data', (dots: Buffer) => {
      written += dots.length
      if (written > enough) writer.kill('SIGKILL')
    })
    writer.stderr.on('data', (text) => {
      said += text
    })
    await once(writer, 'close')
    expect(said).toBe('')
    const { result, asked } = await asFileHasThem()
    expect(asked[0], 'it goes on where the file stood').toBeGreaterThan(100)
    expect(result).toEqual(await asLogHasThem())
  }
})

/** Changes all report rows but the last, and requests a rebuild. */
async function spoilReports(): Promise<void> {
  const store = openStore()
  const reads = await openRows(store)
  const reports = await reads.find<Row & { zone: string }>(tableNameOf('reports'), { sort: { position: 1 } })
  await reads.replace(
    tableNameOf('reports'),
    reports.slice(0, -1).map((row) => ({ ...row, zone: 'Nowhere', position: row.position + 1 })),
  )
  await reads.close()
  const data = { target: 'reports', requestedBy: 'a1', requestedAt: '2026-03-04T12:00:00.000Z' }
  const meta = { commandId: 'c', fingerprint: 'f', actor: 'a1' }
  await store.append('rebuilds', NO_STREAM_REVISION, [{ id: 'asked', type: 'RebuildRequested', data, meta }])
  await store.close()
}

/** Number of rows, more than one write can contain. */
const ROWS = 1_100
const FILES = ['views.db', 'views.db-wal']
/** Returns the files' sizes and change times, which each write changes. */
const stateOfFiles = () =>
  FILES.map((name) => {
    const { size = 0, mtimeNs = 0 } = statSync(inFolder(name), { bigint: true, throwIfNoEntry: false }) ?? {}
    return `${size} ${mtimeNs}`
  }).join()

/**
 * Copies the database files after each change.
 * Each copy is a state that a killed process could leave.
 */
function copyEachState() {
  const folders: string[] = []
  let [last, isOver] = [stateOfFiles(), false]
  const look = () => {
    if (last !== stateOfFiles()) {
      last = stateOfFiles()
      const copy = inFolder(`copy-${folders.length}`)
      folders.push(copy)
      mkdirSync(copy)
      for (const name of FILES) if (existsSync(inFolder(name))) copyFileSync(inFolder(name), path.join(copy, name))
    }
    if (!isOver) setImmediate(look)
  }
  look()
  const end = () => {
    isOver = true
  }
  onTestFinished(end)
  return { folders, end }
}

const rebuilt = (runner: ProjectionRunner) =>
  eventually(() => expect(runner.rebuilds().filter(({ state }) => state !== 'done')).toEqual([]))

it('goes on with a rebuild that a death cut off, whatever the file had of it', async () => {
  const store = openStore()
  await grow(store, 0, ROWS)
  await store.close()
  await asFileHasThem()
  await spoilReports()
  const plain = async (reads: ReadStore) =>
    (await reads.find(tableNameOf('reports'))).map(({ position: _, ...row }) => JSON.parse(JSON.stringify(row)))
  const expected = (await withViews(async () => openMemoryReadStore(), plain)).result

  const copies = copyEachState()
  // Returns a function that opens a read store and delays all its writes, except those of a rebuild.
  const openLate = (store: EventStore) =>
    openSqliteReadStore(inFolder('views.db'), {
      layoutOf: memoryLayoutOf,
      marks: createLogPositionMarks(store),
      few: -1,
      log,
      laterMs: 2 ** 30,
    })
  await withViews(openLate, async (_, __, runner) => {
    await rebuilt(runner)
    expect(runner.rebuilds()).toMatchObject([{ view: 'reports', corrected: ROWS - 1 }])
  })
  copies.end()
  expect(copies.folders.length).toBeGreaterThan(2)
  for (const copy of copies.folders) {
    for (const name of FILES) {
      rmSync(inFolder(name), { force: true })
      if (existsSync(path.join(copy, name))) copyFileSync(path.join(copy, name), inFolder(name))
    }
    const { result } = await withViews(openRows, async (reads, _, runner) => {
      await rebuilt(runner)
      return plain(reads)
    })
    expect(result, copy).toEqual(expected)
  }
})

it('reads and counts long lists of notifications by an index, not all rows', async () => {
  const lists: Query[] = []
  const counts: Query['filter'][] = []
  const rows = {
    get: async () => [],
    async find(view: string, query: Query) {
      if (view === 'notifications') lists.push(query)
      return []
    },
    async count(_: string, filter: Query['filter']) {
      counts.push(filter)
      return 0
    },
  }
  const handlers = createNotificationReadHandlers()
  const query = { before: 100, beforeId: 'n1' }
  for (const name of ['dispatcherNotifications', 'archivedNotifications', 'notificationCounts', 'olderNotifications'])
    await lookUp(handlers as Record<string, (...given: never[]) => unknown>, name)?.(
      createCall<'olderNotifications'>('d1', 'dispatcher', { query }) as never,
      { rows } as never,
    )
  expect([lists.length, counts.length]).toEqual([4, 2])

  const table = tableNameOf('notifications')
  const made = openRowsFile(inFolder('views.db'), (name) => memoryLayoutOf(name).indexed)
  made.write({ rows: new Map([[table, [{ id: 'n1', position: 1 }]]]), checkpoints: new Map(), mark: undefined })
  await made.table(table)?.makeIndexes()
  made.close()
  const database = new DatabaseSync(inFolder('views.db'))
  onTestFinished(() => database.close())
  const planOf = (sql: string, values: (string | number | null)[]) =>
    JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values))
  for (const list of lists) {
    const { text, values } = querySqlOf(list)
    const plan = planOf(`SELECT row FROM "${table}" ${text}`, values)
    expect(plan).toContain('to+archived+sequence+kind')
    expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY')
  }
  for (const filter of counts) {
    const { text, values } = filterSqlOf(filter ?? {})
    expect(planOf(`SELECT count(*) FROM "${table}" WHERE ${text}`, values)).toContain('COVERING INDEX')
  }
})
