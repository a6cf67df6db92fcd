/** Tests the runner that updates the views: batches, repetition, quarantine, and rebuilds. */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Event } from '#contract/events.ts'
import { type TableName, tableNameOf } from '#contract/tables.ts'
import {
  type EventBatch,
  type EventStore,
  type RecordedEvent,
  StoreDamaged,
  StoreUnavailable,
  toPosition,
} from '#platform/event-store/event-store.ts'
import { LEASE_GRACE_PERIOD_MS } from '#platform/read-store/leases.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import {
  type ReaderLease,
  type ReaderLeaseStore,
  type ReadStore,
  type Row,
  TableMissing,
} from '#platform/read-store/read-store.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { reportsView } from '../reports/reports-view.ts'
import { zonesView } from '../zones/zones-view.ts'
import { applyEventBatch } from './apply.ts'
import { toRecordedEvents } from './fixtures.ts'
import { createOldTableCleaner } from './old-tables.ts'
import { startProjectionRunner } from './runner.ts'
import { defineView } from './view.ts'

const at = '2026-03-01T08:00:00.000Z'
const zone = 'Ayawaso West'
const told = { reportedCount: 1, total: 82, threshold: 66 }
const reported = (reportId: string): Event => ({
  type: 'BinReportedFull',
  data: { reportId, userId: 'u1', zone, sealed: 's', reportedAt: at, told },
})
const collected = (reportId: string): Event => ({
  type: 'ReportCollected',
  data: { reportId, userId: 'u1', zone, reportedAt: at, collectedBy: 'd1', collectedAt: at },
})
const silent = { debug() {}, info() {}, warn() {}, error: vi.fn() }

/** Creates a log whose `follow` yields batches of `size` events. */
function logOf(events: RecordedEvent[], size = 2): Pick<EventStore, 'follow' | 'readStream'> {
  return {
    readStream: async (name) => events.filter(({ stream }) => stream === name),
    async *follow(after, signal): AsyncGenerator<EventBatch> {
      const rest = events.filter((event) => event.position > after)
      for (let from = 0; from < rest.length || from === 0; from += size)
        yield { events: rest.slice(from, from + size), caughtUp: from + size >= rest.length }
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  }
}

const allRows = async (reads: ReadStore, table: TableName) => reads.find(table)
const start = (events: RecordedEvent[], reads: ReadStore, views = [reportsView, zonesView]) =>
  startProjectionRunner({ store: logOf(events) as EventStore, reads, views, log: silent as never, retryMs: 5 })

describe('a batch', () => {
  it('fails if the log cannot read the data of an event, and quarantines nothing', async () => {
    const [event] = toRecordedEvents([reported('u1.1')])
    const unread = Object.defineProperty({ ...(event as RecordedEvent) }, 'data', {
      get: () => {
        throw new StoreUnavailable('The log could not be read')
      },
    })
    await expect(applyEventBatch(openMemoryReadStore(), 't@1', reportsView, [unread])).rejects.toThrow(StoreUnavailable)
  })

  const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 5 })), { maxLength: 30 })

  it('gives the rows that one event at a time gives, and repeated changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 7 }), async (given, size) => {
        const events = toRecordedEvents(given.map(([open, n]) => (open ? reported(`u1.${n}`) : collected(`u1.${n}`))))
        const [batched, single] = [openMemoryReadStore(), openMemoryReadStore()]
        for (let from = 0; from < events.length; from += size) {
          await applyEventBatch(batched, 't@1', reportsView, events.slice(from, from + size))
          await applyEventBatch(batched, 't@1', reportsView, events.slice(from, from + size))
        }
        for (const event of events) await applyEventBatch(single, 't@1', reportsView, [event])
        expect(await allRows(batched, 't@1')).toEqual(await allRows(single, 't@1'))
        await applyEventBatch(batched, 't@1', reportsView, events)
        expect(await allRows(batched, 't@1')).toEqual(await allRows(single, 't@1'))
      }),
    )
  })
})

describe('the runner', () => {
  const events = toRecordedEvents([
    reported('u1.1'),
    reported('u2.1'),
    collected('u1.1'),
    reported('u3.1'),
    collected('u2.1'),
  ])

  it('says why the views do not advance, until they do', async () => {
    const reads = openMemoryReadStore()
    let isRefused = true
    const replace: typeof reads.replace = (table, rows) => {
      if (isRefused && table === tableNameOf('zones')) throw new Error('this row can never be stored')
      return reads.replace(table, rows)
    }
    const runner = start(events, { ...reads, replace })
    await eventually(() => expect(runner.failure()).toBe('this row can never be stored'))
    isRefused = false
    await runner.ready
    expect(runner.failure()).toBeUndefined()
    await runner.stop()
  })

  it('brings every view to the end of the log and notifies of each change once', async () => {
    const reads = openMemoryReadStore()
    const runner = start(events, reads)
    const changes: string[] = []
    runner.onChange((view, rows) => changes.push(...[...rows.keys()].map((id) => `${view}/${id}`)))
    await runner.ready
    expect(runner.position()).toBe(5)
    expect(runner.lag()).toEqual({ reports: 0, zones: 0 })
    expect(await reads.get(tableNameOf('zones'), [zone])).toMatchObject([{ openReports: 1, cycle: 1, position: 5 }])
    expect(changes).toContain('reports/u3.1')
    await runner.stop()
  })

  const broken = defineView({
    name: 'reports',
    on: {
      BinReportedFull: {
        id: (data) => data.reportId,
        row: (_, { data }) => {
          if (data.reportId === 'u2.1') throw new Error('no such row')
          return { id: data.reportId }
        },
      },
    },
  })

  it('continues after an event that a view can’t apply, and names it', async () => {
    const reads = openMemoryReadStore()
    const runner = start(events, reads, [broken, zonesView])
    await runner.ready
    expect(runner.quarantined()).toMatchObject([
      { view: 'reports', event: { position: 2 }, error: { message: 'no such row' } },
    ])
    expect((await allRows(reads, tableNameOf('reports'))).map((row) => row.id)).toEqual(['u1.1', 'u3.1'])
    expect(await reads.get(tableNameOf('zones'), [zone])).toMatchObject([{ openReports: 1 }])
    expect(runner.position()).toBe(5)
    await runner.stop()
  })

  it('writes down what a view could not take in, also where it could not at first', async () => {
    const reads = openMemoryReadStore()
    let failures = 1
    const replace: ReadStore['replace'] = async (table, rows) => {
      if (table === 'set-aside@1' && failures-- > 0) throw new Error('away')
      return reads.replace(table, rows)
    }
    const runner = start(events, { ...reads, replace }, [broken])
    await runner.ready
    expect(await reads.find('set-aside@1')).toMatchObject([{ id: 'reports/2', error: 'no such row' }])
    expect(runner.quarantined()).toHaveLength(1)
    await runner.stop()
  })

  it('continues after events that only another version knows, and names the first of each type', async () => {
    const at = (position: number, type = events[0]?.type) =>
      ({ ...events[0], type, position: toPosition(position) }) as RecordedEvent
    const painted = (position: number) => at(position, 'BinPainted' as never)
    const reads = openMemoryReadStore()
    const runner = start([...events, painted(6), painted(7), at(8)], reads)
    await runner.ready
    expect(runner.position()).toBe(8)
    expect(runner.quarantined()).toMatchObject([
      { view: 'all', event: { position: 6 }, error: { message: 'this version knows no events of type BinPainted' } },
    ])
    expect(await reads.get(tableNameOf('reports'), ['u1.1'])).toMatchObject([{ position: 8 }])
    await runner.stop()
  })

  it('writes all rows, then notifies, then sets the checkpoints of all views in one step', async () => {
    const reads = openMemoryReadStore()
    const steps: string[] = []
    const noting: ReadStore = {
      ...reads,
      async replace(table, rows) {
        if (rows.length > 0) steps.push(`write ${table}`)
        await reads.replace(table, rows)
      },
      async setCheckpoints(all) {
        steps.push(`set ${[...all.keys()].join(' ')}`)
        await reads.setCheckpoints(all)
      },
    }
    const runner = start(events.slice(0, 2), noting)
    runner.onChange((view) => steps.push(`tell ${view}`))
    runner.onEvents(() => steps.push('tell events'))
    await runner.ready
    const [one, other] = [tableNameOf('reports'), tableNameOf('zones')]
    const expected = [
      // The table `complete@1` records which tables are complete.
      // It is written before and after the new tables are filled.
      'write complete@1',
      `set ${one} ${other}`,
      `write ${one}`,
      `write ${other}`,
      'tell reports',
      'tell zones',
      'tell events',
      `set ${one} ${other}`,
      'write complete@1',
    ]
    expect(steps).toEqual(expected)
    await runner.stop()
  })

  it('after a crash at any point, the next run ends with the same rows and notifies of each missing one', async () => {
    const whole = openMemoryReadStore()
    const untouched = start(events, whole)
    await untouched.ready
    await untouched.stop()
    for (let diesAt = 1; ; diesAt++) {
      const reads = openMemoryReadStore()
      let step = 0
      const orDies =
        <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) =>
        async (...args: Args): Promise<Answer> => {
          if (++step === diesAt) throw new Error('died')
          return work(...args)
        }
      const { replace, setCheckpoints } = reads
      const dying = { ...reads, replace: orDies(replace), setCheckpoints: orDies(setCheckpoints) }
      const names = new Set<string>()
      const runner = start(events, dying)
      runner.onChange((view, rows) => {
        for (const row of rows.values()) names.add(`${view}/${row.id}@${row.position}`)
      })
      await runner.ready
      for (const name of ['reports', 'zones'] as const) {
        const rows = await allRows(reads, tableNameOf(name))
        expect(rows).toEqual(await allRows(whole, tableNameOf(name)))
        for (const { id, position } of rows) expect(names).toContain(`${name}/${id}@${position}`)
      }
      await runner.stop()
      if (step < diesAt) return
    }
  })

  it('notifies of changes that another process applied while this one was without the rows', async () => {
    const reads = openMemoryReadStore()
    const away = Promise.withResolvers<void>()
    let isAway = false
    const replace: ReadStore['replace'] = async (table, rows) => {
      if (isAway) throw new Error('away')
      return reads.replace(table, rows)
    }
    const store = {
      ...logOf(events),
      async *follow(after: number, signal: AbortSignal): AsyncGenerator<EventBatch> {
        yield* [{ events: events.slice(Math.max(0, after), 3), caughtUp: true }]
        await away.promise
        yield* logOf(events).follow(toPosition(Math.max(after, 3)), signal)
      },
    }
    const parts = { reads: { ...reads, replace }, views: [reportsView], log: silent as never, retryMs: 5 }
    const runner = startProjectionRunner({ store: store as never, ...parts })
    await runner.ready
    const told: string[] = []
    runner.onChange((_, rows) => told.push(...[...rows.values()].map(({ id, position }) => `${id}@${position}`)))
    isAway = true
    away.resolve()
    const other = start(events, reads)
    await other.ready
    await other.stop()
    isAway = false
    await eventually(() => expect(told.sort()).toEqual(['u2.1@5', 'u3.1@4']))
    await runner.stop()
  })

  it('refuses reads from the loss of the rows until all are rebuilt, also if the last batch completes them', async () => {
    const reads = openMemoryReadStore()
    let lose = () => {}
    let isToBeLost = true
    const answers: string[] = []
    const losing: ReadStore = {
      ...reads,
      onEmptied(listener) {
        lose = listener
      },
      async setCheckpoints(all) {
        await reads.setCheckpoints(all)
        if (isToBeLost) lose()
        isToBeLost = false
      },
      async tables() {
        const found = runner.rows.find('reports').then(
          () => 'rows',
          (error) => error.name,
        )
        answers.push(await found)
        return reads.tables()
      },
    }
    const runner = start(events.slice(0, 2), losing, [reportsView])
    await eventually(() => expect(answers.length).toBeGreaterThan(2))
    await runner.ready
    expect(answers.slice(1, 3)).toContain('RowsBehind')
    await eventually(async () => expect(await runner.rows.find('reports')).toHaveLength(2))
    await runner.stop()
  })

  it('ends a start on a damaged log', async () => {
    const store = {
      ...logOf(events),
      async *follow(): AsyncGenerator<EventBatch> {
        yield { events: events.slice(0, 2), caughtUp: false }
        throw new StoreDamaged('The log is damaged: at 3.')
      },
    }
    const runner = startProjectionRunner({
      store: store as never,
      reads: openMemoryReadStore(),
      views: [],
      log: silent as never,
    })
    await expect(runner.ready).rejects.toThrow('The log is damaged: at 3.')
    await runner.stop()
  })

  it('resumes where another run stopped', async () => {
    const reads = openMemoryReadStore()
    const first = start(events.slice(0, 3), reads)
    await first.ready
    await first.stop()
    const second = start(events, reads)
    await second.ready
    expect(await reads.get(tableNameOf('zones'), [zone])).toMatchObject([{ openReports: 1, cycle: 1, position: 5 }])
    await second.stop()
  })
})

describe('a new version of a view', () => {
  /**
   * Creates a read store with a complete table of version 0 of the view `zones`.
   * With `interrupted`, the store also has an unfinished table of version 1.
   */
  async function storeWithOld({ interrupted }: { interrupted: boolean }) {
    const reads = openMemoryReadStore()
    await reads.replace('zones@0', [{ id: zone, position: 5 }])
    await reads.setCheckpoints(new Map([['zones@0', 5]]))
    if (interrupted) await reads.setCheckpoints(new Map([[tableNameOf('zones'), 1]]))
    return reads
  }

  it.each([{ interrupted: false }, { interrupted: true }])(
    'serves the old one until it has caught up (%o), then drops that',
    async (how) => {
      const reads = await storeWithOld(how)
      const events = toRecordedEvents([reported('u1.1'), reported('u2.1'), reported('u3.1')])
      const gate = Promise.withResolvers<void>()
      const store = {
        ...logOf(events),
        async *follow(after: number, signal: AbortSignal): AsyncGenerator<EventBatch> {
          yield { events: events.slice(0, 2).filter((event) => event.position > after), caughtUp: false }
          await gate.promise
          yield* logOf(events).follow(toPosition(2), signal)
        },
      }
      const runner = startProjectionRunner({ store: store as never, reads, views: [zonesView], log: silent as never })
      await runner.serves
      await eventually(() => expect(runner.position()).toBe(2))
      expect(runner.hasCaughtUp()).toBe(false)
      expect(await runner.rows.find('zones')).toEqual([{ id: zone, position: 5 }])
      gate.resolve()
      await runner.ready
      expect(await runner.rows.find('zones')).toEqual(await reads.find(tableNameOf('zones')))
      expect(await runner.rows.find('zones')).toMatchObject([{ id: zone, openReports: how.interrupted ? 2 : 3 }])
      expect((await reads.tables()).sort()).toEqual(['complete@1', tableNameOf('zones')])
      await runner.stop()
    },
  )

  it('leaves the old one to processes of the old version, until the last of them has ended', async () => {
    const held = new Map<string, ReaderLease>([['old', { id: 'old', beat: '1', versions: { zones: 0 } }]])
    const leases: ReaderLeaseStore = {
      all: async () => [...held.values()],
      renew: async (lease) => void held.set(lease.id, lease),
      end: async (id) => void held.delete(id),
    }
    const reads = { ...(await storeWithOld({ interrupted: false })), leases }
    let now = 0
    const { begin, stop } = createOldTableCleaner({
      reads,
      views: ['zones'],
      log: silent as never,
      everyMs: 1,
      steady: () => now,
    })
    await begin()
    const old = async () => (await reads.tables()).includes('zones@0')
    for (let beat = 0; beat < 3; beat++) {
      held.set('old', { id: 'old', beat: `${beat}`, versions: { zones: 0 } })
      now += LEASE_GRACE_PERIOD_MS
      await looked()
      expect(await old()).toBe(true)
    }
    held.delete('old')
    await looked()
    now += LEASE_GRACE_PERIOD_MS + 1
    await eventually(async () => expect(await old()).toBe(false))
    await stop()

    /**
     * Waits until the cleaner has checked the leases twice.
     * Leases name the tables in use.
     * The first check may have started before this call, the second one starts after it.
     */
    async function looked() {
      const { all } = leases
      let looks = 0
      leases.all = async () => {
        looks++
        return all()
      }
      await eventually(() => expect(looks).toBeGreaterThan(2))
      leases.all = all
    }
  })

  it('is rebuilt from the log if another process dropped it, and shows no part until then', async () => {
    const memory = openMemoryReadStore()
    const table = tableNameOf('zones')
    /** Simulates a store that several processes share. */
    const known = new Set<TableName>()
    const reads: ReadStore = {
      ...memory,
      async setCheckpoints(all) {
        for (const name of all.keys())
          if (known.has(name) && (await memory.checkpoint(name)) === undefined) {
            known.delete(name)
            throw new TableMissing(name)
          }
        for (const name of all.keys()) known.add(name)
        await memory.setCheckpoints(all)
      },
    }
    const events = toRecordedEvents([reported('u1.1'), reported('u2.1'), reported('u3.1')])
    const gate = Promise.withResolvers<void>()
    const store = {
      ...logOf(events),
      async *follow(after: number, signal: AbortSignal): AsyncGenerator<EventBatch> {
        const first = events.slice(0, 2).filter((event) => event.position > after)
        if (first.length > 0) yield { events: first, caughtUp: true }
        await gate.promise
        yield* logOf(events).follow(toPosition(Math.max(after, first.at(-1)?.position ?? 0)), signal)
      },
    }
    const parts = { reads, views: [zonesView], log: silent as never, retryMs: 1 }
    const runner = startProjectionRunner({ store: store as never, ...parts })
    const counts = new Set<number | string>()
    async function count(): Promise<void> {
      const found = await runner.rows.find<Row & { openReports: number }>('zones').catch((error) => error.name)
      counts.add(typeof found === 'string' ? found : (found[0]?.openReports ?? 0))
    }
    await runner.ready
    await memory.drop(table)
    await count()
    gate.resolve()
    await eventually(async () => {
      await count()
      expect(counts).toContain(3)
    })
    for (const shown of counts) expect(['TableMissing', 'RowsBehind', 3]).toContain(shown)
    await runner.stop()
  })
})
