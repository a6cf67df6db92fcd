/** Tests rebuilds: they correct rows, change nothing else and run once. */
import { describe, expect, it, vi } from 'vitest'
import type { Event } from '#contract/events.ts'
import { tableNameOf } from '#contract/tables.ts'
import { type EventBatch, type EventStore, LOG_START } from '#platform/event-store/event-store.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { reportsView } from '../reports/reports-view.ts'
import { zonesView } from '../zones/zones-view.ts'
import { toRecordedEvents } from './fixtures.ts'
import { createViewRebuilds } from './rebuilds.ts'
import { startProjectionRunner } from './runner.ts'

const at = '2026-03-01T08:00:00.000Z'
const zone = 'Ayawaso West'
const reported = (reportId: string): Event => ({
  type: 'BinReportedFull',
  data: {
    reportId,
    userId: 'u1',
    zone,
    sealed: 's',
    reportedAt: at,
    told: { reportedCount: 1, total: 82, threshold: 66 },
  },
})
const collected = (reportId: string): Event => ({
  type: 'ReportCollected',
  data: { reportId, userId: 'u1', zone, reportedAt: at, collectedBy: 'd1', collectedAt: at },
})
const asked = (target: string): Event => ({
  type: 'RebuildRequested',
  data: { target, requestedBy: 'a1', requestedAt: at },
})
const FIRST = [reported('u1.1'), reported('u2.1'), collected('u1.1')]
const log = () => ({ debug() {}, info() {}, warn() {}, error: vi.fn() })

/** Returns a test log that grows while readers follow it. */
function growingLog(first: readonly Event[]) {
  let events = toRecordedEvents(first)
  let woken = Promise.withResolvers<void>()
  const store = {
    async *follow(after: number, signal: AbortSignal): AsyncGenerator<EventBatch> {
      const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      for (let seen = after, first = true; !signal.aborted; first = false) {
        const fresh = events.filter(({ position }) => position > seen)
        if (fresh.length > 0 || first) yield { events: fresh, caughtUp: true }
        seen = fresh.at(-1)?.position ?? seen
        if (events.at(-1)?.position === seen) await Promise.race([woken.promise, ended])
      }
    },
    readStream: async (name: string) => events.filter(({ stream }) => stream === name),
    readAll: async (after: number, limit: number) => events.filter(({ position }) => position > after).slice(0, limit),
  }
  return {
    store: store as unknown as EventStore,
    add(...more: Event[]) {
      events = toRecordedEvents([...events.map(({ type, data }) => ({ type, data }) as Event), ...more])
      woken.resolve()
      woken = Promise.withResolvers()
    },
  }
}

function start(
  store: EventStore,
  { reads = openMemoryReadStore(), views = [reportsView, zonesView] }: { reads?: ReadStore; views?: typeof all } = {},
) {
  const runner = startProjectionRunner({ store, reads, views, log: log() as never, retryMs: 5 })
  const told: string[] = []
  runner.onChange((view, rows, position) => told.push(...[...rows.keys()].map((id) => `${view}/${id}@${position}`)))
  return { runner, reads, told }
}
const all = [reportsView]
const done = (runner: ReturnType<typeof startProjectionRunner>, view: string) =>
  eventually(() => expect(runner.rebuilds().find((entry) => entry.view === view)?.state).toBe('done'))
const plain = (rows: readonly Row[]) => rows.map(({ position: _, ...row }) => row)

/** Returns a view that fails to process the report `u2.1` until the view is repaired. */
function failing() {
  let broken = true
  const opened = reportsView.on.BinReportedFull
  const view = {
    ...reportsView,
    on: {
      ...reportsView.on,
      BinReportedFull: {
        ...opened,
        row: (...given: Parameters<NonNullable<typeof opened>['row']>) => {
          if (broken && given[2] === 'u2.1') throw new Error('no such row')
          return opened?.row(...given)
        },
      },
    },
  } as typeof reportsView
  const mend = () => {
    broken = false
  }
  return { view, mend }
}

describe('a rebuild', () => {
  it('of a sound view changes no row and notifies nobody', async () => {
    const grown = growingLog(FIRST)
    const { runner, reads, told } = start(grown.store)
    await runner.ready
    const before = await reads.find(tableNameOf('zones'))
    told.length = 0
    grown.add(asked('zones'))
    await done(runner, 'zones')
    expect(runner.rebuilds()).toMatchObject([{ view: 'zones', asked: 4, position: 4, of: 4, corrected: 0 }])
    expect(await reads.find(tableNameOf('zones'))).toEqual(before)
    expect(told).toEqual([])
    await runner.stop()
  })

  it('applies a quarantined event and all later ones, and notifies of the rows', async () => {
    const { view, mend } = failing()
    const grown = growingLog([...FIRST, collected('u2.1')])
    const { runner, reads, told } = start(grown.store, { views: [view] })
    await runner.ready
    expect(runner.quarantined()).toMatchObject([{ view: 'reports', event: { position: 2 } }])
    grown.add(asked('reports'))
    await done(runner, 'reports')
    expect(runner.quarantined(), 'it still fails').toHaveLength(1)

    mend()
    told.length = 0
    grown.add(asked('reports'))
    await eventually(() => expect(runner.quarantined()).toEqual([]))
    await done(runner, 'reports')
    const sound = openMemoryReadStore()
    const other = start(grown.store, { reads: sound })
    await other.runner.ready
    expect(plain(await reads.find(tableNameOf('reports')))).toEqual(plain(await sound.find(tableNameOf('reports'))))
    expect(told).toEqual(['reports/u2.1@6'])
    await Promise.all([runner.stop(), other.runner.stop()])
  })

  it('puts right a row that was changed behind its back, and no newer one of another process', async () => {
    const grown = growingLog(FIRST)
    const { runner, reads } = start(grown.store)
    await runner.ready
    const [right] = await reads.find(tableNameOf('zones'))
    await reads.replace(tableNameOf('zones'), [{ ...(right as Row), openReports: 77, position: 3.5 } as Row])
    const ahead = { id: 'u2.1', position: 1_000 }
    await reads.replace(tableNameOf('reports'), [ahead])
    grown.add(asked('zones'), asked('reports'))
    await done(runner, 'zones')
    await done(runner, 'reports')
    expect(plain(await reads.find(tableNameOf('zones')))).toEqual(plain([right as Row]))
    expect(await reads.get(tableNameOf('reports'), ['u2.1'])).toEqual([ahead])
    await runner.stop()
  })

  it('asked for again while it is under way is one', async () => {
    const grown = growingLog(FIRST)
    const gate = Promise.withResolvers<void>()
    const { readAll } = grown.store
    let begun = 0
    grown.store.readAll = async (after, limit) => {
      if (after === LOG_START) begun++
      await gate.promise
      return readAll(after, limit)
    }
    const { runner } = start(grown.store)
    await runner.ready
    grown.add(asked('zones'), asked('zones'), asked('nothing'))
    await eventually(() => expect(runner.rebuilds()[0]?.state).toBe('running'))
    grown.add(asked('zones'))
    await eventually(() => expect(runner.position()).toBe(7))
    gate.resolve()
    await done(runner, 'zones')
    await runner.stop()
    expect(runner.rebuilds()).toMatchObject([{ view: 'zones', asked: 4, state: 'done' }])
    expect(begun).toBe(1)
  })

  it('that rows in memory were asked for before they were made is none', async () => {
    const { runner } = start(growingLog([...FIRST, asked('zones')]).store)
    await runner.ready
    expect(runner.rebuilds()).toEqual([])
    await runner.stop()
  })
})

describe('where rows outlive the process', () => {
  it('an interrupted rebuild, with its quarantine, is finished once by the next process', async () => {
    const reads = { ...openMemoryReadStore(), durable: true }
    const { view, mend } = failing()
    const grown = growingLog(FIRST)
    const first = start(grown.store, { reads, views: [view] })
    await first.runner.ready
    await first.runner.stop()
    await reads.replace('rebuilds@1', [{ id: 'asked/reports', position: 3 }])
    mend()
    const second = start(grown.store, { reads, views: [view] })
    await done(second.runner, 'reports')
    expect(second.runner.quarantined()).toEqual([])
    expect(await reads.get(tableNameOf('reports'), ['u2.1'])).toMatchObject([{ id: 'u2.1' }])
    await second.runner.stop()
    const third = start(grown.store, { reads, views: [view] })
    await third.runner.ready
    expect(third.runner.rebuilds()).toEqual([])
    await third.runner.stop()
  })

  it('a rebuild that was ended is none when the log is read again for another view', async () => {
    const reads = { ...openMemoryReadStore(), durable: true }
    const grown = growingLog(FIRST)
    const first = start(grown.store, { reads })
    await first.runner.ready
    grown.add(asked('reports'))
    await done(first.runner, 'reports')
    await first.runner.stop()
    await reads.drop(tableNameOf('zones'))
    const second = start(grown.store, { reads })
    await second.runner.ready
    expect(second.runner.rebuilds()).toEqual([])
    grown.add(asked('reports'))
    await done(second.runner, 'reports')
    await second.runner.stop()
  })

  it('quarantined events are known after a restart', async () => {
    const reads = { ...openMemoryReadStore(), durable: true }
    const grown = growingLog(FIRST)
    const { view } = failing()
    for (let run = 0; run < 2; run++) {
      const { runner } = start(grown.store, { reads, views: [view] })
      await runner.ready
      expect(runner.quarantined()).toMatchObject([
        { view: 'reports', event: { type: 'BinReportedFull', position: 2 }, error: { message: 'no such row' } },
      ])
      await runner.stop()
    }
  })
})

it('begins again if the rows were lost: its state is ahead of them', async () => {
  const { store } = growingLog(FIRST)
  const reads = openMemoryReadStore()
  const written: number[] = []
  const replace: ReadStore['replace'] = async (table, rows) => {
    for (const { position } of rows) written.push(position)
    await reads.replace(table, rows)
  }
  // Log positions that the simulated runner returns: 3 at first, 1 when the rows are replaced, then 3.
  const positions = [3, 1]
  const rebuilds = createViewRebuilds({
    store,
    reads: { ...reads, replace },
    views: [reportsView],
    log: log() as never,
    retryMs: 1,
    setAside: { settle: async () => undefined } as never,
    position: () => positions.shift() ?? 3,
    mark: () => undefined,
    serially: (work) => work(),
    tell: () => undefined,
    stopping: new AbortController().signal,
  })
  rebuilds.begin()
  await rebuilds.ask('reports', 4)
  await eventually(() => expect(rebuilds.all()).toMatchObject([{ state: 'done' }]))
  expect(new Set(written)).toEqual(new Set([3]))
})
