/**
 * Tests merging two lists of notifications that each contain only the newest.
 * The merged list goes back only as far as both lists do.
 */
import { describe, expect, it } from 'vitest'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Notification } from '#contract/views.ts'
import { findNewUnread, groupByDay, iconNameOf, mergeInboxes } from './inbox.ts'

const at = (id: string, minute: number, rest: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'composition',
  title: 'T',
  message: 'M',
  timestamp: new Date(Date.UTC(2026, 0, 5, 12, minute)).toISOString(),
  sequence: minute * 2,
  read: false,
  archived: false,
  metadata: {},
  ...rest,
})
const full = Array.from({ length: 20 }, (_, n) => at(`full${n}`, 50 - n))
const idsOf = (rows: readonly Notification[]) => rows.map(({ id }) => id)

describe('merged lists', () => {
  it('are one list, newest first, without what is archived', () => {
    const { inbox, end } = mergeInboxes([at('c', 3), at('a', 1)], [at('d', 4, { archived: true }), at('b', 2)])
    expect(idsOf(inbox)).toEqual(['c', 'b', 'a'])
    expect(end).toBeUndefined()
  })

  it('end where the first of them was cut off', () => {
    const { inbox, end } = mergeInboxes(full, [at('new', 55), at('between', 40.5), at('behind', 30)])
    expect(end).toBe(full.at(-1))
    expect(idsOf(inbox)).toHaveLength(22)
    expect(idsOf(inbox).slice(0, 2)).toEqual(['new', 'full0'])
    expect(idsOf(inbox)).not.toContain('behind')
  })

  it('know that there is more when what is archived filled one up', () => {
    const archived = full.map((row) => ({ ...row, archived: true }))
    expect(mergeInboxes(archived)).toEqual({ inbox: [], end: archived.at(-1) })
  })
})

/**
 * Tests that the bell lists the newest notifications, grouped by day.
 * Only notifications that arrive during the visit show a toast.
 */
const notification = (id: string, timestamp: string, rest: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'schedule',
  title: 'Collection Scheduled',
  message: 'A truck comes to your zone.',
  timestamp,
  sequence: Date.parse(timestamp),
  read: false,
  archived: false,
  metadata: {},
  ...rest,
})
const now = Date.parse('2026-01-05T00:30:00.000Z')

describe('the inbox', () => {
  it('groups by the day in Accra', () => {
    const inbox = [
      notification('a', '2026-01-05T00:10:00.000Z'),
      notification('b', '2026-01-04T23:50:00.000Z'),
      notification('c', '2026-01-04T08:00:00.000Z'),
      notification('d', '2026-01-02T08:00:00.000Z'),
    ]
    expect(groupByDay(inbox, now).map(({ day, notifications }) => [day, notifications.map(({ id }) => id)])).toEqual([
      ['Today', ['a']],
      ['Yesterday', ['b', 'c']],
      [expect.stringMatching(/^Friday,? 2 January 2026$/), ['d']],
    ])
  })

  it('announces nothing of what was there at first, and nothing that is read', () => {
    const old = notification('old', '2026-01-04T08:00:00.000Z')
    const fresh = notification('fresh', '2026-01-05T00:10:00.000Z')
    const readElsewhere = notification('seen', '2026-01-05T00:20:00.000Z', { read: true })
    expect(findNewUnread(null, [old, fresh])).toEqual([])
    expect(findNewUnread(new Set(['old']), [readElsewhere, fresh, old])).toEqual([fresh])
  })
})

/**
 * Tests that a notification's icon depends on its kind, in every language.
 * The icon of a notice depends on words in its title.
 * The specification defines the order of these words.
 */
it.each([
  ['New Waste Composition Update', 'composition', 'waste'],
  ['Nouvelle composition des déchets', 'composition', 'waste'],
  ['Collecte prévue', 'schedule', 'collection'],
  ['Capacity Alert', 'notice', 'capacity'],
  ['WASTE collection', 'notice', 'collection'],
  ['Alert: an update', 'notice', 'alert'],
  ['Update', 'notice', 'update'],
  ['Site Almost Full', 'capacity', 'capacity'],
  ['Delivery on Its Way', 'dispatch', 'collection'],
  ['Weekly report', 'digest', 'report'],
  ['Hello', 'notice', 'default'],
] as const satisfies readonly (readonly [string, NotificationKind, string])[])(
  '%s (%s) is shown as %s',
  (title, kind, look) => {
    expect(iconNameOf({ title, kind })).toBe(look)
  },
)
