/** Tests of SendDigest: figures as text, sent once, only to people who want it, and never a day late. */
import { describe, expect, it } from 'vitest'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { notification } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { type SendDigest, sendDigest } from './send-digest.ts'

const until = '2026-02-28T18:00:00.000Z'
const figures = { reports: 1, litres: 0 }
const command: SendDigest = { digest: 'daily', userId: 'u1', until, figures, recipient: { role: 'dispatcher' } }
const sent = createEvent('NotificationSent', {
  notificationId: 'daily-2026-02-28-u1',
  audience: 'dispatcher',
  userId: 'u1',
  kind: 'digest',
  text: { kind: 'digest', values: { digest: 'daily', from: '2026-02-27T18:00:00.000Z', until, figures } },
  metadata: { digest: 'daily', from: '2026-02-27T18:00:00.000Z', until, figures: { reports: 1, litres: 0 } },
  sentAt: NOW.toISOString(),
})
const decide = (more: Partial<SendDigest> = {}) =>
  givenEvents(notification, []).when(sendDigest, { ...command, ...more })

describe('a report', () => {
  it('is sent in words and figures', () => {
    decide().then([sent])
    const message = 'Fri 27 Feb, 18:00 to Sat 28 Feb, 18:00: 1 bin reported, 0 litres of fuel used.'
    expect(renderInEnglish(sent.data)).toMatchObject({ title: 'Daily report', message })
  })
  it('is sent once', () => givenEvents(notification, [sent]).when(sendDigest, command).then([]))
  it('obeys its switch, and no other', () => {
    const recipient = (option: string) =>
      ({ role: 'dispatcher', settings: { darkMode: true, notifications: { [option]: false } } }) as const
    decide({ recipient: recipient('daily_reports') }).then([])
    decide({ recipient: recipient('route_alerts') }).then([sent])
  })
  it('is not sent to erased people, or people in another role', () => {
    decide({ recipient: undefined }).then([])
    decide({ recipient: { role: 'recycler' } }).then([])
  })
  it('is not sent at times that its reader has removed', () => {
    const recipient = { role: 'recycler', settings: { darkMode: true, notifications: {} } } as const
    const daily = { ...recipient, settings: { ...recipient.settings, reportEvery: 'day' } } as const
    const weekly = { digest: 'weekly', until: '2026-02-28T18:00:00.000Z' } as const
    expect(decide({ ...weekly, recipient }).decision).toHaveLength(1)
    decide({ ...weekly, recipient: daily }).then([])
    decide({ digest: 'daily-sites', recipient }).then([])
    expect(decide({ digest: 'daily-sites', recipient: daily }).decision).toHaveLength(1)
  })
  it('is marked where some of it is simulated', () =>
    expect(decide({ simulated: true }).decision).toMatchObject([{ data: { metadata: { simulated: true } } }]))
  it('is sent up to a day late', () => {
    expect(decide({ until: '2026-02-28T08:00:00.000Z' }).decision).toHaveLength(1)
    decide({ until: '2026-02-28T07:59:59.999Z' }).then([])
  })
})
