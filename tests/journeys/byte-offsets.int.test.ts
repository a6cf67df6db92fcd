/** Tests audit reads on positions that are byte offsets, as in EventStoreDB. */
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuditHistory, createAuditHistory } from '#platform/audit-log/history.ts'
import { type EventStore, LOG_START, type LoggedEvent, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { REPAIRS_STREAM } from '#platform/proof/lost-tree.ts'
import { createLogProver } from '#platform/proof/prover.ts'
import { createLogPositionMarks } from '#platform/read-store/log-marks.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { createTimeTravel } from '#projections/time-travel/time-travel.ts'
import { type EventStoreDouble, startEventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { POLL_TIMEOUT_MS } from '#tests/fixtures/poll-limits.ts'
import { openPolicyStateParts } from '#workers/runner/policy.ts'
import { createPolicyStateStore, openReadPosition } from '#workers/runner/policy-state-parts.ts'

const VERIFIER = path.join(import.meta.dirname, '../../tools/verifier/verify.mjs')
const EVENTS = 40
/**
 * Time limit of a read in ms, longer than any read in this test.
 * The adapter's default limit is longer and would delay failures.
 */
const PATIENCE_MS = 2_000
const silent = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const vault = { installationKey: async (name: string) => new Uint8Array(createHash('sha256').update(name).digest()) }

let folder: string
let double: EventStoreDouble
let store: EventStore
let events: LoggedEvent[]

async function openServer(name: string): Promise<void> {
  double = await startEventStoreDouble({ file: path.join(folder, name) })
  store = await openEventStoreDb(double.url, { patienceMs: PATIENCE_MS })
}
async function closeServer(): Promise<void> {
  await store.close()
  await double.close()
}
async function happen(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const data = { reportId: `r${n}`, userId: 'u1', zone: 'North', sealed: 'x'.repeat(n % 7), reportedAt: '', told: {} }
    const meta = { commandId: `c${n}`, fingerprint: '', actor: 'u1' }
    await store.append(`bin-${randomUUID()}`, NO_STREAM_REVISION, [
      { id: randomUUID(), type: 'BinReportedFull', data, meta },
    ])
  }
  events = await store.readAll(LOG_START, 1_000)
}
const positionAt = (index: number) => (events.at(index) as LoggedEvent).position

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'offsets-'))
  await openServer('log.jsonl')
  await happen(EVENTS)
})
afterEach(async () => {
  await closeServer()
  rmSync(folder, { recursive: true })
})

describe('the history', () => {
  let history: AuditHistory
  const open = () => (history = createAuditHistory({ store, dataDir: folder }))
  beforeEach(() => void open())
  afterEach(() => history.close())

  it('gives pages and events as they are stored, also after a restart', async () => {
    expect(await history.catchUp(20_000)).toBeUndefined()
    const page = history.page({ kind: 'BinReportedFull' }, {}, 10)
    expect(page).toMatchObject({ newer: 0, older: EVENTS - 10 })
    const stored = await history.stored(page.events)
    expect(stored.map(({ id }) => id)).toEqual(
      events
        .slice(-10)
        .map(({ id }) => id)
        .reverse(),
    )
    const older = history.page({}, { before: positionAt(-10) }, 3).events
    expect(older.map(({ position }) => position)).toEqual([positionAt(-11), positionAt(-12), positionAt(-13)])
    expect(await history.stored(older.slice(1, 2))).toMatchObject([{ id: events.at(-12)?.id }])

    await history.close()
    open()
    await happen(1)
    expect(await history.catchUp(20_000)).toBeUndefined()
    expect(history.page({}, {}, 1)).toMatchObject({ events: [{ position: positionAt(-1) }], older: EVENTS })
  })

  it('is made again for another log', async () => {
    await history.catchUp(20_000)
    await history.close()
    await closeServer()
    await openServer('other.jsonl')
    await happen(3)
    open()
    expect(await history.catchUp(20_000)).toBeUndefined()
    expect(history.page({}, {}, 1)).toMatchObject({ events: [{ position: positionAt(-1) }], older: 2 })
  })
})

it('a bundle holds the events of its time and leads to its checkpoint, and declares a restore', async () => {
  const data = { size: EVENTS, restoredAt: '2026-03-01T08:00:00.000Z' }
  const meta = { commandId: 'restore/1', fingerprint: 'system', actor: 'system' }
  await store.append(REPAIRS_STREAM, NO_STREAM_REVISION, [{ id: randomUUID(), type: 'LogRestored', data, meta }])
  const prover = createLogProver({ store, vault, dataDir: folder })
  const begin = (events[5] as LoggedEvent).at
  const lines = await prover.bundle(begin, Date.now() + 1)
  let text = ''
  for await (const part of lines ?? []) text += part
  const file = path.join(folder, 'bundle.jsonl')
  writeFileSync(file, text)
  const { stdout, stderr } = spawnSync(process.execPath, [VERIFIER, file], { encoding: 'utf8' })
  expect(stdout + stderr).toMatch(/^OK: events \d+ to 40 are as they were recorded/)
  const { declared } = JSON.parse(text.slice(0, text.indexOf('\n')))
  expect(declared).toMatchObject([{ index: EVENTS, type: 'LogRestored' }])
  expect(await prover.inclusion(positionAt(7))).toMatchObject({ index: 7, size: EVENTS + 1 })
  prover.close()
})

it('rows know the log by its newest event, and another log as another one', async () => {
  const mark = await createLogPositionMarks(store).now()
  expect(await createLogPositionMarks(store).holds(mark ?? '')).toBe(true)
  await closeServer()
  await openServer('other.jsonl')
  await happen(EVENTS + 10)
  expect(await createLogPositionMarks(store).holds(mark ?? '')).toBe(false)
})

it('policies know the log by what they read last, and another log as another one', async () => {
  const reads = { ...openMemoryReadStore(), durable: true }
  const opened = () => createPolicyStateStore({ reads, store, log: silent, code: 'a' })
  const { keep, parts } = openPolicyStateParts()
  const last = events.at(-1) as LoggedEvent
  Object.assign(openReadPosition(keep), { position: last.position, id: last.id, at: last.at })
  await opened().keep(parts, last.position)
  expect((await opened().load())?.get('read')).toMatchObject({ id: last.id })
  await closeServer()
  await openServer('other.jsonl')
  await happen(EVENTS + 10)
  expect(await opened().load()).toBeUndefined()
})

it('a moment of the past is that of the last event by then, and the past is made again for another log', async () => {
  const open = () =>
    createTimeTravel({ store, dataDir: folder, clock: () => new Date(), log: silent, patienceMs: POLL_TIMEOUT_MS })
  const principal = { userId: 'x1', role: 'auditor', sessionId: 's' }
  const call = { principal, params: {}, query: {} }
  let past = open()
  const at = positionAt(20)
  expect(await past.read('activeReports', call, { position: at })).toMatchObject({ position: at })
  expect(await past.changes(at)).toMatchObject([{ view: 'reports', before: null }, { view: 'zones' }])
  await past.close()
  await closeServer()
  await openServer('other.jsonl')
  await happen(EVENTS + 10)
  past = open()
  expect(await past.read('activeReports', call, { position: positionAt(-1) })).toMatchObject({
    position: positionAt(-1),
  })
  expect(await past.density({ buckets: 1 })).toMatchObject({ counts: [EVENTS + 10] })
  await past.close()
})
