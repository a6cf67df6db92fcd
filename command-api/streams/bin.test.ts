/** A bin: one open report at a time, each report collected once, whatever residents and dispatchers do in between. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Event, EventOf } from '#contract/events.ts'
import { isRejection } from '#contract/problems.ts'
import { markCollected } from '../collections/mark-collected.ts'
import { event } from '../kernel/decider.ts'
import { given, NOW } from '../kernel/spec.ts'
import { reportBinFull } from '../reports/report-bin-full.ts'
import { type Bin, bin, reporterOf, reportIdOf } from './bin.ts'

const told = { reportedCount: 1, total: 145, threshold: 116 }
const report = { userId: 'u1', zone: 'Ablekuma North', sealed: 'sealed', told } as const
const at = NOW.toISOString()
const reported = (number: number) =>
  event('BinReportedFull', { ...report, reportId: reportIdOf('u1', number), reportedAt: at })
const collected = (number: number, siteId?: string) =>
  event('ReportCollected', {
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
    given(bin, [])
      .when(reportBinFull, report)
      .then([reported(1)]))

  it('is refused while a report is open, in words for the resident', () =>
    given(bin, [reported(1)])
      .when(reportBinFull, report)
      .then({
        rejected: 'conflict',
        message: 'You have already reported your bin full for this cycle. Please wait until collection is confirmed.',
      }))

  it('counts on after a collection', () =>
    given(bin, [reported(1), collected(1)])
      .when(reportBinFull, report)
      .then([reported(2)]))
})

describe('MarkCollected', () => {
  it('collects the open report', () =>
    given(bin, [reported(1)])
      .when(markCollected, mark('u1.1', 'WS001'))
      .then([collected(1, 'WS001')]))

  it('refuses what was collected before', () =>
    given(bin, [reported(1), collected(1)])
      .when(markCollected, mark('u1.1'))
      .then({ rejected: 'conflict' }))

  it('refuses an earlier report while a later one is open', () =>
    given(bin, [reported(1), collected(1), reported(2)])
      .when(markCollected, mark('u1.1'))
      .then({ rejected: 'conflict' }))

  it.each(['u1.0', 'u1.2', 'u1.99'])('does not know %s', (id) =>
    given(bin, [reported(1)])
      .when(markCollected, mark(id))
      .then({ rejected: 'not-found' }),
  )
})

describe('a bin under any interleaving', () => {
  const step = fc.oneof(fc.constant('report' as const), fc.integer({ min: 0, max: 6 }))

  it('never has two open reports and never collects one twice', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const log: Event[] = []
        let state: Bin = bin.initial
        for (const step of steps) {
          const decision =
            step === 'report'
              ? reportBinFull(report, state, NOW)
              : markCollected(mark(reportIdOf('u1', step)), state, NOW)
          if (isRejection(decision)) continue
          log.push(...decision)
          state = decision.reduce(bin.evolve, state)
        }
        const idsOf = <T extends 'BinReportedFull' | 'ReportCollected'>(type: T) =>
          log.filter((event): event is EventOf<T> => event.type === type).map((happened) => happened.data.reportId)
        const [opened, emptied] = [idsOf('BinReportedFull'), idsOf('ReportCollected')]
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
