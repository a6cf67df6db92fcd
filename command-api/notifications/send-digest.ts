/** SendDigest: tells a member of staff the figures of the day or the week, once, unless they don't want to know or it is late. */
import { DIGESTS, digestId, periodOf, type SendDigest as Shape } from '#contract/digests.ts'
import { wants } from '#contract/notifications.ts'
import { NEWS_MS } from '#contract/system-commands.ts'
import { FIRST_CITY } from '#rules/city-words.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { NotificationState } from '../streams/notification.ts'
import type { Recipient } from './notify-resident.ts'

/** Figures of a period, each with what is counted: of one and of any other number. */
export type Figures = Record<string, { amount: number; one: string; many: string }>

export type SendDigest = Omit<Shape, 'type'> & {
  recipient: Recipient | undefined
  figures: Figures
  /** Of the city; as a first start has it when absent. */
  timeZone?: string
}

export const sendDigest: Decide<SendDigest, NotificationState> = (command, { sent }, now) => {
  const { digest, userId, until, recipient, figures, timeZone = FIRST_CITY.timeZone } = command
  const { role: audience, title } = DIGESTS[digest]
  if (sent || recipient?.role !== audience || !wants(audience, recipient.settings, 'digest')) return []
  if (now.getTime() - Date.parse(until) > NEWS_MS) return []
  const period = periodOf(digest, until)
  const amounts = Object.fromEntries(Object.entries(figures).map(([name, { amount }]) => [name, amount]))
  return [
    event('NotificationSent', {
      notificationId: digestId(command),
      audience,
      userId,
      kind: 'digest',
      title,
      message: `${momentIn(timeZone, period.from)} to ${momentIn(timeZone, period.until)}: ${inWords(figures)}.`,
      metadata: { digest, ...period, figures: amounts },
      sentAt: now.toISOString(),
    }),
  ]
}

const inWords = (figures: Figures) =>
  Object.values(figures)
    .map(({ amount, one, many }) => `${amount} ${amount === 1 ? one : many}`)
    .join(', ')

const FORMAT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const
const momentIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...FORMAT }).format(new Date(at))
