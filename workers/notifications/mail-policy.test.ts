/** Tests that a digest is mailed once, within a day, and that other notifications are not mailed. */
import { expect, it } from 'vitest'
import type { Event, EventData } from '#contract/events.ts'
import { createMailPolicy } from './mail-policy.ts'

const NOW = new Date('2026-03-02T08:00:00.000Z')
const at = '2026-03-02T07:00:01.000Z'
const told = (more: Partial<EventData<'NotificationSent'>> = {}) =>
  ({
    type: 'NotificationSent',
    data: { notificationId: 'weekly-1-u1', audience: 'recycler', userId: 'u1', kind: 'digest', sentAt: at, ...more },
  }) as Event
const mailed = { type: 'NotificationMailed', data: { notificationId: 'weekly-1-u1', mailedAt: at } } as const
const erased = { type: 'AccountErased', data: { userId: 'u1', erasedAt: at } } as const

function outstanding(...events: Event[]) {
  const policy = createMailPolicy(() => NOW)
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}

it('asks for the mail of a report', () =>
  expect(outstanding(told())).toEqual([
    {
      id: 'mail-weekly-1-u1',
      job: 'send-command',
      data: { type: 'MailDigest', notificationId: 'weekly-1-u1' },
    },
  ]))
it.each([
  ['that was mailed', [told(), mailed]],
  ['of a day ago', [told({ sentAt: '2026-03-01T07:59:59.000Z' })]],
  ['of somebody who is gone', [told(), erased]],
  ['that is none', [told({ kind: 'composition' }), told({ kind: 'security', notificationId: 'x' })]],
] as const)('asks for no mail of a report %s', (_, events) => expect(outstanding(...events)).toEqual([]))

it('stops asking when it is old', () => {
  let now = NOW
  const policy = createMailPolicy(() => now)
  policy.evolve(told())
  expect(policy.outstanding()).toHaveLength(1)
  now = new Date('2026-03-03T08:00:00.000Z')
  expect(policy.outstanding()).toEqual([])
})
