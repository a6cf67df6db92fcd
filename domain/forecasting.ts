/** Computes the city's forecast from its zones, weighted by how regularly they deliver. */
import { MATERIALS, type Material } from './city.ts'
import { addDays } from './city-time.ts'
import { perMaterial } from './materials.ts'
import { percentOfTotal } from './percent-rounding.ts'

interface Day {
  date: string
  p10: number
  p50: number
  p90: number
  shares: Readonly<Partial<Record<string, number>>>
  reasons: { other: number; zones?: number }
}

/** Count of recent days with loads. */
export interface Regularity {
  days: number
  of: number
}

/** Days of the shown regularity: four weeks. */
const TOLD_DAYS = 28
/** Recent days that determine how often a zone delivers, and the least count of equal weekdays to use those alone. */
const LOOKED_AT = 56
const ENOUGH = 4

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/**
 * Returns the regularity.
 * `arrived` are days with loads; the four weeks before `before` count.
 */
export function regularityOf(arrived: readonly string[], before: string): Regularity {
  const since = addDays(before, -TOLD_DAYS)
  return { days: arrived.filter((date) => date >= since && date < before).length, of: TOLD_DAYS }
}

/**
 * Returns the share (0 to 1) of the city's recent days with loads on which the zone delivered.
 * Only equal weekdays count if there are enough.
 */
export function deliveryShare(cityDays: readonly string[], zoneDays: readonly string[], weekday: number): number {
  const own = new Set(zoneDays)
  const latest = cityDays.slice(-LOOKED_AT)
  const alike = latest.filter((date) => weekdayOf(date) === weekday)
  const looked = alike.length >= ENOUGH ? alike : latest
  return looked.length === 0 ? 0 : looked.filter((date) => own.has(date)).length / looked.length
}

interface ZoneDays<D extends Day> {
  /** Days with loads, oldest first. */
  arrived: readonly string[]
  days: readonly D[]
}

/**
 * Computes the city's tonnes from its zones.
 * Each is weighted by how often it delivers on such a day, so alternating zones do not count daily.
 * The interval is as wide as that of the city's own series, `own`.
 */
export function cityDay<D extends Day>(own: D, zones: readonly ZoneDays<D>[], cityDays: readonly string[]): D {
  const weekday = weekdayOf(own.date)
  let p50 = 0
  const materials = perMaterial(() => 0)
  for (const { arrived, days } of zones) {
    const day = days.find(({ date }) => date === own.date)
    if (!day) continue
    const tonnes = day.p50 * deliveryShare(cityDays, arrived, weekday)
    p50 += tonnes
    for (const material of MATERIALS) materials[material] += (tonnes * (day.shares[material] ?? 0)) / 100
  }
  return {
    ...own,
    p10: Math.max(0, p50 - (own.p50 - own.p10)),
    p50,
    p90: p50 + (own.p90 - own.p50),
    shares: sharesOf(materials) ?? own.shares,
    reasons: { ...own.reasons, zones: p50 - own.p50 },
  }
}

/** Returns percent by material, or undefined if nothing is known. */
function sharesOf(tonnes: Record<Material, number>): Record<string, number> | undefined {
  const known = MATERIALS.filter((material) => tonnes[material] > 0)
  const percent = percentOfTotal(tonnes)
  return known.length > 0 ? Object.fromEntries(known.map((material) => [material, percent[material]])) : undefined
}
