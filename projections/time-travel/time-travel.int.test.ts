/** Tests time travel: answers, refusals and rebuilds. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Event } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { AdminUser } from '#contract/views.ts'
import { type EventStore, LOG_START, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { PastMoment } from '#platform/http/time-travel.ts'
import { startEventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { accountErased, reportCollected } from '../queries/fixtures.ts'
import { createTimeTravel, type TimeTravel, type TimeTravelOptions } from './time-travel.ts'

const zone = 'Ablekuma North'
const silent = { info: vi.fn(), error: vi.fn() }
const told = { reportedCount: 1, total: 145, threshold: 116 }
const reported = (reportId: string, userId = 'u1', reportedAt = '2026-03-04T12:00:00.000Z'): Event => ({
  type: 'BinReportedFull',
  data: { reportId, userId, zone, sealed: 'a secret', reportedAt, told },
})
const registered = (userId: string): Event => ({
  type: 'AccountRegistered',
  data: { userId, role: 'resident', zone, sealed: 'a secret', registeredAt: '2026-03-01T08:00:00.000Z' },
})
const USERS = { search: '', order: 'asc', page: 1, size: 50 }
const auditor = { userId: 'x1', role: 'auditor', sessionId: 's' }

let folder: string
let store: EventStore
let past: TimeTravel
let streams = 0
const open = (more: Partial<TimeTravelOptions> = {}) =>
  createTimeTravel({ store, dataDir: folder, clock: () => new Date(), log: silent, patienceMs: 3_600_000, ...more })

async function happened(events: readonly Event[], simulated = false): Promise<number> {
  const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1', ...(simulated && { simulated: true as const }) }
  const news = events.map((event) => ({ ...event, id: randomUUID(), meta }))
  return (await store.append(`test-${++streams}`, NO_STREAM_REVISION, news)).position
}

async function read(name: EndpointName, when: PastMoment, call: object = {}) {
  const answer = await past.read(name, { principal: auditor, params: {}, query: {}, ...call }, when)
  if (!answer || isRejection(answer)) throw new Error(answer?.message)
  return { ...answer, body: JSON.parse(answer.json) }
}
const names = async (when: PastMoment) =>
  (await read('activeReports', when)).body.reports.map((report: { resident_name: string }) => report.resident_name)
const ids = async (when: PastMoment) =>
  (await read('activeReports', when)).body.reports.map(({ id }: { id: string }) => id)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'past-'))
  store = openSqliteEventStore(path.join(folder, 'log.db'))
  past = open()
})
afterEach(async () => {
  await past.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

it('makes nothing, and reads nothing of the log, before somebody asks', async () => {
  await happened([reported('r1')])
  expect(existsSync(path.join(folder, 'past.db'))).toBe(false)
  expect(await ids({ position: 1 })).toEqual(['r1'])
  expect(existsSync(path.join(folder, 'past.db'))).toBe(true)
})

describe('a moment', () => {
  it('is a position, with the time of the event there', async () => {
    await happened([reported('r1'), reported('r2'), reportCollected('r1', 'u1')])
    expect(await ids({ position: 1 })).toEqual(['r1'])
    expect(await ids({ position: 2 })).toEqual(['r1', 'r2'])
    expect(await ids({ position: 3 })).toEqual(['r2'])
    const [, second] = await store.readAll(LOG_START, 3)
    expect(await read('activeReports', { position: 2 })).toMatchObject({ position: 2, now: second?.at })
  })

  it('is a time: the last event at or before it', async () => {
    await happened([reported('r1')])
    const [{ at = 0 } = {}] = await store.readAll(LOG_START, 1)
    await eventually(() => expect(Date.now()).toBeGreaterThan(at + 4))
    await happened([reported('r2')])
    expect(await read('activeReports', { time: at })).toMatchObject({ position: 1, now: at })
    expect(await ids({ time: at + 4 })).toEqual(['r1'])
    expect(await ids({ time: Date.now() })).toEqual(['r1', 'r2'])
  })

  it('before the first event finds empty boards, and a city in which nothing happened', async () => {
    expect(await ids({ position: 0 })).toEqual([])
    await happened([reported('r1')])
    expect(await ids({ position: 0 })).toEqual([])
    expect(await read('activeReports', { time: 1_000 })).toMatchObject({ position: -1, now: 1_000 })
    expect((await read('configuration', { position: 0 })).body).toHaveProperty('config')
  })

  it('in the future is refused, with the number of the newest event', async () => {
    await happened([reported('r1')])
    const refused = { rejected: 'bad-request', message: expect.stringContaining('newest event has number 1') }
    expect(await past.read('activeReports', {}, { position: 2 })).toMatchObject(refused)
    expect(await past.read('activeReports', {}, { time: Date.now() + 60_000 })).toMatchObject(refused)
    expect(await past.changes(2)).toMatchObject(refused)
  })

  it('of a simulated past is when its events say that they happened, and what was set up before it was there', async () => {
    await happened([registered('u9')])
    await happened(
      [reported('r1', 'u1', '2025-03-04T12:00:00.000Z'), reported('r2', 'u1', '2025-03-05T12:00:00.000Z')],
      true,
    )
    expect(await ids({ time: Date.parse('2025-03-04T18:00:00.000Z') })).toEqual(['r1'])
    expect(await read('activeReports', { position: 1 })).toMatchObject({ now: Date.parse('2025-03-04T12:00:00.000Z') })
    expect(await past.density({ buckets: 2 })).toMatchObject({ counts: [2, 1] })
  })
})

it('shows pseudonyms, and of the erased nothing, also before their erasure', async () => {
  await happened([registered('u1'), registered('u2'), reported('r1', 'u1'), reported('r2', 'u2')])
  const before = await names({ position: 4 })
  expect(before).toEqual([
    expect.stringMatching(/^Resident [0-9A-F]{8}$/),
    expect.stringMatching(/^Resident [0-9A-F]{8}$/),
  ])
  await happened([accountErased('u1')])
  expect(await ids({ position: 5 })).toEqual(['r1', 'r2'])
  expect(await names({ position: 4 })).toEqual(['Erased resident', before[1]])
  const changes = await past.changes(3)
  expect(changes).toMatchObject([
    { view: 'reports', id: 'r1', before: null, after: { open: true, sealed: 'Erased resident' } },
    { view: 'zones', id: zone, before: null, after: { openReports: 1 } },
  ])
  expect(JSON.stringify(changes)).not.toContain('a secret')
})

it('reads the present whole after a clock that was ahead', async () => {
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 365 * 86_400_000)
  await happened([reported('r1')])
  ahead.mockRestore()
  expect(await ids({ position: 1 })).toEqual(['r1'])
  await happened([reported('r2', 'u2')])
  expect(await ids({ time: Date.now() })).toEqual(['r1', 'r2'])
})

it('lists users as they were, with nothing but what users have', async () => {
  await happened([registered('u1'), registered('u2'), accountErased('u1')])
  const users = async (position: number) => (await read('adminUsers', { position }, { query: USERS })).body.users
  const [first, second] = await users(2)
  expect(first).toEqual({
    id: 'u1',
    name: 'Erased resident',
    email: '',
    role: 'resident',
    erased: false,
    createdAt: '2026-03-01T08:00:00.000Z',
    created_at: '2026-03-01T08:00:00.000Z',
  })
  expect(second).toEqual({ ...first, id: 'u2', name: expect.stringMatching(/^Resident [0-9A-F]{8}$/), zone })
  expect((await users(3)).map(({ id, erased }: AdminUser) => [id, erased])).toEqual([
    ['u2', false],
    ['u1', true],
  ])
})

it('answers simultaneous requests separately, each for its moment', async () => {
  await happened([registered('u1'), reported('r1'), reported('r2', 'u2')])
  await ids({ position: 3 })
  const asked = [ids({ position: 2 }), read('checkpoint', { position: 3 }), ids({ position: 3 }), ids({ position: 0 })]
  expect(await Promise.allSettled(asked)).toMatchObject([
    { value: ['r1'] },
    { reason: { message: 'checkpoint does not read views.' } },
    { value: ['r1', 'r2'] },
    { value: [] },
  ])
})

it('reads lists for whom they are meant', async () => {
  await happened([registered('u1'), reported('r1')])
  const { body } = await read('userReports', { position: 2 }, { params: { id: 'u1' } })
  expect(body.reports).toMatchObject([{ id: 'r1', resident_name: expect.stringContaining('Resident') }])
})

it('returns what events changed, before and after', async () => {
  await happened([reported('r1'), reportCollected('r1', 'u1')])
  expect(await past.changes(2)).toMatchObject([
    { view: 'reports', id: 'r1', before: { open: true, status: 'new' }, after: { open: false, status: 'collected' } },
    { view: 'zones', before: { openReports: 1 }, after: { openReports: 0 } },
  ])
})

describe('two moments', () => {
  const compare = async (
    one: PastMoment,
    other: PastMoment,
    more: Partial<Parameters<TimeTravel['compare']>[0]> = {},
  ) => {
    const answer = await past.compare({ board: 'reports', one, other, page: 1, size: 50, ...more })
    if (isRejection(answer)) throw new Error(answer.message)
    return answer
  }
  const nothing = { added: 0, gone: 0, changed: 0, differences: [] }

  it('differ by what came, what left and what changed, each with the events that did it, the last change first', async () => {
    await happened([reported('r1'), reported('r2'), reported('r3', 'u2'), reportCollected('r1', 'u1')])
    expect(await compare({ position: 1 }, { position: 4 })).toEqual({
      from: { position: 1, at: expect.any(String) },
      to: { position: 4, at: expect.any(String) },
      added: 2,
      gone: 1,
      changed: 0,
      differences: [
        expect.objectContaining({ kind: 'gone', id: 'r1', events: [4], eventCount: 1 }),
        expect.objectContaining({ kind: 'added', id: 'r3', before: null, events: [3], eventCount: 1 }),
        expect.objectContaining({ kind: 'added', id: 'r2', before: null, events: [2], eventCount: 1 }),
      ],
    })
    const {
      differences: [gone],
    } = await compare({ position: 1 }, { position: 4 })
    expect(gone).toMatchObject({ before: { status: 'new', open: true }, after: { status: 'collected', open: false } })
    expect(await compare({ position: 1 }, { position: 4 }, { board: 'zones' })).toMatchObject({
      changed: 1,
      differences: [{ before: { openReports: 1 }, after: { openReports: 2 }, events: [4, 3, 2] }],
    })
  })

  it('name the last ten of many events, and count all of them', async () => {
    await happened(Array.from({ length: 12 }, (_, n) => reported(`r${n}`, `u${n}`)))
    expect(await compare({ position: 0 }, { position: 12 }, { board: 'zones' })).toMatchObject({
      differences: [{ events: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3], eventCount: 12 }],
    })
  })

  it('are returned from the earlier to the later in either order, a page at a time', async () => {
    await happened([reported('r1'), reported('r2', 'u2')])
    const there = await compare({ position: 0 }, { position: 2 })
    expect(await compare({ position: 2 }, { position: 0 })).toEqual(there)
    expect(there).toMatchObject({ from: { position: 0 }, added: 2 })
    const second = await compare({ position: 0 }, { position: 2 }, { page: 2, size: 1 })
    expect(second).toMatchObject({ added: 2, differences: [{ id: 'r1' }] })
    expect(second.differences).toHaveLength(1)
  })

  it('do not differ where they are the same, before the first event, or by what only was there between them', async () => {
    expect(await compare({ position: 0 }, { time: 1_000 })).toMatchObject(nothing)
    await happened([reported('r1'), reportCollected('r1', 'u1')])
    expect(await compare({ position: 1 }, { position: 1 })).toMatchObject(nothing)
    expect(await compare({ time: 1_000 }, { position: 0 })).toMatchObject(nothing)
    expect(await compare({ position: 0 }, { position: 2 })).toMatchObject(nothing)
  })

  it('keep pseudonyms, and tell nothing of the erased', async () => {
    await happened([registered('u1'), registered('u2'), reported('r1', 'u1'), reported('r2', 'u2')])
    const before = await compare({ position: 2 }, { position: 4 })
    expect(before.differences.map(({ after }) => after.sealed)).toEqual([
      expect.stringMatching(/^Resident [0-9A-F]{8}$/),
      expect.stringMatching(/^Resident [0-9A-F]{8}$/),
    ])
    await happened([accountErased('u1')])
    await ids({ position: 5 })
    const { differences } = await compare({ position: 2 }, { position: 4 })
    expect(differences[1]).toMatchObject({ id: 'r1', after: { sealed: 'Erased resident' } })
    expect(JSON.stringify([before, differences])).not.toContain('a secret')
  })

  it('in the future are refused', async () => {
    await happened([reported('r1')])
    const refused = { rejected: 'bad-request', message: expect.stringContaining('newest event has number 1') }
    const asked = { board: 'reports', page: 1, size: 50 } as const
    expect(await past.compare({ ...asked, one: { position: 1 }, other: { position: 2 } })).toMatchObject(refused)
    expect(await past.compare({ ...asked, one: { time: Date.now() + 60_000 }, other: { position: 1 } })).toMatchObject(
      refused,
    )
  })
})

it('counts events by parts of a time', async () => {
  expect(await past.density({ buckets: 3 })).toEqual({ from: 0, to: 1, counts: [0, 0, 0] })
  await happened([reported('r1'), reported('r2')])
  const [{ at = 0 } = {}] = await store.readAll(LOG_START, 1)
  expect(await past.density({ from: at - 10, to: at + 10, buckets: 2 })).toMatchObject({ counts: [0, 2] })
  expect(await past.density({ buckets: 1 })).toMatchObject({ from: at, counts: [2], extent: { first: 1, last: 2 } })
  expect(await past.density({ from: at + 1_000_000, buckets: 1 })).toMatchObject({ to: at + 1_000_001, counts: [0] })
  expect(await past.density({ to: 1_000, buckets: 1 })).toMatchObject({ from: 999, to: 1_000, counts: [0] })
})

it('says how far it is while it does not know the moment yet, and knows those that it has', async () => {
  await happened([reported('r1')])
  expect(await ids({ position: 1 })).toEqual(['r1'])
  await past.close()
  const readStored: EventStore['readStored'] = async () => []
  past = open({ store: { ...store, readStored }, patienceMs: 50 })
  await happened([reported('r2')])
  expect(await past.read('activeReports', { principal: auditor }, { position: 2 })).toMatchObject({
    rejected: 'unavailable',
    message: expect.stringMatching(/: (0|50) % of the log/),
    retryAfter: expect.any(Number),
  })
})

it('continues after a restart, and starts over for another log', async () => {
  await happened([reported('r1')])
  expect(await ids({ position: 1 })).toEqual(['r1'])
  await past.close()
  past = open()
  await happened([reported('r2')])
  expect(await ids({ position: 2 })).toEqual(['r1', 'r2'])
  await past.close()
  await store.close()
  for (const end of ['', '-wal', '-shm']) rmSync(path.join(folder, `log.db${end}`), { force: true })
  store = openSqliteEventStore(path.join(folder, 'log.db'))
  past = open()
  await happened([reported('r7'), reported('r8'), reported('r9')])
  expect(await ids({ position: 2 })).toEqual(['r7', 'r8'])
})

it.each([
  ['is no database', (bytes: Buffer) => bytes.fill(1)],
  ['lost its middle', (bytes: Buffer) => bytes.fill(1, 8_192)],
])('is rebuilt from the log if its file %s', async (_, damage) => {
  await happened([reported('r1'), reported('r2')])
  expect(await ids({ position: 2 })).toEqual(['r1', 'r2'])
  await past.close()
  const file = path.join(folder, 'past.db')
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  writeFileSync(file, damage(readFileSync(file)))
  past = open()
  const again = async () => expect(await ids({ position: 2 })).toEqual(['r1', 'r2'])
  await eventually(again)
})

it('does not answer from a file that another process replaced, until that has the events again', async () => {
  await past.close()
  const threads = new Set<Worker>()
  process.on('worker', (thread: Worker) => {
    threads.add(thread)
    thread.once('exit', () => threads.delete(thread))
  })
  const threadsHaveEnded = () => eventually(() => expect(threads.size).toBe(0))
  past = open({ idleMs: 20 })
  await happened([reported('r1')])
  const other = open()
  for (const one of [past, other])
    await one.read('activeReports', { principal: auditor, params: {}, query: {} }, { position: 1 })
  // The other process closes the file and stores its checksum.
  // Then this process adds an event, which changes the file.
  await other.close()
  await happened([reported('r2')])
  expect(await ids({ position: 2 })).toEqual(['r1', 'r2'])
  // The next read starts a new thread, which finds a wrong checksum and rebuilds the file.
  await threadsHaveEnded()
  expect(await ids({ position: 1 })).toEqual(['r1'])
  expect(await ids({ position: 2 })).toEqual(['r1', 'r2'])
  await threadsHaveEnded()
  writeFileSync(path.join(folder, 'past.db.sum'), '1')
  expect(await past.changes(1)).toContainEqual(expect.objectContaining({ view: 'reports', id: 'r1' }))
})

it('is of EventStoreDB’s log as of any other, whose positions have gaps', async () => {
  await store.close()
  const double = await startEventStoreDouble({ file: path.join(folder, 'log.jsonl') })
  store = await openEventStoreDb(double.url)
  await past.close()
  past = open()
  const positions = [
    await happened([reported('r1')]),
    await happened([reported('r2')]),
    await happened([reported('r3')]),
  ]
  const [first = 0, second = 0, third = 0] = positions
  expect(second).toBeGreaterThan(first + 1)
  expect(await ids({ position: second - 1 })).toEqual(['r1'])
  expect(await read('activeReports', { position: third - 1 })).toMatchObject({ position: second })
  await past.close()
  past = open()
  expect(await ids({ position: third })).toEqual(['r1', 'r2', 'r3'])
  expect(await past.changes(second)).toMatchObject([{ view: 'reports', id: 'r2' }, { view: 'zones' }])
  await past.close()
  await store.close()
  await double.close()
  store = openSqliteEventStore(path.join(folder, 'log.db'))
})
