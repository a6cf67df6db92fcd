/** Tests of residents' notifications: wording, once only, by their settings, and only while current. */
import { describe, it } from 'vitest'
import { notification } from '../aggregates/notification.ts'
import { event } from '../kernel/decider.ts'
import { given, NOW } from '../kernel/fixtures.ts'
import { notifyResident } from './notify-resident.ts'

const at = NOW.toISOString()
const zone = 'Ablekuma North'
const recipient = { role: 'resident' } as const
const subject = 'SCH-AN1-T1'
const window = { from: '2026-03-01T08:15:00.000Z', until: '2026-03-01T11:15:30.000Z' }
const scheduled = { userId: 'u1', kind: 'schedule', zone, subject, at, window, recipient } as const
const sent = (
  kind: 'schedule' | 'dispatch' | 'collected' | 'missed',
  title: string,
  message: string,
  metadata: object,
) =>
  event('NotificationSent', {
    notificationId: `${kind}-${Object.values(metadata)[0]}-u1`,
    audience: 'resident',
    userId: 'u1',
    kind,
    zone,
    title,
    message,
    metadata: { ...metadata },
    sentAt: at,
  })
const scheduleNotice = sent(
  'schedule',
  'Collection Scheduled',
  'A truck will collect the bins of Ablekuma North between 08:15 and 11:15. Please have your bin out 30 minutes before.',
  { scheduleId: subject },
)

describe('NotifyResident', () => {
  it('says when the truck comes, in Ghana’s time', () =>
    given(notification, []).when(notifyResident, scheduled).then([scheduleNotice]))

  it('says that it has set out', () =>
    given(notification, [])
      .when(notifyResident, { ...scheduled, kind: 'dispatch', window: undefined })
      .then([
        sent('dispatch', 'Truck on Its Way', 'The collection truck for Ablekuma North is on its way.', {
          scheduleId: subject,
        }),
      ]))

  it('says that the truck did not reach the bin, and that the report remains open', () =>
    given(notification, [])
      .when(notifyResident, { ...scheduled, kind: 'missed', window: undefined })
      .then([
        sent(
          'missed',
          'Bin Not Collected',
          'The truck for Ablekuma North did not reach your bin. Your report stands; you need not report again.',
          { scheduleId: subject },
        ),
      ]))

  it('says that the bin was collected', () =>
    given(notification, [])
      .when(notifyResident, { ...scheduled, kind: 'collected', subject: 'u1.1', window: undefined })
      .then([
        sent('collected', 'Bin Collected', 'Your bin was collected. Thank you for keeping Ablekuma North clean.', {
          reportId: 'u1.1',
        }),
      ]))

  it('says it once', () => given(notification, [scheduleNotice]).when(notifyResident, scheduled).then([]))
  it('says nothing to somebody who is gone', () =>
    given(notification, [])
      .when(notifyResident, { ...scheduled, recipient: undefined })
      .then([]))

  const wanting = (notifications: { collection?: boolean; reports?: boolean }) => ({
    ...scheduled,
    recipient: { ...recipient, settings: { darkMode: false, notifications } },
  })
  it('keeps to the settings', () => {
    given(notification, [])
      .when(notifyResident, wanting({ collection: false }))
      .then([])
    given(notification, [])
      .when(notifyResident, wanting({ reports: false }))
      .then([scheduleNotice])
  })

  it('is news for a day', () => {
    const happened = (ago: number) => ({ ...scheduled, at: new Date(NOW.getTime() - ago).toISOString() })
    const day = 24 * 60 * 60_000
    given(notification, []).when(notifyResident, happened(day)).then([scheduleNotice])
    given(notification, [])
      .when(notifyResident, happened(day + 1))
      .then([])
  })
})
