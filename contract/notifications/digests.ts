/**
 * Digests for staff: role, time, period and sending command.
 * Times are in the city's time zone.
 */
import { z } from 'zod'
import type { Role } from '#domain/city.ts'
import { addDays, localDayOf, mondayOf } from '#domain/city-time.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import type { AccountSettings } from '../accounts/views.ts'

const DAY_MS = 24 * 60 * 60_000

export const DIGEST_SCHEDULES = {
  daily: { role: 'dispatcher', time: '18:00', days: 1 },
  /** Weekly summary, which is sent on Mondays. */
  weekly: { role: 'recycler', time: '07:00', days: 7 },
  /** A daily digest for recyclers, instead of the weekly one. */
  'daily-sites': { role: 'recycler', time: '18:00', days: 1 },
} as const satisfies Record<string, { role: Role; time: string; days: 1 | 7 }>
export type Digest = keyof typeof DIGEST_SCHEDULES
export const DIGEST_NAMES = Object.keys(DIGEST_SCHEDULES) as [Digest, ...Digest[]]

/** Returns the digest for a role and settings; undefined if none. */
export function digestOf(role: Role, settings?: Pick<AccountSettings, 'reportEvery'>): Digest | undefined {
  if (role === 'recycler' && settings?.reportEvery === 'day') return 'daily-sites'
  return DIGEST_NAMES.find((name) => DIGEST_SCHEDULES[name].role === role)
}

type DueTime = Required<Pick<DigestJobData, 'from' | 'until' | 'day'>>

interface DueTimes {
  last: DueTime
  next: DueTime
}

/**
 * Last computed due times by digest and time zone.
 * Every event needs the due times, but they change only after each digest.
 */
const foundLast = new Map<string, DueTimes>()

/** Returns the last digest time up to `now` (epoch ms), and the next. */
export function digestDueTimes(digest: Digest, timeZone: string, now: number): DueTimes {
  const key = `${digest} ${timeZone}`
  const known = foundLast.get(key)
  const moment = isoAt(now)
  if (known && known.last.until <= moment && moment < known.next.until) return known
  const { time, days } = DIGEST_SCHEDULES[digest]
  const at = (day: string) => parseDateTimeFieldIn(timeZone, `${day}T${time}`)
  const due = (day: string): DueTime => ({ from: isoAt(at(addDays(day, -days))), until: isoAt(at(day)), day })
  const today = localDayOf(timeZone, moment)
  const day = days === 7 ? mondayOf(today) : today
  const last = at(day) <= now ? day : addDays(day, -days)
  const found = { last: due(last), next: due(addDays(last, days)) }
  foundLast.set(key, found)
  return found
}

const isoAt = (at: number) => new Date(at).toISOString()

/**
 * Returns the period that a digest covers, in ISO 8601.
 * It ends when the digest is due.
 */
export function digestPeriodOf({ digest, from, until }: Pick<DigestJobData, 'digest' | 'from' | 'until'>) {
  return { from: from ?? isoAt(Date.parse(until) - DIGEST_SCHEDULES[digest].days * DAY_MS), until }
}

/**
 * Names of a digest's figures.
 * They are whole numbers, but litres and tonnes have one decimal.
 */
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

/**
 * Job that sends a digest to one staff member.
 * The digest covers the time up to its due time.
 */
export const DigestJobData = z.object({
  digest: z.enum(DIGEST_NAMES),
  userId: z.string().min(1),
  /**
   * Time at which the previous digest was due.
   * Jobs of older versions lack `from` and `day`; their days were in UTC.
   */
  from: z.iso.datetime().optional(),
  /**
   * Time at which the digest is due.
   * The digest covers the period up to this time.
   */
  until: z.iso.datetime(),
  /** Due day in the city's time zone. */
  day: z.iso.date().optional(),
})
export type DigestJobData = z.infer<typeof DigestJobData>

/** Sends a digest with its figures to a staff member. */
export const SendDigestCommand = DigestJobData.extend({
  type: z.literal('SendDigest'),
  figures: DigestFigures,
  /** Set if the figures include simulated activity. */
  simulated: z.literal(true).optional(),
})
export type SendDigestCommand = z.infer<typeof SendDigestCommand>

/**
 * Returns the id of a digest, such as daily-2026-03-01-u1.
 * Each day has one digest, even after the time zone was changed.
 */
export const digestIdOf = ({ digest, userId, until, day = until.slice(0, 10) }: DigestJobData) =>
  `${digest}-${day}-${userId}`
