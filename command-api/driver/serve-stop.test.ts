/** Tests outcomes of stops on the bin's stream: one collection, corrections, and proof that is sent later. */
import { describe, it } from 'vitest'
import type { EventData } from '#contract/events.ts'
import { bin } from '../aggregates/bin.ts'
import { event } from '../kernel/decider.ts'
import { given, NOW } from '../kernel/fixtures.ts'
import { type ServeStop, serveStop } from './serve-stop.ts'

const at = NOW.toISOString()
const about = { userId: 'u1', zone: 'Ablekuma North' }
const reported = event('BinReportedFull', {
  ...{ reportId: 'u1.1', ...about, sealed: 'sealed', reportedAt: '2026-03-01T06:00:00.000Z' },
  told: { reportedCount: 1, total: 10, threshold: 8 },
})
const collectedBy = (by: string) =>
  event('ReportCollected', {
    ...{ reportId: 'u1.1', ...about, reportedAt: '2026-03-01T06:00:00.000Z', collectedBy: by, collectedAt: at },
  })
const command: ServeStop = {
  ...{ stopId: 'u1.1', scheduleId: 'S1', vehicleId: 'T001', outcome: 'collected', servedBy: 'v1', servedAt: at },
  isUnloaded: false,
}
const served = (data: Partial<EventData<'StopServed'>> = {}) =>
  event('StopServed', {
    ...{ stopId: 'u1.1', ...about, scheduleId: 'S1', vehicleId: 'T001', outcome: 'collected', servedBy: 'v1' },
    ...{ servedAt: at, recordedAt: at, ...data },
  })
const exception = { outcome: 'exception', exception: 'not-out' } as const

describe('an outcome', () => {
  it('collects an open report in the same append', () =>
    given(bin, [reported])
      .when(serveStop, command)
      .then([served(), collectedBy('v1')]))
  it('is recorded once', () =>
    given(bin, [reported, served(), collectedBy('v1')])
      .when(serveStop, command)
      .then([]))
  it('of a bin that a dispatcher marked is proof only', () =>
    given(bin, [reported, collectedBy('d1')])
      .when(serveStop, command)
      .then([served()]))
  it('leaves an open report with its reason', () =>
    given(bin, [reported])
      .when(serveStop, { ...command, ...exception })
      .then([served(exception)]))
  it('can not undo the mark of a dispatcher', () =>
    given(bin, [reported, collectedBy('d1'), served()])
      .when(serveStop, { ...command, ...exception })
      .then({ rejected: 'conflict' }))
  it('of a collected bin is corrected under the next id of its report', () =>
    given(bin, [reported, served(), collectedBy('v1')])
      .when(serveStop, { ...command, ...exception, loose: true })
      .then([
        event('ReportReopened', {
          ...{ reportId: 'u1.2', previousId: 'u1.1', ...about, sealed: 'sealed', reason: 'mistake', loose: true },
          ...{ reportedAt: '2026-03-01T06:00:00.000Z', collectedAt: at, reopenedBy: 'v1', reopenedAt: at },
        }),
        served({ stopId: 'u1.2', ...exception }),
      ]))
  it('is final once the load is at the site', () =>
    given(bin, [reported, served(), collectedBy('v1')])
      .when(serveStop, { ...command, ...exception, isUnloaded: true })
      .then({ rejected: 'conflict' }))
  it('that comes after the load has left joins no other load, and can still be corrected', async () => {
    const load = { dispatchId: 'COL-T001-1', siteId: 'WS001' }
    const collected = { ...collectedBy('v1'), data: { ...collectedBy('v1').data, ...load } }
    await given(bin, [reported])
      .when(serveStop, { ...command, load })
      .then([served({ afterLoad: true }), collected])
    await given(bin, [reported, served({ afterLoad: true }), collected])
      .when(serveStop, { ...command, load, picture: 'p' })
      .then([served({ afterLoad: true, picture: 'p' })])
    await given(bin, [reported, served({ afterLoad: true }), collected])
      .when(serveStop, { ...command, ...exception, load, isUnloaded: true })
      .then([
        event('ReportReopened', {
          ...{ reportId: 'u1.2', previousId: 'u1.1', ...about, sealed: 'sealed', reason: 'mistake' },
          ...{ reportedAt: '2026-03-01T06:00:00.000Z', collectedAt: at, reopenedBy: 'v1', reopenedAt: at },
        }),
        served({ stopId: 'u1.2', ...exception }),
      ])
    await given(bin, [reported])
      .when(serveStop, { ...command, ...exception, load })
      .then([served(exception)])
  })
  it('of the next round is a new one', () =>
    given(bin, [reported, served(exception)])
      .when(serveStop, { ...command, scheduleId: 'S2' })
      .then([served({ scheduleId: 'S2' }), collectedBy('v1')]))
  it('gets a photo later, and keeps its place', () =>
    given(bin, [reported, served({ sealedFix: 'fix', metres: 7 }), collectedBy('v1')])
      .when(serveStop, { ...command, picture: 'p' })
      .then([served({ sealedFix: 'fix', metres: 7, picture: 'p' })]))
  it('of a bin that is full again is proof of the earlier report', () =>
    given(bin, [reported, collectedBy('d1'), { ...reported, data: { ...reported.data, reportId: 'u1.2' } }])
      .when(serveStop, command)
      .then([served()]))
  it('of a report that was reopened since is refused', () =>
    given(bin, [reported, served(), collectedBy('v1'), { ...reported, data: { ...reported.data, reportId: 'u1.2' } }])
      .when(serveStop, { ...command, ...exception })
      .then({ rejected: 'conflict' }))
})
