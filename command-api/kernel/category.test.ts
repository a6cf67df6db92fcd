/**
 * Tests of stream categories.
 * The types refuse foreign events in folds and streams.
 * At run time, foreign events change nothing and are not appended.
 */
import { expect, it } from 'vitest'
import type { EventOf } from '#contract/events.ts'
import type { EventIn } from '#contract/streams.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { bin } from '../aggregates/bin.ts'
import { zonePlans } from '../aggregates/dispatch.ts'
import { zoneAggregate } from '../aggregates/zone.ts'
import {
  defineAggregate,
  defineFold,
  defineSingleStreamAggregate,
  isEventOf,
  isStreamOf,
  keepState,
} from './category.ts'
import { createEvent, type Decide } from './decider.ts'
import { handle } from './handle.ts'

const erased = createEvent('AccountErased', { userId: 'u1', erasedAt: '2026-03-01T08:00:00.000Z' })
const envelope = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
/** A store that rejects appends. */
const empty = { readStream: async () => [] } as unknown as EventStore

it('names streams by their distinguishing id', () => {
  expect(bin.stream('u1')).toBe('bin-u1')
  expect(zonePlans.stream('Ablekuma North')).toBe('dispatch-ablekuma-north')
  expect(zoneAggregate.stream('Ayawaso West')).toBe('zone-ayawaso-west')
  expect(
    defineSingleStreamAggregate<null, 'configuration'>('configuration', null, {
      ConfigurationChanged: keepState,
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
  defineFold<null, 'identity'>('identity', null, { IdentityReserved: keepState })
  const all = { IdentityReserved: keepState, IdentityReleased: keepState }
  // @ts-expect-error BinReportedFull is none of an identity's events
  defineFold<null, 'identity'>('identity', null, { ...all, BinReportedFull: keepState })
  // @ts-expect-error A fold of identity events accepts no account event
  defineFold<null, 'identity'>('identity', null, all).evolve(null, erased)
  // @ts-expect-error a decider of a category decides on its events
  const wrong: Decide<string, null, 'identity'> = () => [erased]
  expect(wrong('', null, new Date())).toEqual([erased])
})

it('does not compile with a stream of another category, and appends nothing to it', async () => {
  // @ts-expect-error an account's stream is no bin's
  const elsewhere = handle(empty, 'account-u1', bin, () => [createEvent('ReportConfirmed', {} as never)], envelope)
  await expect(elsewhere).rejects.toThrow('bin does not belong to stream account-u1')
  // @ts-expect-error an account's event is none of a bin's
  const stranger = handle(empty, 'bin-u1', bin, () => [erased], envelope)
  await expect(stranger).rejects.toThrow('AccountErased does not belong to stream bin-u1')
})

it('is changed by none but its own events', () => {
  const more = (count: number) => count + 1
  const count = defineAggregate<number, 'identity'>('identity', 0, {
    IdentityReserved: more,
    IdentityReleased: keepState,
  })
  const reserved: EventOf<'IdentityReserved'> = createEvent('IdentityReserved', { userId: 'u1', reservedAt: '' })
  const others = [erased, { type: 'IdentityPainted', data: {} }] as unknown as EventIn<'identity'>[]
  expect([reserved, ...others, reserved].reduce(count.evolve, count.initial)).toBe(2)
  expect([reserved, ...others].map((happened) => isEventOf(happened as never, 'identity'))).toEqual([
    true,
    false,
    false,
  ])
})
