/** Tests that a bin has one open report at most, collected once. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Event, EventOf } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { reopenReport } from '../reports/reopen-report.ts'
import { reportBinFull } from '../reports/report-bin-full.ts'
import { markCollected } from '../schedules/mark-collected.ts'
import { type Bin, binAggregate, reporterOf, reportIdOf } from './bin.ts'

type Happened = EventOf<'BinReportedFull' | 'ReportReopened' | 'ReportCollected'>

const told = { reportedCount: 1, total: 145, threshold: 116 }
const report = { userId: 'u1', zone: 'Ablekuma North', sealed: 'sealed', told } as const
const at = NOW.toISOString()
const reported = (number: number) =>
  createEvent('BinReportedFull', { ...report, reportId: reportIdOf('u1', number), reportedAt: at })
const collected = (number: number, siteId?: string) =>
  createEvent('ReportCollected', {
    reportId: reportIdOf('u1', number),
    userId: 'u1',
    zone: 'Ablekuma North',
    reportedAt: at,
    collectedBy: 'd1',
    collectedAt: at,
    siteId,
  })
const mark = (reportId: string, siteId?: string) => ({ reportId, collectedBy: 'd1', siteId })

describe('ReportBinFull', () => {
  it('reports an empty bin', () =>
    givenEvents(binAggregate, [])
      .when(reportBinFull, report)
      .then([reported(1)]))

  it('is refused while a report is open, in words for the resident', () =>
    givenEvents(binAggregate, [reported(1)])
      .when(reportBinFull, report)
      .then({
        rejected: 'conflict',
        message: 'You have already reported your bin full for this cycle. Please wait until collection is confirmed.',
      }))

  it('counts on after a collection', () =>
    givenEvents(binAggregate, [reported(1), collected(1)])
      .when(reportBinFull, report)
      .then([reported(2)]))
})

describe('MarkCollected', () => {
  it('collects the open report', () =>
    givenEvents(binAggregate, [reported(1)])
      .when(markCollected, mark('u1.1', 'WS001'))
      .then([collected(1, 'WS001')]))

  it('refuses a collected report', () =>
    givenEvents(binAggregate, [reported(1), collected(1)])
      .when(markCollected, mark('u1.1'))
      .then({ rejected: 'conflict' }))

  it('refuses an earlier report while a later one is open', () =>
    givenEvents(binAggregate, [reported(1), collected(1), reported(2)])
      .when(markCollected, mark('u1.1'))
      .then({ rejected: 'conflict' }))

  it.each(['u1.0', 'u1.2', 'u1.99'])('does not know %s', (id) =>
    givenEvents(binAggregate, [reported(1)])
      .when(markCollected, mark(id))
      .then({ rejected: 'not-found' }),
  )
})

const reopened = (number: number, more: object = {}) =>
  createEvent('ReportReopened', {
    reportId: reportIdOf('u1', number + 1),
    previousId: reportIdOf('u1', number),
    userId: 'u1',
    zone: 'Ablekuma North',
    sealed: 'sealed',
    reportedAt: at,
    collectedAt: at,
    unconfirmed: undefined,
    loose: undefined,
    reason: 'not-collected',
    reopenedBy: 'u1',
    reopenedAt: at,
    ...more,
  } as const)
const reopen = (number: number, more: object = {}) =>
  ({ reportId: reportIdOf('u1', number), reason: 'not-collected', reopenedBy: 'u1', ...more }) as const
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString()
const collectedAgo = (hours: number) => {
  const { type, data } = collected(1)
  return { type, data: { ...data, collectedAt: hoursAgo(hours) } }
}

describe('ReopenReport', () => {
  it('opens a collected report again, under the next number', () =>
    givenEvents(binAggregate, [reported(1), collected(1)])
      .when(reopenReport, reopen(1))
      .then([reopened(1)]))

  it('says whose mark is taken back, and that it waited for a load', () =>
    givenEvents(binAggregate, [reported(1), collected(1)])
      .when(reopenReport, reopen(1, { reason: 'mistake', reopenedBy: 'd1', loose: true }))
      .then([reopened(1, { reason: 'mistake', reopenedBy: 'd1', loose: true })]))

  it('lets it be collected again, under its new number alone', async () => {
    await givenEvents(binAggregate, [reported(1), collected(1), reopened(1)])
      .when(markCollected, mark('u1.2'))
      .then([collected(2)])
    await givenEvents(binAggregate, [reported(1), collected(1), reopened(1)])
      .when(markCollected, mark('u1.1'))
      .then({ rejected: 'conflict' })
  })

  it('is the one open report of its bin', () =>
    givenEvents(binAggregate, [reported(1), collected(1), reopened(1)])
      .when(reportBinFull, report)
      .then({ rejected: 'conflict' }))

  it.each([
    ['what is open', [reported(1)], 1, 'This report is still open.'],
    ['what is open again', [reported(1), collected(1), reopened(1)], 1, 'This report was already reopened.'],
    ['what was reported again', [reported(1), collected(1), reported(2)], 1, /reported full again/],
    ['all but the last', [reported(1), collected(1), reported(2), collected(2)], 1, /reported full again/],
    ['what was collected too long ago', [reported(1), collectedAgo(48.01)], 1, /within 48 hours/],
  ])('refuses %s', (_, log, number, message) => {
    const decision = reopenReport(
      reopen(number),
      (log as Event[]).reduce(binAggregate.evolve as never, binAggregate.initial),
      NOW,
    )
    expect(decision).toMatchObject({ rejected: 'conflict' })
    expect((decision as { message: string }).message).toMatch(message)
  })

  it('knows nothing that was never reported', () =>
    givenEvents(binAggregate, [reported(1), collected(1)])
      .when(reopenReport, reopen(2))
      .then({ rejected: 'not-found' }))

  it('is in time for 48 hours', () =>
    givenEvents(binAggregate, [reported(1), collectedAgo(48)])
      .when(reopenReport, reopen(1))
      .then([reopened(1, { collectedAt: hoursAgo(48) })]))
})

describe('a bin under any interleaving', () => {
  const step = fc.oneof(
    fc.constant('report' as const),
    fc.integer({ min: 0, max: 6 }),
    fc.record({ again: fc.integer({ min: 0, max: 6 }) }),
  )

  it('never has two open reports and never collects one twice', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const log: Event[] = []
        let state: Bin = binAggregate.initial
        for (const step of steps) {
          const decision =
            step === 'report'
              ? reportBinFull(report, state, NOW)
              : typeof step === 'number'
                ? markCollected(mark(reportIdOf('u1', step)), state, NOW)
                : reopenReport(reopen(step.again), state, NOW)
          if (isRejection(decision)) continue
          log.push(...decision)
          state = decision.reduce(binAggregate.evolve, state)
        }
        const idsOf = (...types: Happened['type'][]) =>
          log.flatMap((event) => (types.includes(event.type as never) ? (event as Happened).data.reportId : []))
        const [opened, emptied] = [idsOf('BinReportedFull', 'ReportReopened'), idsOf('ReportCollected')]
        expect(new Set(opened).size).toBe(opened.length)
        expect(emptied).toEqual(opened.slice(0, emptied.length))
        expect(opened.length - emptied.length).toBeLessThanOrEqual(1)
        expect(state.open?.reportId).toBe(opened[emptied.length])
      }),
    )
  })
})

describe('a report id', () => {
  it('names its reporter', () => expect(reporterOf(reportIdOf('u0a-b', 12))).toBe('u0a-b'))
  it.each(['', 'u1', 'u1.', 'x1.1', 'u1.1.1', 'u1.one', '../u1.1', 'u1.1\n'])('is not %j', (text) =>
    expect(reporterOf(text)).toBeUndefined(),
  )
})
