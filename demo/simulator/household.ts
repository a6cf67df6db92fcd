/** A simulated household: how fast its bin fills, when it checks the bin, and how it reports. */
import type { SimulatedResident } from '#contract/demo/simulated-command.ts'
import { FIRST_NAMES, LAST_NAMES, REPORT_DESCRIPTIONS } from './names-and-texts.ts'
import { createRandom, type Random } from './random.ts'
import { DAY_MS, epochDayOf, relativeWasteOnDay } from './rhythm.ts'

export interface Household<Z extends string> {
  resident: SimulatedResident<Z>
  /** Mean number of days until the bin is full. */
  fillDays: number
  /** Hour of the day at which the household checks its bin. */
  hour: number
  /** Mean days from seeing a full bin to reporting it. */
  delayDays: number
  /** Whether the household ever reports; some only have an account. */
  reports: boolean
  /** Fraction of the household's reports that have a description. */
  talkative: number
}

const HOUR_MS = 3_600_000
const NEVER_REPORT = 0.03
/**
 * Hours of bin checks: before work, around noon, after work.
 * `spread` is in hours.
 */
const HOURS = [
  { hour: 6.8, spread: 0.7 },
  { hour: 6.8, spread: 0.7 },
  { hour: 12.5, spread: 1.5 },
  { hour: 18.5, spread: 1.2 },
  { hour: 18.5, spread: 1.2 },
]

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const slugOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** Returns a zone's household by number, deterministic for the seed. */
export function householdOf<Z extends string>(seed: string, zone: Z, number: number): Household<Z> {
  const id = `${slugOf(zone)}-${number}`
  const random = createRandom(`${seed}/${id}`)
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)]
  const email = `${slugOf(first)}.${slugOf(last)}.${id}@residents.example`
  // Deliberately invalid: real Ghanaian numbers never have 00 after the country code.
  const phone = `+233 00 000 ${String(number % 10_000).padStart(4, '0')}`
  const { hour, spread } = random.pick(HOURS)
  return {
    resident: { id, zone, name: `${first} ${last}`, email, phone },
    fillDays: clamp(3 + random.exponential(1.3), 3, 9),
    hour: clamp(random.normal(hour, spread), 5, 22),
    delayDays: random.exponential(0.25),
    reports: random.uniform() >= NEVER_REPORT,
    talkative: random.uniform() ** 2 * 0.7,
  }
}

/**
 * Returns when a bin emptied at `emptied` (ms) is reported.
 * `share` is the part of the bin that has yet to fill.
 * Random values depend only on household and day of emptying.
 * A simulation can therefore start on any day.
 */
export function drawNextReportTime(seed: string, household: Household<string>, emptied: number, share = 1): number {
  const random = drawsOf(seed, household, emptied)
  let toFill = household.fillDays * share * clamp(random.normal(1, 0.3), 0.3, 2)
  let day = epochDayOf(emptied)
  toFill -= relativeWasteOnDay(day) * (1 - (emptied % DAY_MS) / DAY_MS)
  while (toFill > 0) toFill -= relativeWasteOnDay(++day)
  const noticed = day + Math.floor(random.exponential(household.delayDays))
  const time = (onDay: number) => onDay * DAY_MS + clamp(household.hour + random.normal(0, 0.6), 4.5, 23) * HOUR_MS
  const at = time(noticed)
  return at > emptied ? at : time(noticed + 1)
}

/**
 * Returns a random fill level of a household's bin, from 0 (empty) to 1 (full).
 * It applies if the time of the last emptying is unknown.
 */
export const drawInitialFillLevel = (seed: string, household: Household<string>, now: number) =>
  createRandom(`${seed}/${household.resident.id}/known-from/${epochDayOf(now)}`).uniform()

/** Returns the text of a report, if any. */
export function drawReportDescription(seed: string, household: Household<string>, now: number): string | undefined {
  const random = createRandom(`${seed}/${household.resident.id}/words/${epochDayOf(now)}`)
  return random.uniform() < household.talkative ? random.pick(REPORT_DESCRIPTIONS) : undefined
}

const drawsOf = (seed: string, household: Household<string>, emptied: number): Random =>
  createRandom(`${seed}/${household.resident.id}/${epochDayOf(emptied)}`)
