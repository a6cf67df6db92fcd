/** Tests that a recent unread notification is pushed once per subscribed user. */

import { expect, it, vi } from 'vitest'
import type { Event, EventData } from '#contract/events.ts'
import type { Role } from '#domain/city.ts'
import { createMailPolicy, createPushPolicy } from './forwarding-policies.ts'

const NOW = new Date('2026-03-02T08:00:00.000Z')
const at = '2026-03-02T07:59:00.000Z'
const joined = (userId: string, role: Role) => ({ type: 'AccountRegistered', data: { userId, role } }) as Event
const on = (userId: string) => ({ type: 'PushSwitchedOn', data: { userId, switchedAt: at } }) as Event
const off = (userId: string) => ({ type: 'PushSwitchedOff', data: { userId, switchedAt: at } }) as Event
const told = (more: Partial<EventData<'NotificationSent'>> = {}) =>
  ({
    type: 'NotificationSent',
    data: { notificationId: 'n1', audience: 'recycler', kind: 'composition', sentAt: at, ...more },
  }) as Event
const pushed = (userId: string) =>
  ({ type: 'NotificationPushed', data: { notificationId: 'n1', userId, devices: 1, pushedAt: at } }) as Event
const about = { notificationId: 'n1' }
const city = [joined('r1', 'recycler'), joined('r2', 'recycler'), joined('d1', 'dispatcher'), joined('u1', 'resident')]
const all = [...city, on('r1'), on('r2'), on('d1'), on('u1')]

function idsAfter(...events: Event[]) {
  const policy = createPushPolicy(() => NOW)
  for (const event of events) policy.evolve(event)
  return policy.outstanding().map(({ id }) => id)
}

it('asks for each reader of the role', () => {
  const policy = createPushPolicy(() => NOW)
  for (const event of [...all, told()]) policy.evolve(event)
  expect(policy.outstanding()[0]).toEqual({
    id: 'push-n1-r1',
    job: 'send-command',
    data: { type: 'PushNotification', notificationId: 'n1', userId: 'r1' },
    background: 1,
  })
  expect(policy.outstanding().map(({ id }) => id)).toEqual(['push-n1-r1', 'push-n1-r2'])
})
it('asks for a limited number of pushes to roles, and for further ones when some are done', () => {
  const policy = createPushPolicy(() => NOW)
  const readers = Array.from({ length: 200 }, (_, n) => `r${n}`)
  const members = readers.flatMap((id) => [joined(id, 'recycler'), on(id)])
  for (const event of [...members, joined('u1', 'resident'), on('u1')]) policy.evolve(event)
  for (let n = 0; n < 40; n++) policy.evolve(told({ notificationId: `n${n}` }))
  policy.evolve(told({ notificationId: 'own', userId: 'u1', audience: 'resident' }))
  const ids = () => policy.outstanding().map(({ id }) => id)
  expect(ids()).toHaveLength(5_000 + 1)
  expect(ids()).toContain('push-own-u1')
  for (const userId of readers) policy.evolve(pushed(userId))
  policy.evolve(told({ notificationId: 'later' }))
  expect(ids()).toEqual(expect.arrayContaining(['push-later-r1', 'push-later-r2']))
  expect(ids()).toHaveLength(5_000 + 1)
})

it('asks for a limited number of pushes to a person, and for further ones when some are done', () => {
  const policy = createPushPolicy(() => NOW)
  for (const event of all) policy.evolve(event)
  const tell = (notificationId: string) => policy.evolve(told({ notificationId, userId: 'r1', audience: 'recycler' }))
  for (let n = 1; n <= 60; n++) tell(`n${n}`)
  policy.evolve(told({ notificationId: 'all' }))
  const ids = () => policy.outstanding().map(({ id }) => id)
  expect(ids()).toHaveLength(50 + 1)
  expect(ids().at(-1)).toBe('push-all-r2')
  expect(policy.outstanding().map(({ background }) => background)).toEqual([
    ...Array.from({ length: 50 }, (_, n) => n + 1),
    1,
  ])
  policy.evolve(pushed('r1'))
  tell('later')
  expect(ids()).toContain('push-later-r1')
})

it('counts the pushes of a person without reading all pending ones', () => {
  const clock = vi.fn(() => NOW)
  const policy = createPushPolicy(clock)
  for (let n = 0; n < 500; n++) policy.evolve(on(`u${n}`))
  for (let n = 0; n < 500; n++) policy.evolve(told({ notificationId: `n${n}`, userId: `u${n}`, audience: 'resident' }))
  expect(policy.outstanding()).toHaveLength(500)
  expect(clock.mock.calls.length).toBeLessThan(2_000)
})

it('asks for its one reader alone, whatever their role', () =>
  expect(idsAfter(...all, told({ audience: 'resident', userId: 'u1' }))).toEqual(['push-n1-u1']))
it.each([
  ['whom nothing was pushed to yet', [pushed('r1')], ['push-n1-r2']],
  ['whose browsers still take it', [off('r1')], ['push-n1-r2']],
  ['who are still there', [{ type: 'AccountErased', data: { userId: 'r2', erasedAt: at } }], ['push-n1-r1']],
  ['when it is unread', [{ type: 'NotificationRead', data: { ...about, readBy: 'r1', readAt: at } }], []],
  ['when it stands', [{ type: 'NotificationArchived', data: { ...about, archivedBy: 'r1', archivedAt: at } }], []],
] as const)('asks for those only %s', (_, after, ids) =>
  expect(idsAfter(...all, told(), ...(after as readonly Event[]))).toEqual(ids),
)
it('asks for nobody who never switched it on, or has another role by now', () => {
  expect(idsAfter(...city, told())).toEqual([])
  const moved = { type: 'AccountReassigned', data: { userId: 'r1', role: 'admin' } } as Event
  expect(idsAfter(...all, moved, told())).toEqual(['push-n1-r2'])
})
it('asks for nothing old, or dated by a clock far ahead', () => {
  expect(idsAfter(...all, told({ sentAt: '2026-03-02T07:44:59.000Z' }))).toEqual([])
  expect(idsAfter(...all, told({ sentAt: '2027-03-02T08:00:00.000Z' }))).toEqual([])
  let now = NOW
  const policy = createPushPolicy(() => now)
  for (const event of [...all, told()]) policy.evolve(event)
  now = new Date('2026-03-02T08:15:00.000Z')
  expect(policy.outstanding()).toEqual([])
})

// Tests that a digest is mailed once and within a day, and that no other notification is mailed.
const digestAt = '2026-03-02T07:00:01.000Z'
const digestSent = (more: Partial<EventData<'NotificationSent'>> = {}) =>
  ({
    type: 'NotificationSent',
    data: {
      notificationId: 'weekly-1-u1',
      audience: 'recycler',
      userId: 'u1',
      kind: 'digest',
      sentAt: digestAt,
      ...more,
    },
  }) as Event
const mailed = { type: 'NotificationMailed', data: { notificationId: 'weekly-1-u1', mailedAt: digestAt } } as const
const erased = { type: 'AccountErased', data: { userId: 'u1', erasedAt: digestAt } } as const

function outstandingMails(...events: Event[]) {
  const policy = createMailPolicy(() => NOW)
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}

it('asks for the mail of a report', () =>
  expect(outstandingMails(digestSent())).toEqual([
    {
      id: 'mail-weekly-1-u1',
      job: 'send-command',
      data: { type: 'MailDigest', notificationId: 'weekly-1-u1' },
    },
  ]))
it.each([
  ['that was mailed', [digestSent(), mailed]],
  ['of a day ago', [digestSent({ sentAt: '2026-03-01T07:59:59.000Z' })]],
  ['of somebody who is gone', [digestSent(), erased]],
  ['that is none', [digestSent({ kind: 'composition' }), digestSent({ kind: 'security', notificationId: 'x' })]],
] as const)('asks for no mail of a report %s', (_, events) => expect(outstandingMails(...events)).toEqual([]))

it('stops asking when it is old', () => {
  let now = NOW
  const policy = createMailPolicy(() => now)
  policy.evolve(digestSent())
  expect(policy.outstanding()).toHaveLength(1)
  now = new Date('2026-03-03T08:00:00.000Z')
  expect(policy.outstanding()).toEqual([])
})
