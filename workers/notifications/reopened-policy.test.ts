/** Tests that dispatchers are notified once if a resident objects, but not if dispatchers undo their own marks. */

import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { commandJobs } from '../runner/fixtures.ts'
import { createReopenedReportPolicy } from './reopened-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const reopened = (reason: 'not-collected' | 'mistake') =>
  ({
    type: 'ReportReopened',
    data: { reportId: 'u1.2', previousId: 'u1.1', userId: 'u1', zone: 'Ablekuma North', reason, reopenedAt: at },
  }) as Event

function toldAfter(now: string, ...events: Event[]) {
  const policy = createReopenedReportPolicy(() => new Date(now))
  for (const event of events) policy.evolve(event)
  return commandJobs(policy.outstanding())
}

it('notifies of it without a name, until it was sent', () => {
  const [told] = toldAfter(at, reopened('not-collected'))
  expect(told?.data.type === 'NotifyRole' && renderInEnglish(told.data)).toMatchObject({
    audience: 'dispatcher',
    title: 'Not Collected',
  })
  expect(JSON.stringify(told?.data)).toContain('Ablekuma North')
  const sent = { type: 'NotificationSent', data: { notificationId: 'reopened-u1.2' } } as Event
  expect(toldAfter(at, reopened('not-collected'), sent)).toEqual([])
})
it('notifies nobody of what dispatchers reverted themselves, nor of what is a day old', () => {
  expect(toldAfter(at, reopened('mistake'))).toEqual([])
  expect(toldAfter('2026-03-03T08:00:00.000Z', reopened('not-collected'))).toEqual([])
})
