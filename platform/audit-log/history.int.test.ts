/** Tests the audit log: filters, causes, effects, and an up-to-date index. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EventStore, NO_STREAM_REVISION } from '../event-store/event-store.ts'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { type AuditEventFilter, type AuditHistory, createAuditHistory } from './history.ts'
import { EVENTS_PER_CHUNK } from './search.ts'

const ALL = 1_000
/** A wait in ms that is longer than any test. */
const FAR_MS = 3_600_000
let folder: string
let store: EventStore
let history: AuditHistory
const open = () => {
  store = openSqliteEventStore(path.join(folder, 'log.db'))
  history = createAuditHistory({ store, dataDir: folder })
}
const close = async () => {
  await history.close()
  await store.close()
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'history-'))
  open()
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

interface Happening {
  type: string
  data: object
  actor?: string
  commandId?: string
}

let made = 0
/** Appends each event to its own stream; returns the last position. */
async function happen(...events: Happening[]): Promise<number> {
  let position = 0
  const appended = events.map(({ type, data, actor = 'system', commandId = `c${++made}` }) =>
    store.append(`bin-${++made}`, NO_STREAM_REVISION, [
      { id: crypto.randomUUID(), type, data, meta: { commandId, fingerprint: '', actor } },
    ]),
  )
  for (const one of appended) position = (await one).position
  return position
}
const registered = (userId: string, role: string): Happening => ({
  type: 'AccountRegistered',
  data: { userId, role, sealed: 'x', registeredAt: '2026-01-01T00:00:00.000Z' },
  actor: 'system',
})
const reported = (userId: string, zone: string): Happening => ({
  type: 'BinReportedFull',
  data: { reportId: `${userId}.1`, userId, zone },
  actor: userId,
})

const positions = (wanted: AuditEventFilter, begin = {}, limit = ALL) =>
  history.page(wanted, begin, limit).events.map(({ position }) => position)

describe('a filter', () => {
  beforeEach(async () => {
    await happen(registered('u1', 'resident'), registered('d1', 'dispatcher'))
    await happen(reported('u1', 'North'), reported('u2', 'South'), reported('u1', 'South'))
    await happen({ type: 'VehicleArchived', data: { vehicleId: 'T1' }, actor: 'd1' })
    await history.catchUp(FAR_MS)
  })

  it.each<[string, AuditEventFilter, number[]]>([
    ['nothing', {}, [6, 5, 4, 3, 2, 1]],
    ['a type', { kind: 'BinReportedFull' }, [5, 4, 3]],
    ['who acted', { actor: 'u1' }, [5, 3]],
    ['a role', { role: 'resident' }, [5, 3]],
    ['the role of nobody', { role: 'system' }, [2, 1]],
    ['a thing', { things: ['truck:T1'] }, [6]],
    ['a zone and a type', { things: ['zone:South'], kind: 'BinReportedFull' }, [5, 4]],
    ['a zone and who acted', { things: ['zone:South'], actor: 'u1' }, [5]],
    ['what never comes together', { role: 'dispatcher', kind: 'BinReportedFull' }, []],
    ['what there is not', { things: ['truck:T9'] }, []],
    ['a time before', { to: Date.parse('2020-01-01T00:00:00.000Z') }, []],
    ['a time that goes on', { from: Date.parse('2020-01-01T00:00:00.000Z'), role: 'system' }, [2, 1]],
  ])('by %s', (_, wanted, found) => {
    expect(positions(wanted)).toEqual(found)
  })

  it('pages in both directions, and counts the entries on either side', () => {
    const zone: AuditEventFilter = { kind: 'BinReportedFull' }
    expect(history.page(zone, {}, 1)).toMatchObject({ events: [{ position: 5 }], newer: 0, older: 2 })
    expect(history.page(zone, { before: 5 }, 1)).toMatchObject({ events: [{ position: 4 }], newer: 1, older: 1 })
    expect(history.page(zone, { after: 3 }, 1)).toMatchObject({ events: [{ position: 4 }], newer: 1, older: 1 })
    expect(history.page(zone, { after: 5 }, 1)).toMatchObject({ events: [], newer: 0, older: 3 })
    expect(history.page(zone, { before: 0 }, 1)).toMatchObject({ events: [], newer: 3, older: 0 })
    expect(positions({}, { until: Date.parse('2020-01-01T00:00:00.000Z') })).toEqual([])
    expect(positions({}, { until: Date.now() + 60_000 }, 2)).toEqual([6, 5])
  })

  it('finds a thing by its name', () => {
    expect(history.called('T1', ['site', 'truck'])).toEqual(['truck:T1'])
    expect(history.called('T9', ['site', 'truck'])).toEqual([])
    expect(history.values('zone', 10)).toEqual(['North', 'South'])
    expect(history.role('d1')).toBe('dispatcher')
  })

  it('gives what is stored', async () => {
    const stored = await history.stored(history.page({ things: ['zone:South'] }, {}, ALL).events)
    expect(stored.map(({ position, type }) => [position, type])).toEqual([
      [5, 'BinReportedFull'],
      [4, 'BinReportedFull'],
    ])
  })
})

describe('a cause', () => {
  it('is found in the same batch and in another', async () => {
    const dispatch = { dispatchId: 'COL-T1-1', vehicleId: 'T1', siteId: 'W', scheduleIds: [], leftIds: [] }
    const loads = [{ deliveryId: 'DEL-T1-1-AN', zone: 'North', reportIds: ['u1.1'], weight: 1 }]
    const left = await happen({
      type: 'TruckDispatched',
      data: { ...dispatch, loads },
      actor: 'd1',
      commandId: 'person',
    })
    const collected = (n: number) => ({
      type: 'ReportCollected',
      data: { reportId: `u${n}.1`, userId: `u${n}`, zone: 'North', dispatchId: 'COL-T1-1' },
      commandId: `COL-T1-1/u${n}.1`,
    })
    const first = await happen(collected(1))
    await history.catchUp(FAR_MS)
    const second = await happen(collected(2))
    await history.catchUp(FAR_MS)
    expect(history.causeOf(first)?.position).toBe(left)
    expect(history.causeOf(second)?.position).toBe(left)
    expect(history.causedBy(left, 1)).toMatchObject({ events: [{ position: first }], count: 2 })
    expect(history.causeOf(left)).toBeUndefined()
    expect(history.causeOf(999)).toBeUndefined()
  })

  it('is shared by all that one command did', async () => {
    const key = 'k'.repeat(43)
    const zone = await happen({ type: 'ZoneOpened', data: { zoneId: 'East' }, commandId: key })
    const code = await happen({ type: 'ZoneCodeReserved', data: { zoneId: 'East' }, commandId: `${key}/code` })
    await happen({ type: 'ZoneOpened', data: { zoneId: 'West' }, commandId: 'j'.repeat(43) })
    await history.catchUp(FAR_MS)
    expect(history.together(key, 10).map(({ position }) => position)).toEqual([zone, code])
  })
})

describe('the file', () => {
  it('continues after a restart, is rebuilt if missing, and finds across chunks', async () => {
    const many = EVENTS_PER_CHUNK + 300
    await happen(...Array.from({ length: many }, (_, n) => reported(`u${n}`, n % 2 ? 'North' : 'South')))
    await history.catchUp(FAR_MS)
    const north: AuditEventFilter = { things: ['zone:North'], kind: 'BinReportedFull' }
    const found = positions(north, {}, many)
    expect(found).toHaveLength(many / 2)
    expect(found).toEqual([...found].sort((one, other) => other - one))
    const middle = history.page(north, { after: found[200] as number }, 150)
    expect(middle.events.map(({ position }) => position)).toEqual(found.slice(50, 200))
    expect(middle).toMatchObject({ newer: 50, older: many / 2 - 200 })
    await close()

    open()
    await happen(reported('late', 'North'))
    await history.catchUp(FAR_MS)
    expect(history.page(north, {}, 1)).toMatchObject({ newer: 0, older: many / 2 })
    await close()

    for (const name of readdirSync(folder)) if (name.startsWith('history.db')) rmSync(path.join(folder, name))
    open()
    await history.catchUp(FAR_MS)
    expect(positions(north, {}, many).slice(1)).toEqual(found)
  })

  /** Indexes two reports in the north, then starts a new log with one in the south. */
  async function replaceLog() {
    await happen(reported('u1', 'North'), reported('u1', 'North'))
    await history.catchUp(FAR_MS)
    await close()
    for (const name of readdirSync(folder)) if (name.startsWith('log.db')) rmSync(path.join(folder, name))
    open()
    await happen(reported('u1', 'South'))
  }

  it('is rebuilt for another log', async () => {
    await replaceLog()
    await history.catchUp(FAR_MS)
    expect(positions({})).toEqual([1])
    expect(history.values('zone', 10)).toEqual(['South'])
  })

  it('is rebuilt once for another log, although several ask at the same time', async () => {
    await replaceLog()
    const read = vi.spyOn(store, 'readStored')
    const all = await Promise.all([1, 2, 3].map(() => history.catchUp(FAR_MS)))
    expect(all).toEqual([undefined, undefined, undefined])
    expect(positions({})).toEqual([1])
    expect(history.values('zone', 10)).toEqual(['South'])
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('is rebuilt if the log was restored and a job appended an event of the same id at the same position', async () => {
    const id = '00000000-0000-8000-a000-00000000000a'
    const again = async (zone: string) => {
      await happen(reported('u1', 'North'))
      const { type, data } = reported('u2', zone)
      await store.append('bin-u2', NO_STREAM_REVISION, [
        { id, type, data, meta: { commandId: 'job', fingerprint: '', actor: 'system' } },
      ])
      await history.catchUp(10_000)
    }
    await again('North')
    await close()
    for (const name of readdirSync(folder)) if (name.startsWith('log.db')) rmSync(path.join(folder, name))
    open()
    await again('South')
    expect(history.values('zone', 10)).toEqual(['North', 'South'])
  })

  it.each(['', '-wal'])('is rebuilt if it is damaged: history.db%s', async (end) => {
    await happen(...Array.from({ length: 300 }, (_, n) => reported(`u${n}`, 'North')))
    await history.catchUp(FAR_MS)
    await close()
    writeFileSync(path.join(folder, `history.db${end}`), 'this is no database, and never was one'.repeat(5_000))
    open()
    await history.catchUp(FAR_MS).catch(() => undefined)
    await history.catchUp(FAR_MS)
    expect(history.page({ things: ['zone:North'] }, {}, 1)).toMatchObject({ newer: 0, older: 299 })
  })

  it('is unavailable while the thread that writes it fails, then continues', async () => {
    await happen(reported('u1', 'North'))
    await history.catchUp(FAR_MS)
    const beside = new DatabaseSync(path.join(folder, 'history.db'))
    beside.exec("CREATE TRIGGER refuse BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no space'); END")
    await happen(reported('u2', 'North'))
    await expect(history.catchUp(FAR_MS)).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR' })
    beside.exec('DROP TRIGGER refuse')
    beside.close()
    await history.catchUp(FAR_MS)
    expect(positions({})).toHaveLength(2)
  })

  it('is rebuilt when damaged pages are found', async () => {
    await happen(...Array.from({ length: 300 }, (_, n) => reported(`u${n}`, 'North')))
    await history.catchUp(FAR_MS)
    await close()
    const bytes = readFileSync(path.join(folder, 'history.db'))
    writeFileSync(path.join(folder, 'history.db'), bytes.fill(0xaa, 4_096))
    open()
    await happen(reported('u-late', 'North'))
    await history.catchUp(FAR_MS).catch(() => undefined)
    await history.catchUp(FAR_MS)
    expect(history.page({ things: ['zone:North'] }, {}, 1)).toMatchObject({ newer: 0, older: 300 })
  })

  it('is rebuilt after a read has found damage, although a crash left no checksum', async () => {
    await happen(...Array.from({ length: 300 }, (_, n) => reported(`u${n}`, 'North')))
    await history.catchUp(FAR_MS)
    const file = path.join(folder, 'history.db')
    const beside = new DatabaseSync(file)
    const { rootpage } = beside.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'lists'").get() as never
    const { page_size: size } = beside.prepare('PRAGMA page_size').get() as never
    beside.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    beside.close()
    await close()
    rmSync(`${file}.sum`)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xaa, (rootpage - 1) * size, rootpage * size))
    open()
    await history.catchUp(FAR_MS)
    expect(() => history.page({ things: ['zone:North'] }, {}, 1)).toThrow('malformed')
    await history.catchUp(FAR_MS)
    expect(history.page({ things: ['zone:North'] }, {}, 1)).toMatchObject({ newer: 0, older: 299 })
  })

  it('finds each thing after a write that was rolled back', async () => {
    await happen(reported('u1', 'North'))
    await history.catchUp(FAR_MS)
    const beside = new DatabaseSync(path.join(folder, 'history.db'))
    beside.exec("CREATE TRIGGER refusal BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    await happen(reported('u2', 'South'), reported('u2', 'South'), reported('u3', 'East'))
    await expect(history.catchUp(FAR_MS)).rejects.toThrow('the disk is full')
    beside.exec('DROP TRIGGER refusal')
    beside.close()
    await history.catchUp(FAR_MS)
    const found = ['North', 'South', 'East'].map((zone) => positions({ things: [`zone:${zone}`] }))
    expect(found).toEqual([[1], [3, 2], [4]])
    expect(positions({ kind: 'BinReportedFull' })).toEqual([4, 3, 2, 1])
  })

  it('has all events in both of two processes although a third has rebuilt the file', async () => {
    await happen(reported('u1', 'North'), reported('u2', 'North'))
    await history.catchUp(FAR_MS)
    const second = createAuditHistory({ store, dataDir: folder })
    await second.catchUp(FAR_MS)
    await history.close()
    await happen(reported('u3', 'North'))
    const third = createAuditHistory({ store, dataDir: folder })
    await third.catchUp(FAR_MS)
    // The first one starts again and finds that the file differs from its checksum.
    writeFileSync(path.join(folder, 'history.db.sum'), '0')
    history = createAuditHistory({ store, dataDir: folder })
    history.values('zone', 1)
    await happen(reported('u4', 'South'))
    await second.catchUp(FAR_MS)
    await history.catchUp(FAR_MS)
    for (const one of [second, history])
      expect(one.page({}, {}, ALL).events.map(({ position }) => position)).toEqual([4, 3, 2, 1])
    await Promise.all([second.close(), third.close()])
  })

  it('says how far it is while it has not taken in all', async () => {
    await happen(...Array.from({ length: 2_000 }, (_, n) => reported(`u${n}`, 'North')))
    const reading = await history.catchUp(0)
    expect(reading?.of).toBe(2_000)
    expect(reading?.done).toBeLessThan(2_000)
    expect(await history.catchUp(FAR_MS)).toBeUndefined()
    expect(history.page({}, {}, 1).older).toBe(1_999)
  })
})
