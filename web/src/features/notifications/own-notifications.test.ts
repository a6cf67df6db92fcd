/** The bell lists the newest by day; only arrivals during the visit have a toast. */
import { describe, expect, it } from 'vitest'
import type { Notification } from '#contract/views.ts'
import { arrivedSince, byDay } from './own-notifications.ts'

const notification = (id: string, timestamp: string, rest: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'schedule',
  title: 'Collection Scheduled',
  message: 'A truck comes to your zone.',
  timestamp,
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
    expect(byDay(inbox, now).map(({ day, notifications }) => [day, notifications.map(({ id }) => id)])).toEqual([
      ['Today', ['a']],
      ['Yesterday', ['b', 'c']],
      [expect.stringMatching(/^Friday,? 2 January 2026$/), ['d']],
    ])
  })

  it('announces nothing of what was there at first, and nothing that is read', () => {
    const old = notification('old', '2026-01-04T08:00:00.000Z')
    const fresh = notification('fresh', '2026-01-05T00:10:00.000Z')
    const readElsewhere = notification('seen', '2026-01-05T00:20:00.000Z', { read: true })
    expect(arrivedSince(null, [old, fresh])).toEqual([])
    expect(arrivedSince(new Set(['old']), [readElsewhere, fresh, old])).toEqual([fresh])
  })
})
