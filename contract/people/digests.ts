/** The reports that staff get at a fixed hour: to which role, when, over what time, and the command that sends one. Hours are those of the city's clocks. */
import { z } from 'zod'
import type { Role } from '#rules/city.ts'
import { addDays, dayIn, mondayOf } from '#rules/city-time.ts'
import { momentIn } from '#rules/wall-clock.ts'
import type { Settings } from './settings.ts'

const DAY_MS = 24 * 60 * 60_000

export const DIGESTS = {
  daily: { role: 'dispatcher', time: '18:00', days: 1, title: 'Daily report' },
  /** On Mondays. */
  weekly: { role: 'recycler', time: '07:00', days: 7, title: 'Weekly report' },
  /** For a recycler who would rather have it every day. */
  'daily-sites': { role: 'recycler', time: '18:00', days: 1, title: 'Daily report' },
} as const satisfies Record<string, { role: Role; time: string; days: 1 | 7; title: string }>
export type Digest = keyof typeof DIGESTS
export const DIGEST_NAMES = Object.keys(DIGESTS) as [Digest, ...Digest[]]

/** The report of a role, as often as these settings ask for it, if the role has one. */
export function digestOf(role: Role, settings?: Pick<Settings, 'reportEvery'>): Digest | undefined {
  if (role === 'recycler' && settings?.reportEvery === 'day') return 'daily-sites'
  return DIGEST_NAMES.find((name) => DIGESTS[name].role === role)
}

/** When a report is due: its hour, the hour of the one before, and the day of it in the city. */
type DueTime = Required<Pick<DigestDue, 'from' | 'until' | 'day'>>

interface DueTimes {
  last: DueTime
  next: DueTime
}

/** What was found last of each report and time zone: it is asked for with every event, and stays so until the next hour. */
const foundLast = new Map<string, DueTimes>()

/** The report that was due last, at or before a moment (epoch ms), and the one that comes next. */
export function dueAround(digest: Digest, timeZone: string, now: number): DueTimes {
  const key = `${digest} ${timeZone}`
  const known = foundLast.get(key)
  const moment = isoAt(now)
  if (known && known.last.until <= moment && moment < known.next.until) return known
  const { time, days } = DIGESTS[digest]
  const at = (day: string) => momentIn(timeZone, `${day}T${time}`)
  const due = (day: string): DueTime => ({ ...{ from: isoAt(at(addDays(day, -days))), until: isoAt(at(day)) }, day })
  const today = dayIn(timeZone, moment)
  const day = days === 7 ? mondayOf(today) : today
  const last = at(day) <= now ? day : addDays(day, -days)
  const found = { last: due(last), next: due(addDays(last, days)) }
  foundLast.set(key, found)
  return found
}

const isoAt = (at: number) => new Date(at).toISOString()

/** The period that ends with the hour of a report; all in ISO 8601. */
export function periodOf({ digest, from, until }: Pick<DigestDue, 'digest' | 'from' | 'until'>) {
  return { from: from ?? isoAt(Date.parse(until) - DIGESTS[digest].days * DAY_MS), until }
}

/** What is counted of a period: whole numbers; litres and tonnes to the tenth. */
const FIGURES = [
  'reports',
  'collected',
  'stillOpen',
  'collections',
  'litres',
  'deliveries',
  'tonnes',
  'estimatedTonnes',
  'compositions',
] as const
export const DigestFigures = z.partialRecord(z.enum(FIGURES), z.number().min(0))
export type DigestFigures = z.infer<typeof DigestFigures>

/** A report to one member of staff on the period that ends with its hour. */
export const DigestDue = z.object({
  digest: z.enum(DIGEST_NAMES),
  userId: z.string().min(1),
  /** The hour of the one before it. Jobs of earlier versions lack it, and `day`: their days were those of UTC. */
  from: z.iso.datetime().optional(),
  /** That hour. */
  until: z.iso.datetime(),
  /** The day of it in the city. */
  day: z.iso.date().optional(),
})
export type DigestDue = z.infer<typeof DigestDue>

/** The hour of a report has come: tells its reader the figures, as they were counted. */
export const SendDigest = DigestDue.extend({
  type: z.literal('SendDigest'),
  figures: DigestFigures,
  /** Something of what was counted came of the simulated city. */
  simulated: z.literal(true).optional(),
})
export type SendDigest = z.infer<typeof SendDigest>

/** The id of a report to one person, such as daily-2026-03-01-u1: one a day, even where the city's clocks are put otherwise in it. */
export const digestId = ({ digest, userId, until, day = until.slice(0, 10) }: DigestDue) => `${digest}-${day}-${userId}`
