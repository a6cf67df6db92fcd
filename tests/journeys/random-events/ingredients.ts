/** Shared values for random events: times, people and places. */
import type { Event } from '#contract/events.ts'
import { ROLES, type Role, type Zone } from '#domain/city.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import type { Sealer } from '#platform/sealing.ts'

export interface GeneratorContext {
  at: string
  sealer: Sealer
}
/**
 * Creates an event for tests.
 * Small numbers choose the event's subject and details.
 */
export type EventGenerator = (n: number, m: number, made: GeneratorContext) => Event | Promise<Event>

const HOUR_MS = 60 * 60_000
export const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T
export const zoneOf = (n: number): Zone => pick(INITIAL_ZONE_NAMES, n)
/** Users u1 and u2 read the views in these tests, so only u3 may be erased. */
export const RESIDENTS = ['u1', 'u2', 'u3'] as const
/** Users, by role, whom the generated events name. */
const NAMED_READERS = {
  resident: 'u1',
  dispatcher: 'd1',
  recycler: 'c1',
  admin: 'a1',
  auditor: 'x1',
  driver: 'v1',
} as const satisfies Partial<Record<Role, string>>
/** The account of each role that reads the views. */
export const VIEW_READER_IDS = {
  ...Object.fromEntries(ROLES.map((role) => [role, `reader-${role}`])),
  ...NAMED_READERS,
} as Record<Role, string>
export const ownerOf = (report: number) => pick(RESIDENTS, report)

export const addHours = (at: string, hours: number) => new Date(Date.parse(at) + hours * HOUR_MS).toISOString()
export const addDaysTo = (at: string, days: number) => addHours(at, 24 * days).slice(0, 10)
