/** Tests of undoing cancellations and completions, including repeated commands. */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { deliveryAggregate, toDelivery } from '../aggregates/delivery.ts'
import { createTruckAndScheduleAggregate } from '../aggregates/schedule.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import {
  collectionCancelled,
  collectionCompleted,
  collectionScheduled,
  collectionStarted,
  NOW_ISO,
  vehicleRegistered,
  vehicleSentToWorkshop,
} from '../fleet/fixtures.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { undoScheduleCancellation } from './undo-cancellation.ts'
import { undoDeliveryCompletion } from './undo-completion.ts'

const ID = 'SCH-AN3-T009'
const hours = (n: number) => new Date(NOW.getTime() + n * 3_600_000).toISOString()
const planned = createEvent('CollectionScheduled', {
  ...collectionScheduled.data,
  scheduledStart: hours(1),
  estimatedCompletion: hours(4),
})
const undone = createEvent('CancellationUndone', {
  scheduleId: ID,
  vehicleId: 'T009',
  zone: 'Ablekuma North',
  scheduledStart: hours(1),
  estimatedCompletion: hours(4),
  undoneBy: 'd1',
  undoneAt: NOW_ISO,
})
const other = createEvent('CollectionScheduled', { ...planned.data, scheduleId: 'SCH-AN4-T009' })
const otherOff = createEvent('CollectionCancelled', { ...collectionCancelled.data, scheduleId: 'SCH-AN4-T009' })
const otherDone = createEvent('CollectionCompleted', { ...collectionCompleted.data, scheduleId: 'SCH-AN4-T009' })
const late = createEvent('CollectionScheduled', { ...planned.data, estimatedCompletion: hours(-1) })

describe('UndoCancellation', () => {
  const undoing = (...events: Event[]) =>
    givenEvents(createTruckAndScheduleAggregate(ID), events).when(undoScheduleCancellation, {
      by: 'd1',
      openReports: 1,
    })

  it('has it take place as it was planned, on the same truck', () => {
    undoing(vehicleRegistered(), planned, collectionCancelled).then([undone])
    const truck = [vehicleRegistered(), planned, collectionCancelled, undone].reduce<typeof vehicleAggregate.initial>(
      (state, happened) => vehicleAggregate.evolve(state, happened as never),
      vehicleAggregate.initial,
    )
    expect(truck).toMatchObject({ scheduleId: ID, collection: { planned: planned.data } })
  })
  it('changes nothing of what takes place', () =>
    undoing(vehicleRegistered(), planned, collectionCancelled, undone).then([]))
  it('can be cancelled and taken back again', () =>
    undoing(vehicleRegistered(), planned, collectionCancelled, undone, collectionCancelled).then([undone]))

  it.each([
    ['is on another collection', [planned, collectionCancelled, other], /on another collection\. Schedule another/],
    ['was on another since', [planned, collectionCancelled, other, otherOff], /sent elsewhere/],
    ['has done another since', [planned, collectionCancelled, other, otherDone], /sent elsewhere/],
    ['is in the workshop', [planned, collectionCancelled, vehicleSentToWorkshop], /in the workshop/],
    ['had set out', [planned, collectionStarted, collectionCancelled], /had started/],
    ['ran out of time', [late, collectionCancelled], /time of this collection has passed/],
    ['was completed', [planned, collectionStarted, collectionCompleted], /was not cancelled/],
    ['is under way', [planned, collectionStarted], /was not cancelled/],
  ])('is refused where it %s', (_, events, message) => {
    const { decision } = undoing(vehicleRegistered(), ...(events as Event[]))
    expect(decision).toMatchObject({ rejected: 'conflict' })
    expect((decision as { message: string }).message).toMatch(message)
  })
  it('is refused where all its bins were collected since', () =>
    givenEvents(createTruckAndScheduleAggregate(ID), [vehicleRegistered(), planned, collectionCancelled])
      .when(undoScheduleCancellation, { by: 'd1', openReports: 0 })
      .then({
        rejected: 'conflict',
        message: 'All bins of Ablekuma North were already collected.',
      }))
  it('knows no other schedule', () => undoing(vehicleRegistered()).then({ rejected: 'not-found' }))
})

describe('UndoCompletion', () => {
  const id = { deliveryId: 'DEL-T009-1-AN' }
  const created = createEvent('DeliveryCreated', {
    ...id,
    vehicleId: 'T009',
    siteId: 'WS001',
    zone: 'Ablekuma North',
    status: 'in-transit',
    estimated: true,
    weight: 600,
    reportsCount: 2,
    estimatedArrival: NOW_ISO,
    createdBy: 'd1',
    createdAt: NOW_ISO,
  })
  const moved = (status: 'arrived' | 'completed') =>
    createEvent('DeliveryMoved', { ...id, status, weight: 700, movedBy: 'd1', movedAt: NOW_ISO })
  const taken = createEvent('CompletionUndone', { ...id, undoneBy: 'd1', undoneAt: NOW_ISO })
  const undoing = (...events: Event[]) =>
    givenEvents(deliveryAggregate, events).when(undoDeliveryCompletion, { ...id, undoneBy: 'd1' })

  it('leaves it arrived, with its weight', () => {
    undoing(created, moved('arrived'), moved('completed')).then([taken])
    const state = [created, moved('completed'), taken].reduce<typeof deliveryAggregate.initial>(
      (before, happened) => deliveryAggregate.evolve(before, happened as never),
      deliveryAggregate.initial,
    )
    expect(toDelivery(state)).toMatchObject({ status: 'arrived', arrivedAt: NOW_ISO, weight: 700, estimated: false })
  })
  it('changes nothing of what has only arrived', () => undoing(created, moved('completed'), taken).then([]))
  it('is refused for a load on its way', () => undoing(created).then({ rejected: 'conflict' }))
  it('is refused to another site', () =>
    givenEvents(deliveryAggregate, [created, moved('completed')])
      .when(undoDeliveryCompletion, { ...id, undoneBy: 'r1', ownSite: 'WS002' })
      .then({ rejected: 'forbidden' }))
  it('knows no other delivery', () => undoing().then({ rejected: 'not-found' }))
})
