/** The specification's words select the icon in order; other titles use the kind. */
import { expect, it } from 'vitest'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { iconName } from './notification-look.ts'

it.each([
  ['New Waste Composition Update', 'composition', 'waste'],
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
    expect(iconName({ title, kind })).toBe(look)
  },
)
