/** The city's day out of its zones': what each would bring, weighed by how regularly it does. */
import { MATERIALS, type Material } from './city.ts'
import { inHundredths } from './hundredths.ts'
import { perMaterial } from './materials.ts'

interface Day {
  date: string
  p10: number
  p50: number
  p90: number
  shares: Readonly<Partial<Record<string, number>>>
  reasons: { other: number }
}

/** On so many of the latest days on which loads came from anywhere did some come from here. */
export interface Regularity {
  days: number
  of: number
}

/** The latest days that tell how regularly a zone brings something, and how many of one weekday tell more than all of them. */
const LOOKED_AT = 56
const ENOUGH = 4

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** `cityDays` and `zoneDays`: the days on which loads came, the oldest first. */
export function regularityOf(cityDays: readonly string[], zoneDays: readonly string[], weekday?: number): Regularity {
  const own = new Set(zoneDays)
  const latest = cityDays.slice(-LOOKED_AT)
  const alike = weekday === undefined ? latest : latest.filter((date) => weekdayOf(date) === weekday)
  const looked = alike.length >= ENOUGH ? alike : latest
  return { days: looked.filter((date) => own.has(date)).length, of: looked.length }
}

export interface ZoneDays<D extends Day> {
  /** When loads came, the oldest first. */
  arrived: readonly string[]
  days: readonly D[]
}

/**
 * The city's tonnes are those of its zones, each weighed by how often it brings some on a day of that kind, so that zones which
 * take turns are not all counted for every day. The interval is as wide as that of the city's own series, `own`.
 */
export function cityDay<D extends Day>(own: D, zones: readonly ZoneDays<D>[], cityDays: readonly string[]): D {
  const weekday = weekdayOf(own.date)
  let p50 = 0
  const materials = perMaterial(() => 0)
  for (const { arrived, days } of zones) {
    const day = days.find(({ date }) => date === own.date)
    if (!day) continue
    const { days: came, of } = regularityOf(cityDays, arrived, weekday)
    const tonnes = of === 0 ? 0 : (day.p50 * came) / of
    p50 += tonnes
    for (const material of MATERIALS) materials[material] += (tonnes * (day.shares[material] ?? 0)) / 100
  }
  return {
    ...own,
    p10: Math.max(0, p50 - (own.p50 - own.p10)),
    p50,
    p90: p50 + (own.p90 - own.p50),
    shares: sharesOf(materials) ?? own.shares,
    reasons: { ...own.reasons, other: own.reasons.other + p50 - own.p50 },
  }
}

/** percent by material, of those that there are; undefined where nothing is known */
function sharesOf(tonnes: Record<Material, number>): Record<string, number> | undefined {
  const known = MATERIALS.filter((material) => tonnes[material] > 0)
  const percent = inHundredths(tonnes)
  return known.length > 0 ? Object.fromEntries(known.map((material) => [material, percent[material]])) : undefined
}
