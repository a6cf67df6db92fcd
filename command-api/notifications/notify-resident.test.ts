/** Tests of residents' notifications: kinds and values, sent once, by their settings, and not when outdated. */
import { describe, it } from 'vitest'
import type { NotificationText } from '#contract/notifications/texts.ts'
import { notification } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { notifyResident } from './notify-resident.ts'

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
    givenEvents(notification, []).when(notifyResident, scheduled).then([scheduleNotice]))

  it('says that it has set out', () =>
    givenEvents(notification, [])
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
    givenEvents(notification, [])
      .when(notifyResident, { ...scheduled, kind: 'missed', window: undefined })
      .then([sent('missed', { kind: 'bin-missed', values: { zone } }, { scheduleId: subject })]))

  it('says that the bin was collected', () =>
    givenEvents(notification, [])
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
    givenEvents(notification, [])
      .when(notifyResident, { ...scheduled, kind: 'undone', subject: 'u1.2', window: undefined })
      .then([
        createEvent('NotificationSent', {
          ...sent('missed', { kind: 'collection-undone', values: { zone } }, { reportId: 'u1.2' }).data,
          notificationId: 'undone-u1.2-u1',
        }),
      ]))

  it('says why the bin was left', () => {
    const left = { scheduleId: 'S1', exception: 'not-out' } as const
    return givenEvents(notification, [])
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

  it('says it once', () => givenEvents(notification, [scheduleNotice]).when(notifyResident, scheduled).then([]))
  it('does not notify erased people', () =>
    givenEvents(notification, [])
      .when(notifyResident, { ...scheduled, recipient: undefined })
      .then([]))

  const wanting = (notifications: { collection?: boolean; reports?: boolean }) => ({
    ...scheduled,
    recipient: { ...recipient, settings: { darkMode: false, notifications } },
  })
  it('follows the settings', () => {
    givenEvents(notification, [])
      .when(notifyResident, wanting({ collection: false }))
      .then([])
    givenEvents(notification, [])
      .when(notifyResident, wanting({ reports: false }))
      .then([scheduleNotice])
  })

  it('is news for a day', () => {
    const happened = (ago: number) => ({ ...scheduled, at: new Date(NOW.getTime() - ago).toISOString() })
    const day = 24 * 60 * 60_000
    givenEvents(notification, []).when(notifyResident, happened(day)).then([scheduleNotice])
    givenEvents(notification, [])
      .when(notifyResident, happened(day + 1))
      .then([])
  })
})
