/** SendDigest: sends a daily or weekly digest to a staff member once, unless switched off or late. */

import { NEWS_MAX_AGE_MS } from '#contract/internal-commands.ts'
import {
  DIGESTS,
  type DigestFigures,
  digestId,
  digestOf,
  periodOf,
  type SendDigest as Shape,
} from '#contract/notifications/digests.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { lookUp } from '#domain/dictionary.ts'
import { formatNumber } from '#domain/number-format.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { Recipient } from './notify-resident.ts'

/** Units of the figures, singular and plural. */
const COUNTED: Record<keyof DigestFigures, [singular: string, plural: string]> = {
  reports: ['bin reported', 'bins reported'],
  collected: ['collected', 'collected'],
  stillOpen: ['still open', 'still open'],
  collections: ['collection completed', 'collections completed'],
  litres: ['litre burnt', 'litres burnt'],
  deliveries: ['delivery arrived', 'deliveries arrived'],
  tonnes: ['t arrived', 't arrived'],
  estimatedTonnes: ['t of them estimated', 't of them estimated'],
  compositions: ['composition update', 'composition updates'],
}

export type SendDigest = Omit<Shape, 'type'> & {
  recipient: Recipient | undefined
  /** Time zone of the city; the default of a first start when absent. */
  timeZone?: string
}

export const sendDigest: Decide<SendDigest, NotificationState, 'notification'> = (command, { sent }, now) => {
  const { digest, userId, until, recipient, figures, simulated, timeZone = DEFAULT_CITY.timeZone } = command
  const { role: audience, title } = DIGESTS[digest]
  if (sent || recipient?.role !== audience || !wantsNotification(audience, recipient.settings, 'digest')) return []
  // A queued digest is dropped if its reader has changed the frequency since.
  if (digestOf(audience, recipient.settings) !== digest) return []
  if (now.getTime() - Date.parse(until) > NEWS_MAX_AGE_MS) return []
  const period = periodOf(command)
  return [
    event('NotificationSent', {
      notificationId: digestId(command),
      audience,
      userId,
      kind: 'digest',
      title,
      message: `${momentIn(timeZone, period.from)} to ${momentIn(timeZone, period.until)}: ${figureLines(figures).join(', ')}.`,
      metadata: { digest, ...period, figures, ...(simulated && { simulated }) },
      sentAt: now.toISOString(),
    }),
  ]
}

/** Returns lines such as '1,050 bins reported'. */
export const figureLines = (figures: DigestFigures) =>
  Object.entries(figures).map(
    ([name, amount]) => `${formatNumber(amount)} ${lookUp(COUNTED, name)?.[amount === 1 ? 0 : 1]}`,
  )

const FORMAT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const
/** Returns 'Mon 2 Mar, 07:00'. */
export const momentIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...FORMAT }).format(new Date(at))
