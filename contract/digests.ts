/** The reports that staff get at a fixed hour: to which role, when, over what time, and the command that sends one. Accra's time is UTC all year. */
import { z } from 'zod'
import type { Role } from '#rules/city.ts'
import type { Settings } from './settings.ts'

const DAY_MS = 24 * 60 * 60_000
/** 5 January 1970 was a Monday. */
const mondayAt = (hour: number) => Date.UTC(1970, 0, 5, hour)

export const DIGESTS = {
  daily: { role: 'dispatcher', first: mondayAt(18), everyMs: DAY_MS, title: 'Daily report' },
  weekly: { role: 'recycler', first: mondayAt(7), everyMs: 7 * DAY_MS, title: 'Weekly report' },
  /** For a recycler who would rather have it every day. */
  'daily-sites': { role: 'recycler', first: mondayAt(18), everyMs: DAY_MS, title: 'Daily report' },
} as const satisfies Record<string, { role: Role; first: number; everyMs: number; title: string }>
export type Digest = keyof typeof DIGESTS
export const DIGEST_NAMES = Object.keys(DIGESTS) as [Digest, ...Digest[]]

/** The report of a role, as often as these settings ask for it, if the role has one. */
export function digestOf(role: Role, settings?: Pick<Settings, 'reportEvery'>): Digest | undefined {
  if (role === 'recycler' && settings?.reportEvery === 'day') return 'daily-sites'
  return DIGEST_NAMES.find((name) => DIGESTS[name].role === role)
}

/** The last time that a report was due, at or before a moment; both in epoch ms. */
export function lastDue(digest: Digest, now: number): number {
  const { first, everyMs } = DIGESTS[digest]
  return now - ((now - first) % everyMs)
}

/** The period that ends with the hour of a report; all in ISO 8601. */
export function periodOf(digest: Digest, until: string): { from: string; until: string } {
  return { from: new Date(Date.parse(until) - DIGESTS[digest].everyMs).toISOString(), until }
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
  /** That hour. */
  until: z.iso.datetime(),
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

/** The id of a report to one person, such as daily-2026-03-01-u1. */
export const digestId = ({ digest, userId, until }: DigestDue) => `${digest}-${until.slice(0, 10)}-${userId}`
