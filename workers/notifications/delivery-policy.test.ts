/** Tests that each dispute, settlement and unexpected weight causes one notification, to the right roles. */

import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { commandJobs } from '../runner/fixtures.ts'
import { createDeliveryPolicy } from './delivery-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const of = { deliveryId: 'DEL-T1-1-AN', siteId: 'WS001' }
const opened = { type: 'SiteOpened', data: { siteId: 'WS001', name: 'North' } } as Event
const disputed = {
  type: 'CompositionDisputed',
  data: { ...of, sealed: 's', disputedBy: 'r1', disputedAt: at },
} as Event
const settled = (accepted: boolean, composition?: Record<string, number>): Event => ({
  type: 'DisputeSettled',
  data: { ...of, accepted, composition, settledBy: 'd1', settledAt: at },
})
const weighed = (weight: number, before?: number) =>
  ({ type: 'DeliveryWeighed', data: { ...of, ticket: '7', weight, before, recordedAt: at } }) as Event

function toldAfter(...events: Event[]) {
  const policy = createDeliveryPolicy(() => new Date(at))
  for (const event of [opened, ...events]) policy.evolve(event)
  return commandJobs(policy.outstanding()).map(({ data }) => data)
}

describe('the delivery policy', () => {
  it('notifies dispatchers of a dispute, once', () => {
    const [told] = toldAfter(disputed)
    expect(told?.type === 'NotifyRole' && renderInEnglish(told)).toMatchObject({
      audience: 'dispatcher',
      title: 'Composition Disputed',
      metadata: { siteName: 'North' },
    })
    const sent = { type: 'NotificationSent', data: { notificationId: `dispute-${of.deliveryId}-${at}` } } as Event
    expect(toldAfter(disputed, sent)).toEqual([])
  })
  it('notifies recyclers of its end', () => {
    const messages = [settled(true, { plastic: 100 }), settled(true), settled(false)].map((one) => toldAfter(one)[0])
    expect(messages.map((one) => one?.type === 'NotifyRole' && [one.audience, renderInEnglish(one).message])).toEqual([
      ['recycler', 'You were right about delivery DEL-T1-1-AN to North: your composition is in use now.'],
      ['recycler', 'You were right about delivery DEL-T1-1-AN to North: its composition is unknown now.'],
      ['recycler', 'The composition of delivery DEL-T1-1-AN to North stays the same.'],
    ])
  })
  it('notifies dispatchers of a weight that is off by more than half, either way', () => {
    const counts = [weighed(901, 600), weighed(299, 600), weighed(900, 600), weighed(300, 600), weighed(9_000)]
    expect(counts.map((one) => toldAfter(one).length)).toEqual([1, 1, 0, 0, 0])
  })
})
