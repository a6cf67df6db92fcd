/** Tests that a long stream is folded only once, and that the state matches its events. */
import { expect, it } from 'vitest'
import type { EventInStream } from '#contract/streams.ts'
import type { RecordedFields } from '#platform/event-store/event-store.ts'
import { type DriverAssignments, driversFold } from '../aggregates/drivers.ts'
import { foldEvents } from './load.ts'

type DriverEvent = EventInStream<'drivers'> & RecordedFields

const AT = '2026-01-05T08:00:00.000Z'
const recorded = (revision: number) => ({
  ...{ position: revision + 1, revision, stream: 'drivers', id: `e${revision}`, at: AT },
  meta: { commandId: `c${revision}`, fingerprint: '', actor: 'd' },
})
const taken = (revision: number, vehicleId: string) =>
  ({
    ...recorded(revision),
    ...{ type: 'DriverAssigned', data: { userId: 'd', vehicleId, assignedBy: 'd', assignedAt: AT } },
  }) as unknown as DriverEvent

function watched() {
  const counted = { events: 0 }
  const evolve = (state: DriverAssignments, event: DriverEvent) => {
    counted.events++
    return driversFold.evolve(state, event)
  }
  return { counted, aggregate: { ...driversFold, evolve } }
}

const events = Array.from({ length: 1_000 }, (_, revision) => taken(revision, `T${revision % 7}`))
const whole = (until: number) => events.slice(0, until).reduce(driversFold.evolve, driversFold.initial)

it('gives each event of a growing stream to the fold once', () => {
  const { counted, aggregate } = watched()
  for (let until = 900; until <= 1_000; until++)
    expect(foldEvents(aggregate, events.slice(0, until))).toEqual(whole(until))
  expect(foldEvents(aggregate, [...events])).toEqual(whole(1_000))
  expect(counted.events).toBe(1_000)
})

it('folds an earlier part of the stream, or another stream, by its own events', () => {
  const { aggregate } = watched()
  foldEvents(aggregate, events)
  expect(foldEvents(aggregate, events.slice(0, 500))).toEqual(whole(500))
  const others = Array.from({ length: 600 }, (_, revision) => taken(revision, 'other'))
  expect([...foldEvents(aggregate, others).current.keys()]).toEqual(['other'])
  expect(foldEvents(aggregate, [...events.slice(0, 500), taken(500, 'fork')]).current.get('fork')).toBe('d')
  expect(foldEvents(aggregate, events)).toEqual(whole(1_000))
})

it('folds only the last events where they determine the state', () => {
  const { counted, aggregate } = watched()
  const last = events.slice(-10).reduce(driversFold.evolve, driversFold.initial)
  expect(foldEvents({ ...aggregate, depth: 10 }, events)).toEqual(last)
  expect(counted.events).toBe(10)
})

it('keeps the states of two folds apart', () => {
  const { counted, aggregate } = watched()
  foldEvents(driversFold, events)
  expect(foldEvents(aggregate, events)).toEqual(whole(1_000))
  expect(counted.events).toBe(1_000)
})
