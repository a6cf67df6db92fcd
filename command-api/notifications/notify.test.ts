/**
 * Tests that each notification is sent only once.
 * Outdated and switched-off notifications are not sent.
 */

import { describe, expect, it } from 'vitest'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { createCustomText, type NotificationText } from '#contract/notifications/texts.ts'
import { notificationAggregate } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { notifyPerson } from './notify-person.ts'
import { notifyResident } from './notify-resident.ts'
import { notifyRole } from './notify-role.ts'
import { type SendDigest, sendDigest } from './send-digest.ts'

const at = NOW.toISOString()
const zone = 'Ablekuma North'
const recipient = { role: 'resident' } as const
const subject = 'SCH-AN1-T1'
const window = { from: '2026-03-01T08:15:00.000Z', until: '2026-03-01T11:15:30.000Z' }
const scheduled = { userId: 'u1', kind: 'schedule', zone, subject, at, window, recipient } as const
const sent = (kind: 'schedule' | 'dispatch' | 'collected' | 'missed', text: NotificationText, metadata: object) =>
  createEvent('NotificationSent', {
    notificationId: `${kind}-${Object.values(metadata)[0]}-u1`,
    audience: 'resident',
    userId: 'u1',
    kind,
    zone,
    text,
    metadata: { ...metadata },
    sentAt: at,
  })
const scheduleNotice = sent(
  'schedule',
  { kind: 'collection-scheduled', values: { zone, ...window } },
  { scheduleId: subject },
)

describe('NotifyResident', () => {
  it('says when the truck comes', () =>
    givenEvents(notificationAggregate, []).when(notifyResident, scheduled).then([scheduleNotice]))

  it('says that it has set out', () =>
    givenEvents(notificationAggregate, [])
      .when(notifyResident, { ...scheduled, kind: 'dispatch', window: undefined })
      .then([
        sent(
          'dispatch',
          { kind: 'truck-under-way', values: { zone } },
          {
            scheduleId: subject,
          },
        ),
      ]))

  it('says that the truck did not reach the bin, and that the report remains open', () =>
    givenEvents(notificationAggregate, [])
      .when(notifyResident, { ...scheduled, kind: 'missed', window: undefined })
      .then([sent('missed', { kind: 'bin-missed', values: { zone } }, { scheduleId: subject })]))

  it('says that the bin was collected', () =>
    givenEvents(notificationAggregate, [])
      .when(notifyResident, { ...scheduled, kind: 'collected', subject: 'u1.1', window: undefined })
      .then([
        sent(
          'collected',
          { kind: 'bin-collected', values: { zone } },
          {
            reportId: 'u1.1',
          },
        ),
      ]))

  it('says that the bin was marked as collected by mistake', () =>
    givenEvents(notificationAggregate, [])
      .when(notifyResident, { ...scheduled, kind: 'undone', subject: 'u1.2', window: undefined })
      .then([
        createEvent('NotificationSent', {
          ...sent('missed', { kind: 'collection-undone', values: { zone } }, { reportId: 'u1.2' }).data,
          notificationId: 'undone-u1.2-u1',
        }),
      ]))

  it('says why the bin was left', () => {
    const left = { scheduleId: 'S1', exception: 'not-out' } as const
    return givenEvents(notificationAggregate, [])
      .when(notifyResident, { ...scheduled, kind: 'left', subject: 'u1.2', window: undefined, left })
      .then([
        createEvent('NotificationSent', {
          ...sent(
            'missed',
            { kind: 'bin-left', values: { exception: 'not-out', at: scheduled.at } },
            { reportId: 'u1.2' },
          ).data,
          notificationId: 'left-u1.2-S1-not-out-u1',
        }),
      ])
  })

  it('says it once', () =>
    givenEvents(notificationAggregate, [scheduleNotice]).when(notifyResident, scheduled).then([]))
  it('does not notify erased people', () =>
    givenEvents(notificationAggregate, [])
      .when(notifyResident, { ...scheduled, recipient: undefined })
      .then([]))

  const wanting = (notifications: { collection?: boolean; reports?: boolean }) => ({
    ...scheduled,
    recipient: { ...recipient, settings: { darkMode: false, notifications } },
  })
  it('follows the settings', () => {
    givenEvents(notificationAggregate, [])
      .when(notifyResident, wanting({ collection: false }))
      .then([])
    givenEvents(notificationAggregate, [])
      .when(notifyResident, wanting({ reports: false }))
      .then([scheduleNotice])
  })

  it('is news for a day', () => {
    const happened = (ago: number) => ({ ...scheduled, at: new Date(NOW.getTime() - ago).toISOString() })
    const day = 24 * 60 * 60_000
    givenEvents(notificationAggregate, []).when(notifyResident, happened(day)).then([scheduleNotice])
    givenEvents(notificationAggregate, [])
      .when(notifyResident, happened(day + 1))
      .then([])
  })
})

const roleCommand = {
  notificationId: 'composition-WS001-1',
  audience: 'recycler',
  kind: 'composition',
  text: { kind: 'composition-updated', values: { site: 'North Dumping Site' } },
  metadata: { siteId: 'WS001' },
} as const
const roleNotice = createEvent('NotificationSent', { ...roleCommand, sentAt: NOW.toISOString() })
const old = '2026-02-28T07:59:59.000Z'

describe('NotifyRole', () => {
  it('notifies the role', () =>
    givenEvents(notificationAggregate, [])
      .when(notifyRole, { ...roleCommand, at: NOW.toISOString() })
      .then([roleNotice]))
  it('once', () =>
    givenEvents(notificationAggregate, [roleNotice])
      .when(notifyRole, { ...roleCommand, at: NOW.toISOString() })
      .then([]))
  it('no old news', () =>
    givenEvents(notificationAggregate, [])
      .when(notifyRole, { ...roleCommand, at: old })
      .then([]))
})

const about = { notificationId: 'security-u1-1', userId: 'u1', audience: 'admin', kind: 'security' } as const
const personCommand = { ...about, text: { kind: 'sign-in-paused', values: {} } } as const
const personNotice = createEvent('NotificationSent', { ...personCommand, metadata: {}, sentAt: NOW.toISOString() })

it('notifies the person', () =>
  givenEvents(notificationAggregate, []).when(notifyPerson, personCommand).then([personNotice]))
it('notifies the person once', () =>
  givenEvents(notificationAggregate, [personNotice])
    .when(notifyPerson, { ...personCommand, text: createCustomText('Another', 'Message') })
    .then([]))

const until = '2026-02-28T18:00:00.000Z'
const figures = { reports: 1, litres: 0 }
const digestCommand: SendDigest = { digest: 'daily', userId: 'u1', until, figures, recipient: { role: 'dispatcher' } }
const digestNotice = createEvent('NotificationSent', {
  notificationId: 'daily-2026-02-28-u1',
  audience: 'dispatcher',
  userId: 'u1',
  kind: 'digest',
  text: { kind: 'digest', values: { digest: 'daily', from: '2026-02-27T18:00:00.000Z', until, figures } },
  metadata: { digest: 'daily', from: '2026-02-27T18:00:00.000Z', until, figures: { reports: 1, litres: 0 } },
  sentAt: NOW.toISOString(),
})
const decide = (more: Partial<SendDigest> = {}) =>
  givenEvents(notificationAggregate, []).when(sendDigest, { ...digestCommand, ...more })

describe('a report', () => {
  it('is sent in words and figures', () => {
    decide().then([digestNotice])
    const message = 'Fri 27 Feb, 18:00 to Sat 28 Feb, 18:00: 1 bin reported, 0 litres of fuel used.'
    expect(renderInEnglish(digestNotice.data)).toMatchObject({ title: 'Daily report', message })
  })
  it('is sent once', () => givenEvents(notificationAggregate, [digestNotice]).when(sendDigest, digestCommand).then([]))
  it('obeys its switch, and no other', () => {
    const recipient = (option: string) =>
      ({ role: 'dispatcher', settings: { darkMode: true, notifications: { [option]: false } } }) as const
    decide({ recipient: recipient('daily_reports') }).then([])
    decide({ recipient: recipient('route_alerts') }).then([digestNotice])
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
