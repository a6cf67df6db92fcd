/** SendDigest: tells a member of staff the figures of the day or the week, once, unless they don't want to know or it is late. */

import {
  DIGESTS,
  type DigestFigures,
  digestId,
  digestOf,
  periodOf,
  type SendDigest as Shape,
} from '#contract/people/digests.ts'
import { wants } from '#contract/people/notifications.ts'
import { NEWS_MS } from '#contract/system-commands.ts'
import { FIRST_CITY } from '#rules/city-words.ts'
import { lookUp } from '#rules/dictionary.ts'
import { figure } from '#rules/figure.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { NotificationState } from '../streams/notification.ts'
import type { Recipient } from './notify-resident.ts'

/** What each figure counts: one of it, and any other number. */
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
  /** Of the city; as a first start has it when absent. */
  timeZone?: string
}

export const sendDigest: Decide<SendDigest, NotificationState, 'notification'> = (command, { sent }, now) => {
  const { digest, userId, until, recipient, figures, simulated, timeZone = FIRST_CITY.timeZone } = command
  const { role: audience, title } = DIGESTS[digest]
  if (sent || recipient?.role !== audience || !wants(audience, recipient.settings, 'digest')) return []
  // One that was asked for ahead, before its reader chose to have it at other times.
  if (digestOf(audience, recipient.settings) !== digest) return []
  if (now.getTime() - Date.parse(until) > NEWS_MS) return []
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

/** Each figure with what it counts: '1,050 bins reported'. */
export const figureLines = (figures: DigestFigures) =>
  Object.entries(figures).map(([name, amount]) => `${figure(amount)} ${lookUp(COUNTED, name)?.[amount === 1 ? 0 : 1]}`)

const FORMAT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const
/** 'Mon 2 Mar, 07:00' */
export const momentIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...FORMAT }).format(new Date(at))
