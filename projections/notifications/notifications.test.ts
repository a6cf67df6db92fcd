/**
 * Tests notification reads.
 * Readers get only their own notifications, of wanted kinds, the newest 20.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventData } from '#contract/events.ts'
import { createCustomText } from '#contract/notifications/texts.ts'
import type { Notification } from '#contract/views.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { createCall, NOW, openProjectionsFixture } from '../queries/fixtures.ts'
import type { NotificationRow } from './notifications-view.ts'
import { createNotificationReadHandlers } from './routes.ts'

let city: Awaited<ReturnType<typeof openProjectionsFixture>>
beforeEach(async () => {
  city = await openProjectionsFixture()
})
afterEach(() => city.close())

let minutes = 0
const sent = (notificationId: string, more: Partial<EventData<'NotificationSent'>>) =>
  ({
    type: 'NotificationSent',
    data: {
      notificationId,
      audience: 'dispatcher',
      kind: 'threshold',
      text: createCustomText('T', 'M'),
      metadata: {},
      sentAt: new Date(NOW.getTime() + ++minutes * 60_000).toISOString(),
      ...more,
    },
  }) as const
const off = (userId: string, option: string) =>
  ({
    type: 'SettingsSaved',
    data: { userId, settings: { darkMode: true, notifications: { [option]: false } }, savedAt: NOW.toISOString() },
  }) as const

type Name =
  | 'notificationCounts'
  | 'notifications'
  | 'dispatcherNotifications'
  | 'archivedNotifications'
  | 'olderNotifications'
async function ask(name: Name, userId: string, role: 'resident' | 'dispatcher' | 'recycler', query = {}) {
  const answer = await createNotificationReadHandlers()[name]?.(
    createCall<Name>(userId, role, { query }) as never,
    presentSnapshotOf(city.reading),
  )
  return answer as { notifications: Notification[] }
}
const idsOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).notifications.map(({ id }) => id)

describe("one's own notifications", () => {
  it("are nobody else's, and not one's role's", async () => {
    await city.happened(
      sent('mine', { audience: 'resident', userId: 'u1', kind: 'schedule' }),
      sent('other', { audience: 'resident', userId: 'u2', kind: 'schedule' }),
      sent('all', { audience: 'resident', kind: 'security' }),
    )
    expect(await idsOf('notifications', 'u1', 'resident')).toEqual(['mine'])
    expect(await idsOf('notifications', 'u1', 'resident', { userId: 'u1' })).toEqual(['mine'])
    expect(await ask('notifications', 'u1', 'resident', { userId: 'u2' })).toMatchObject({ rejected: 'forbidden' })
  })

  it('leave out what the reader has switched off, and nothing else', async () => {
    await city.happened(
      await city.registered('u1'),
      sent('truck', { audience: 'resident', userId: 'u1', kind: 'schedule' }),
      sent('done', { audience: 'resident', userId: 'u1', kind: 'collected' }),
      sent('safety', { audience: 'resident', userId: 'u1', kind: 'security' }),
    )
    expect(await idsOf('notifications', 'u1', 'resident')).toEqual(['safety', 'done', 'truck'])
    await city.happened(off('u1', 'collection'))
    expect(await idsOf('notifications', 'u1', 'resident')).toEqual(['safety', 'done'])
  })
})

describe('the counts', () => {
  it('are of all that the lists of the reader have, read or not, however many a list shows', async () => {
    await city.happened(
      await city.registered('d1', { role: 'dispatcher' }),
      ...Array.from({ length: 30 }, (_, n) => sent(`c${n}`, {})),
      sent('mine', { userId: 'd1', kind: 'security' }),
      sent('other', { userId: 'd2', kind: 'security' }),
      { type: 'NotificationRead', data: { notificationId: 'c3', readBy: 'd1', readAt: NOW.toISOString() } },
      { type: 'NotificationArchived', data: { notificationId: 'c4', archivedBy: 'd1', archivedAt: NOW.toISOString() } },
    )
    expect(await ask('notificationCounts', 'd1', 'dispatcher')).toEqual({ total: 30, unread: 29 })
    expect(await ask('notificationCounts', 'u1', 'resident')).toEqual({ total: 0, unread: 0 })
    await city.happened(off('d1', 'route_alerts'))
    expect(await ask('notificationCounts', 'd1', 'dispatcher')).toEqual({ total: 1, unread: 1 })
  })
})

describe("the dispatchers' notifications", () => {
  it('are the newest 20 that the reader wants, recent or archived', async () => {
    const archived = { notificationId: 'n0', archivedBy: 'd1', archivedAt: NOW.toISOString() }
    await city.happened(
      await city.registered('d1', { role: 'dispatcher' }),
      await city.registered('d2', { role: 'dispatcher' }),
      ...Array.from({ length: 24 }, (_, n) => sent(`n${n}`, { kind: n % 8 === 7 ? 'security' : 'threshold' })),
      { type: 'NotificationArchived', data: archived },
    )
    const newest = Array.from({ length: 20 }, (_, n) => `n${23 - n}`)
    expect(await idsOf('dispatcherNotifications', 'd1', 'dispatcher')).toEqual(newest)
    expect(await idsOf('archivedNotifications', 'd1', 'dispatcher')).toEqual(['n0'])
    await city.happened(off('d1', 'route_alerts'))
    expect(await idsOf('dispatcherNotifications', 'd1', 'dispatcher')).toEqual(['n23', 'n15', 'n7'])
    expect(await idsOf('archivedNotifications', 'd1', 'dispatcher')).toEqual([])
    expect(await idsOf('dispatcherNotifications', 'd2', 'dispatcher')).toEqual(newest)
  })
})

it('shows new notifications although a clock was ahead for many earlier ones', async () => {
  const sentAt = new Date(NOW.getTime() + 365 * 86_400_000).toISOString()
  await city.happened(...Array.from({ length: 25 }, (_, n) => sent(`ahead${n}`, { sentAt })), sent('new', {}))
  const ids = await idsOf('dispatcherNotifications', 'd1', 'dispatcher')
  expect(ids.slice(0, 2)).toEqual(['new', 'ahead24'])
})

describe('older notifications', () => {
  it('follow on what was shown, of the reader and of their role, each once and none that is archived', async () => {
    const all = Array.from({ length: 45 }, (_, n) =>
      sent(`n${String(n).padStart(2, '0')}`, {
        audience: 'recycler',
        kind: 'composition',
        ...(n % 3 === 0 && { userId: 'r1' }),
        // Gives each group of four notifications a common time.
        // The order follows the log alone.
        sentAt: new Date(NOW.getTime() - Math.floor(n / 4) * 60_000).toISOString(),
      }),
    )
    const archived = {
      type: 'NotificationArchived',
      data: { notificationId: 'n30', archivedBy: 'r1', archivedAt: NOW.toISOString() },
    } as const
    await city.happened(
      ...all.toReversed(),
      sent('other', { audience: 'recycler', userId: 'r2', sentAt: all[30]!.data.sentAt }),
      archived,
    )
    const rows = await presentSnapshotOf(city.reading).rows.find<NotificationRow>('notifications')
    const cursor = (n: number) => {
      const { id: beforeId, sequence: before } = rows.find(
        ({ id }) => id === all[n]?.data.notificationId,
      ) as NotificationRow
      return { before, beforeId }
    }
    const first = await idsOf('olderNotifications', 'r1', 'recycler', cursor(18))
    expect(first).toEqual(
      all
        .slice(19, 40)
        .map(({ data }) => data.notificationId)
        .filter((id) => id !== 'n30'),
    )
    const rest = await idsOf('olderNotifications', 'r1', 'recycler', cursor(39))
    expect(rest).toEqual(['n40', 'n41', 'n42', 'n43', 'n44'])
  })

  it("are one's own alone where a role reads no list together", async () => {
    await city.happened(sent('all', { audience: 'resident' }), sent('mine', { audience: 'resident', userId: 'u1' }))
    const query = { before: Number.MAX_SAFE_INTEGER, beforeId: 'x' }
    expect(await idsOf('olderNotifications', 'u1', 'resident', query)).toEqual(['mine'])
  })
})

it('are in the language of the request', async () => {
  const text = { kind: 'bin-collected', values: { zone: 'Osu' } } as const
  await city.happened(sent('mine', { audience: 'resident', userId: 'u1', kind: 'schedule', text }))
  const titles = async (locale?: 'fr') => {
    const call = { ...createCall<'notifications'>('u1', 'resident', { query: {} }), ...(locale && { locale }) }
    const answer = await createNotificationReadHandlers().notifications?.(
      call as never,
      presentSnapshotOf(city.reading),
    )
    return (answer as { notifications: Notification[] }).notifications.map(({ title }) => title)
  }
  expect([await titles('fr'), await titles()]).toEqual([['Poubelle collectée'], ['Bin Collected']])
})
