/** Tests of stop outcomes, also with a proof that arrives late, and of the end of a shift. */

import { describe, expect, it } from 'vitest'
import type { EventData } from '#contract/events.ts'
import { binAggregate } from '../aggregates/bin.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { endShift } from './end-shift.ts'
import { type RecordStopOutcomeCommand, recordStopOutcome } from './serve-stop.ts'
import { refuseTime } from './stop-routes.ts'

const at = NOW.toISOString()
const about = { userId: 'u1', zone: 'Ablekuma North' }
const reported = createEvent('BinReportedFull', {
  ...{ reportId: 'u1.1', ...about, sealed: 'sealed', reportedAt: '2026-03-01T06:00:00.000Z' },
  told: { reportedCount: 1, total: 10, threshold: 8 },
})
const collectedBy = (by: string) =>
  createEvent('ReportCollected', {
    ...{ reportId: 'u1.1', ...about, reportedAt: '2026-03-01T06:00:00.000Z', collectedBy: by, collectedAt: at },
  })
const command: RecordStopOutcomeCommand = {
  ...{ stopId: 'u1.1', scheduleId: 'S1', vehicleId: 'T001', outcome: 'collected', servedBy: 'v1', servedAt: at },
  isUnloaded: false,
}
const served = (data: Partial<EventData<'StopServed'>> = {}) =>
  createEvent('StopServed', {
    ...{ stopId: 'u1.1', ...about, scheduleId: 'S1', vehicleId: 'T001', outcome: 'collected', servedBy: 'v1' },
    ...{ servedAt: at, recordedAt: at, ...data },
  })
const exception = { outcome: 'exception', exception: 'not-out' } as const

describe('an outcome', () => {
  it('collects an open report in the same append', () =>
    givenEvents(binAggregate, [reported])
      .when(recordStopOutcome, command)
      .then([served(), collectedBy('v1')]))
  it('is recorded once', () =>
    givenEvents(binAggregate, [reported, served(), collectedBy('v1')])
      .when(recordStopOutcome, command)
      .then([]))
  it('of a bin that a dispatcher marked is proof only', () =>
    givenEvents(binAggregate, [reported, collectedBy('d1')])
      .when(recordStopOutcome, command)
      .then([served()]))
  it('leaves an open report with its reason', () =>
    givenEvents(binAggregate, [reported])
      .when(recordStopOutcome, { ...command, ...exception })
      .then([served(exception)]))
  it('can not undo the mark of a dispatcher', () =>
    givenEvents(binAggregate, [reported, collectedBy('d1'), served()])
      .when(recordStopOutcome, { ...command, ...exception })
      .then({ rejected: 'conflict' }))
  it('of a collected bin is corrected under the next id of its report', () =>
    givenEvents(binAggregate, [reported, served(), collectedBy('v1')])
      .when(recordStopOutcome, { ...command, ...exception, loose: true })
      .then([
        createEvent('ReportReopened', {
          ...{ reportId: 'u1.2', previousId: 'u1.1', ...about, sealed: 'sealed', reason: 'mistake', loose: true },
          ...{ reportedAt: '2026-03-01T06:00:00.000Z', collectedAt: at, reopenedBy: 'v1', reopenedAt: at },
        }),
        served({ stopId: 'u1.2', ...exception }),
      ]))
  it('is final once the load is at the site', () =>
    givenEvents(binAggregate, [reported, served(), collectedBy('v1')])
      .when(recordStopOutcome, { ...command, ...exception, isUnloaded: true })
      .then({ rejected: 'conflict' }))
  it('that comes after the load has left joins no other load, and can still be corrected', async () => {
    const load = { dispatchId: 'COL-T001-1', siteId: 'WS001' }
    const collected = { ...collectedBy('v1'), data: { ...collectedBy('v1').data, ...load } }
    await givenEvents(binAggregate, [reported])
      .when(recordStopOutcome, { ...command, load })
      .then([served({ afterLoad: true }), collected])
    await givenEvents(binAggregate, [reported, served({ afterLoad: true }), collected])
      .when(recordStopOutcome, { ...command, load, picture: 'p' })
      .then([served({ afterLoad: true, picture: 'p' })])
    await givenEvents(binAggregate, [reported, served({ afterLoad: true }), collected])
      .when(recordStopOutcome, { ...command, ...exception, load, isUnloaded: true })
      .then([
        createEvent('ReportReopened', {
          ...{ reportId: 'u1.2', previousId: 'u1.1', ...about, sealed: 'sealed', reason: 'mistake' },
          ...{ reportedAt: '2026-03-01T06:00:00.000Z', collectedAt: at, reopenedBy: 'v1', reopenedAt: at },
        }),
        served({ stopId: 'u1.2', ...exception }),
      ])
    await givenEvents(binAggregate, [reported])
      .when(recordStopOutcome, { ...command, ...exception, load })
      .then([served(exception)])
  })
  it('of the next round is a new one', () =>
    givenEvents(binAggregate, [reported, served(exception)])
      .when(recordStopOutcome, { ...command, scheduleId: 'S2' })
      .then([served({ scheduleId: 'S2' }), collectedBy('v1')]))
  it('gets a photo later, and keeps its place', () =>
    givenEvents(binAggregate, [reported, served({ sealedFix: 'fix', metres: 7 }), collectedBy('v1')])
      .when(recordStopOutcome, { ...command, picture: 'p' })
      .then([served({ sealedFix: 'fix', metres: 7, picture: 'p' })]))
  it('of a bin that is full again is proof of the earlier report', () =>
    givenEvents(binAggregate, [
      reported,
      collectedBy('d1'),
      { ...reported, data: { ...reported.data, reportId: 'u1.2' } },
    ])
      .when(recordStopOutcome, command)
      .then([served()]))
  it('of a report that was reopened since is refused', () =>
    givenEvents(binAggregate, [
      reported,
      served(),
      collectedBy('v1'),
      { ...reported, data: { ...reported.data, reportId: 'u1.2' } },
    ])
      .when(recordStopOutcome, { ...command, ...exception })
      .then({ rejected: 'conflict' }))
})

const registered = createEvent('VehicleRegistered', {
  ...{ vehicleId: 'T001', type: 'side_loader', make: 'Ford', model: 'Transit', year: 2022, registrationNumber: 'GW-1' },
  ...{ fuelEfficiency: 8, tankCapacity: 80, fuelLevel: 40, registeredBy: 'd1', registeredAt: at },
})
const shift = { userId: 'v1', vehicleId: 'T001', fuelLevel: 30, odometer: 1_000 }
const ended = createEvent('ShiftEnded', { ...shift, endedAt: at })

describe('a shift', () => {
  it('ends with what the driver read', () =>
    givenEvents(vehicleAggregate, [registered]).when(endShift, shift).then([ended]))
  it('ends without a reading', () =>
    givenEvents(vehicleAggregate, [registered])
      .when(endShift, { userId: 'v1', vehicleId: 'T001' })
      .then([createEvent('ShiftEnded', { userId: 'v1', vehicleId: 'T001', endedAt: at })]))
  it.each([{ fuelLevel: 81 }, { odometer: 999 }])('does not end with %o', (wrong) =>
    givenEvents(vehicleAggregate, [registered, ended])
      .when(endShift, { ...shift, ...wrong })
      .then({ rejected: 'bad-request' }),
  )
})

it('takes the times of a collection that started while the clock was ahead', () => {
  const ahead = { scheduledStart: '2027-03-01T08:00:00.000Z', startedAt: '2027-03-01T08:10:00.000Z' }
  const round = { ...ahead, scheduleId: 's1', zone: 'Ablekuma North', reportIds: ['u1.1'] }
  const now = new Date('2026-03-01T09:00:00.000Z')
  expect(refuseTime('2026-03-01T08:59:00.000Z', round, now)).toBeUndefined()
  expect(refuseTime('2026-02-26T09:00:00.000Z', round, now)).toMatchObject({ rejected: 'bad-request' })
})
