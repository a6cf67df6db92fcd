/**
 * A dumping site: contents by material, and load.
 * Deliveries increase the load, processing reduces it.
 */

import type { SimulatedCommandData, SiteContentsChange } from '#contract/demo/simulated-command.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { percentagesOf } from '#domain/percent-rounding.ts'
import { createRandom, type Random } from './random.ts'
import { DAY_MS } from './rhythm.ts'

/** Initial state of a site, with the fields of `OpenSite`. */
export interface InitialSite {
  id: string
  /** Capacity in tonnes. */
  maxCapacity: number
  /** tonnes */
  currentCapacity: number
  /** Percent by material. */
  composition: Readonly<Record<string, number>>
}

type Update = Pick<SimulatedCommandData['UpdateComposition'], 'body' | 'change'>

export interface WasteSite {
  id: string
  /**
   * Receives `tonnes` of waste at the time `now`, in ms.
   * Returns the composition that the recycler records, and how the site's contents change.
   */
  receive(tonnes: number, now: number): Update
  /** Returns whether the site is full enough to be processed. */
  due(): boolean
  /**
   * Processes waste at the site.
   * Returns an update with lower fill level and unchanged composition.
   */
  process(now: number): Update
}

/** Tonnes per day that a site receives from elsewhere. */
const OTHER_ARRIVALS_TONNES = 0.35
/**
 * Fraction of a site's capacity at which processing starts.
 * It varies a little each time.
 */
export const PROCESSING_FILL_LEVEL = 0.93
/** Maximum load of a site, as a fraction of its capacity. */
const MAX_FILL_LEVEL = 0.98
/** Initial percentage of each material whose share is not specified, such as textile. */
const UNNAMED_MATERIALS_PERCENT = 2.5
/**
 * Fraction by which each update moves the composition back to its mean.
 * `COMPOSITION_VARIATION` is the random variation in percent.
 */
const MEAN_REVERSION = 0.15
const COMPOSITION_VARIATION = 1.1
/** Random variation of a load's shares around the initial composition, in percent. */
const LOAD_STRAY = 4

export function createWasteSite(seed: string, start: InitialSite, now: number): WasteSite {
  const { id, maxCapacity } = start
  const origin = parts((material) => start.composition[material] || UNNAMED_MATERIALS_PERCENT)
  let composition = origin
  let level = start.currentCapacity
  let updated = now
  const randomAt = (now: number) => createRandom(`${seed}/${id}/${now}`)
  const written = (change: SiteContentsChange): Update => ({
    body: { ...percentagesOf(composition), currentCapacity: Math.round(level * 100) / 100 },
    change,
  })
  const empty = (random: Random) => {
    level = Math.min(level, maxCapacity * random.between(0.7, 0.8))
  }
  /**
   * Fill level in tonnes at which the site next processes waste.
   * The level varies slightly each time.
   */
  let dueAt = maxCapacity * PROCESSING_FILL_LEVEL

  return {
    id,
    receive(tonnes, now) {
      const random = randomAt(now)
      level += tonnes + (OTHER_ARRIVALS_TONNES * (now - updated)) / DAY_MS
      updated = now
      if (level > maxCapacity * MAX_FILL_LEVEL) empty(random)
      composition = parts((material) => {
        const drawn = composition[material] + MEAN_REVERSION * (origin[material] - composition[material])
        return Math.max(0.5, drawn + random.normal(0, COMPOSITION_VARIATION))
      })
      const load = parts((material) => Math.max(0.5, origin[material] + random.normal(0, LOAD_STRAY)))
      return written({ tonnes: inKilos(tonnes), composition: percentagesOf(load) })
    },
    due: () => level >= dueAt,
    process(now) {
      const random = randomAt(now)
      const before = level
      empty(random)
      dueAt = maxCapacity * random.between(0.905, 0.955)
      return written({ tonnes: inKilos(level - before), composition: {} })
    },
  }
}

const inKilos = (tonnes: number) => Math.round(tonnes * 1_000) / 1_000
const parts = (part: (material: Material) => number) =>
  Object.fromEntries(MATERIALS.map((material) => [material, part(material)])) as Record<Material, number>
