/**
 * Tests that aggregates accept only events of their own stream category.
 * Other events do not compile.
 * At run time they change nothing and are not appended.
 */
import { expect, it } from 'vitest'
import type { EventOf } from '#contract/events.ts'
import type { EventInStream } from '#contract/streams.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { binAggregate } from '../aggregates/bin.ts'
import { zonePlansAggregate } from '../aggregates/dispatch.ts'
import { zoneAggregate } from '../aggregates/zone.ts'
import {
  defineAggregate,
  defineFold,
  defineSingleStreamAggregate,
  isEventOf,
  isStreamOf,
  keepStateUnchanged,
} from './category.ts'
import { createEvent, type Decider } from './decider.ts'
import { handleCommand } from './handle.ts'

const erased = createEvent('AccountErased', { userId: 'u1', erasedAt: '2026-03-01T08:00:00.000Z' })
const envelope = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
/** A store that rejects appends. */
const empty = { readStream: async () => [] } as unknown as EventStore

it('names streams by their distinguishing id', () => {
  expect(binAggregate.stream('u1')).toBe('bin-u1')
  expect(zonePlansAggregate.stream('Ablekuma North')).toBe('dispatch-ablekuma-north')
  expect(zoneAggregate.stream('Ayawaso West')).toBe('zone-ayawaso-west')
  expect(
    defineSingleStreamAggregate<null, 'configuration'>('configuration', null, {
      ConfigurationChanged: keepStateUnchanged,
    }).stream(),
  ).toBe('configuration')
  expect(['bin-u1', 'bins-1', 'bin', 'binary'].map((name) => isStreamOf(name, 'bin'))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

it('does not compile with an event forgotten, or with one of another category', () => {
  // @ts-expect-error IdentityReleased is missing
  defineFold<null, 'identity'>('identity', null, { IdentityReserved: keepStateUnchanged })
  const all = { IdentityReserved: keepStateUnchanged, IdentityReleased: keepStateUnchanged }
  // @ts-expect-error BinReportedFull is none of an identity's events
  defineFold<null, 'identity'>('identity', null, { ...all, BinReportedFull: keepStateUnchanged })
  // @ts-expect-error A fold of identity events accepts no account event
  defineFold<null, 'identity'>('identity', null, all).evolve(null, erased)
  // @ts-expect-error a decider of a category decides on its events
  const wrong: Decider<string, null, 'identity'> = () => [erased]
  expect(wrong('', null, new Date())).toEqual([erased])
})

it('does not compile with a stream of another category, and appends nothing to it', async () => {
  const elsewhere = handleCommand(
    empty,
    // @ts-expect-error an account's stream is no bin's
    'account-u1',
    binAggregate,
    () => [createEvent('ReportConfirmed', {} as never)],
    envelope,
  )
  await expect(elsewhere).rejects.toThrow('bin does not belong to stream account-u1')
  // @ts-expect-error an account's event is none of a bin's
  const stranger = handleCommand(empty, 'bin-u1', binAggregate, () => [erased], envelope)
  await expect(stranger).rejects.toThrow('AccountErased does not belong to stream bin-u1')
})

it('is changed by none but its own events', () => {
  const more = (count: number) => count + 1
  const count = defineAggregate<number, 'identity'>('identity', 0, {
    IdentityReserved: more,
    IdentityReleased: keepStateUnchanged,
  })
  const reserved: EventOf<'IdentityReserved'> = createEvent('IdentityReserved', { userId: 'u1', reservedAt: '' })
  const others = [erased, { type: 'IdentityPainted', data: {} }] as unknown as EventInStream<'identity'>[]
  expect([reserved, ...others, reserved].reduce(count.evolve, count.initial)).toBe(2)
  expect([reserved, ...others].map((happened) => isEventOf(happened as never, 'identity'))).toEqual([
    true,
    false,
    false,
  ])
})
