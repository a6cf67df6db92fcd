/** Tests that the list of drivers continues in a new stream when one is full. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { type EventStore, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { startEventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { NOW } from '../kernel/fixtures.ts'
import { uuidOf } from '../kernel/idempotency-keys.ts'
import {
  assignDriver,
  type DriverAssignments,
  driversStreamOf,
  handleAssignmentCommand,
  loadDriverAssignments,
  releaseDriver,
  vehicleIdOfDriver,
} from './drivers.ts'

/** Number of changes that close a part. */
const FULL = 4_000

let folder: string
let store: EventStore
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  store = openSqliteEventStore(path.join(folder, 'log.db'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const kernelOf = (of: EventStore) => ({ store: of, clock: () => NOW })
const envelope = (commandId: string) => ({ commandId, fingerprint: 'body', actor: 'system' })
const run = <Command>(
  decide: Decider<Command, DriverAssignments, 'drivers'>,
  command: Command,
  id: string,
  on = store,
) => handleAssignmentCommand(kernelOf(on), decide, command, envelope(id))
const take = (n: number, on = store, vehicleId = `T${n}`) =>
  run(assignDriver, { userId: `d${n}`, vehicleId, by: `d${n}` }, `take/${n}/${vehicleId}`, on)

type DriverEvent = ReturnType<Decider<unknown, DriverAssignments, 'drivers'>>
/** Appends events to a part, from its first revision on. */
async function append(part: number, events: Extract<DriverEvent, unknown[]>, on = store, after = NO_STREAM_REVISION) {
  for (let from = 0; from < events.length; from += 500) {
    const slice = events.slice(from, from + 500).map((event, i) => {
      const id = `${part}/${after + 1 + from + i}`
      return { ...event, id: uuidOf(id), meta: envelope(id) }
    })
    await on.append(driversStreamOf(part), after + from, slice)
  }
}
const assigned = (userId: string, vehicleId: string) =>
  createEvent('DriverAssigned', { userId, vehicleId, assignedBy: userId, assignedAt: NOW.toISOString() })
const released = (userId: string, vehicleId: string) =>
  createEvent('DriverReleased', { userId, vehicleId, releasedBy: userId, releasedAt: NOW.toISOString() })
/** Returns changes of one driver, who has a truck at the end. */
const changesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => (n % 2 === count % 2 ? released : assigned)('d0', 'T0'))
const typesOf = async (part: number, on = store) =>
  (await on.readStream(driversStreamOf(part))).map(({ type }) => type).filter((type) => type.startsWith('DriverList'))
const trucksOf = async (on = store) => Object.fromEntries((await loadDriverAssignments({ store: on })).current)

it('continues in a second part, with the drivers and former drivers of the first', async () => {
  await append(1, changesOf(FULL - 1))
  await take(1)
  await take(2)
  expect(await typesOf(1)).toEqual(['DriverListClosed'])
  expect(await typesOf(2)).toEqual(['DriverListOpened'])
  expect(await trucksOf()).toEqual({ T0: 'd0', T1: 'd1', T2: 'd2' })
  expect((await loadDriverAssignments({ store })).ended).toHaveLength(1_000)
  expect(await take(3, store, 'T0')).toMatchObject({ rejected: 'conflict' })
  expect(await take(0, store, 'T4')).toMatchObject({ rejected: 'conflict' })
  await run(releaseDriver, { userId: 'd0', by: 'd0' }, 'leave')
  expect(await trucksOf()).toEqual({ T1: 'd1', T2: 'd2' })
})

it('gives a repeated command its first answer after its part was closed', async () => {
  await append(1, changesOf(FULL - 1))
  const leave = () => run(releaseDriver, { userId: 'd0', by: 'd0' }, 'leave')
  const first = await leave()
  await take(1)
  expect(await typesOf(1)).toEqual(['DriverListClosed'])
  const again = await leave()
  expect(isRejection(first) || first.events.map(({ data }) => data)).toMatchObject([{ vehicleId: 'T0' }])
  expect(isRejection(again) || again.events.map(({ data }) => data)).toMatchObject([{ vehicleId: 'T0' }])
})

it('does not run a repeated command again in the next part', async () => {
  await append(1, changesOf(FULL - 3))
  await take(1)
  await run(releaseDriver, { userId: 'd1', by: 'd1' }, 'leave')
  await take(2)
  await take(3)
  expect(await typesOf(1)).toEqual(['DriverListClosed'])
  const again = await take(1)
  expect(isRejection(again) || again.events.map(({ data }) => data)).toMatchObject([{ vehicleId: 'T1' }])
  expect(await trucksOf()).toEqual({ T0: 'd0', T2: 'd2', T3: 'd3' })
})

it('opens the next part after a process stopped between closing and opening', async () => {
  await append(1, [...changesOf(9), createEvent('DriverListClosed', { nextPart: 2, closedAt: NOW.toISOString() })])
  expect(await trucksOf()).toEqual({ T0: 'd0' })
  await take(1)
  expect(await trucksOf()).toEqual({ T0: 'd0', T1: 'd1' })
  expect(await typesOf(2)).toEqual(['DriverListOpened'])
})

it('finds the last of many parts with few reads', async () => {
  const at = NOW.toISOString()
  for (let part = 1; part <= 300; part++) {
    const current = [{ vehicleId: 'T0', userId: `d${part}` }]
    const opened = createEvent('DriverListOpened', { part, current, ended: [], openedAt: at })
    const closed = createEvent('DriverListClosed', { nextPart: part + 1, closedAt: at })
    await append(part, [...(part > 1 ? [opened] : []), ...(part < 300 ? [closed] : [])])
  }
  const read: string[] = []
  const counting: EventStore = {
    ...store,
    readStream: (stream) => {
      read.push(stream)
      return store.readStream(stream)
    },
  }
  expect(await trucksOf(counting)).toEqual({ T0: 'd300' })
  expect(read.length).toBeLessThanOrEqual(22)
  read.length = 0
  expect(await trucksOf(counting)).toEqual({ T0: 'd300' })
  expect(read).toEqual(['drivers-300'])
})

it('starts again at the first part after a shorter log replaced the log', async () => {
  await append(1, changesOf(FULL))
  await take(1)
  const other = openSqliteEventStore(path.join(folder, 'other.db'))
  const replaced = { ...store }
  expect(await trucksOf(replaced)).toEqual({ T0: 'd0', T1: 'd1' })
  Object.assign(replaced, other)
  expect(await trucksOf(replaced)).toEqual({})
  await take(2, replaced)
  expect(await trucksOf(replaced)).toEqual({ T2: 'd2' })
  expect((await other.readStream('drivers')).map(({ type }) => type)).toEqual(['DriverAssigned'])
  await other.close()
})

it('closes each part once and loses no command of two processes', async () => {
  const double = await startEventStoreDouble()
  const [one, other] = await Promise.all([openEventStoreDb(double.url), openEventStoreDb(double.url)])
  await append(1, changesOf(FULL - 4), one)
  await Promise.all([one, other].map((on) => loadDriverAssignments({ store: on })))
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => take(n + 1, n % 2 ? one : other)),
    ...Array.from({ length: 4 }, (_, n) => take(n + 101, n % 2 ? one : other, 'T99')),
  ])
  expect(answers.slice(0, 10).filter(isRejection)).toEqual([])
  expect(answers.slice(10).filter((answer) => !isRejection(answer))).toHaveLength(1)
  expect(await typesOf(1, one)).toEqual(['DriverListClosed'])
  expect(await typesOf(2, one)).toEqual(['DriverListOpened'])
  const last = await loadDriverAssignments({ store: other })
  expect(last.current.size).toBe(12)
  for (let n = 1; n <= 10; n++) expect(vehicleIdOfDriver(last, `d${n}`)).toBe(`T${n}`)
  const stored = [...(await one.readStream('drivers')), ...(await one.readStream('drivers-2'))]
  const takenBy = stored
    .filter(({ type }) => type === 'DriverAssigned')
    .map(({ data }) => (data as EventData<'DriverAssigned'>).userId)
  expect(takenBy.filter((userId) => userId !== 'd0')).toHaveLength(11)
  await Promise.all([one.close(), other.close(), double.close()])
})
