/** Tests report filters, and that reports and notifications agree about bins that were not emptied. */

import { describe, expect, it } from 'vitest'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { REPORT_STATUSES, type ReportStatus } from '#domain/city.ts'
import { STOP_EXCEPTIONS } from '#domain/stop-outcomes.ts'
import { describeUncollectedReason, getReportFilters } from './report-state.ts'

const matching = (status: ReportStatus) =>
  getReportFilters()
    .filter(({ includes }) =>
      includes({ id: 'r', userId: 'u', zone: 'Ablekuma North', timestamp: '2026-01-05T08:00:00.000Z', status }),
    )
    .map(({ label }) => label)

describe('the tiles of reports', () => {
  it.each([
    ['new', 'Pending'],
    ['in-progress', 'In Progress'],
    ['completed', 'Completed'],
    ['collected', 'Completed'],
  ] as const)('count a report that is %s under %s', (status, label) => {
    expect(matching(status)).toEqual(['Total', label])
  })

  it('leave out no status', () => {
    for (const status of REPORT_STATUSES) expect(matching(status)).toHaveLength(2)
  })

  it('each say their own sentence when there is nothing', () => {
    expect(new Set(getReportFilters().map(({ empty }) => empty.title)).size).toBe(getReportFilters().length)
  })
})

it.each(STOP_EXCEPTIONS)('says why a bin was left as the notification does: %s', (exception) => {
  const at = '2026-03-02T08:14:00.000Z'
  const { message } = renderInEnglish({ text: { kind: 'bin-left', values: { exception, at } } }, 'UTC')
  expect(describeUncollectedReason({ outcome: 'exception', exception, at }, '08:14')).toBe(message)
})
