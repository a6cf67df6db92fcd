/**
 * A dumping site: contents by material, and load.
 * Deliveries increase the load, processing reduces it.
 */

import type { SimulatedCommandData, SiteChange } from '#contract/demo/simulated-command.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { percentOfTotal } from '#domain/percent-rounding.ts'
import { createRandom, type Random } from './random.ts'
import { DAY_MS } from './rhythm.ts'

/** Initial state of a site; the body of `OpenSite` has these fields. */
export interface SiteStart {
  id: string
  /** tonnes */
  maxCapacity: number
  /** tonnes */
  currentCapacity: number
  /** Percent by material. */
  composition: Readonly<Record<string, number>>
}

type Update = Pick<SimulatedCommandData['UpdateComposition'], 'body' | 'change'>

export interface WasteSite {
  id: string
  /** Receives a delivery in tonnes at a time in ms. Returns the recycler's record and the change of the contents. */
  receive(tonnes: number, now: number): Update
  /** Returns whether the site is full enough to be processed. */
  due(): boolean
  /** Processes waste. Returns the record of the lower level, with the composition unchanged. */
  process(now: number): Update
}

/** Tonnes per day that arrive at a site from outside of the simulation. */
const OTHERS = 0.35
/** Fraction of a site's capacity from about which it is processed. */
export const PROCESSING_SHARE = 0.93
/** Fraction of a site's capacity that the load never exceeds. */
const BRIM = 0.98
/** Percent of a material that the initial composition lacks, such as textile or other waste. */
const UNNAMED = 2.5
/**
 * Fraction by which each update returns the composition to its mean.
 * `STRAY` is its random variation in percent.
 */
const RETURN = 0.15
const STRAY = 1.1
/** Random variation of a load's shares around the initial composition, in percent. */
const LOAD_STRAY = 4

export function createWasteSite(seed: string, start: SiteStart, now: number): WasteSite {
  const { id, maxCapacity } = start
  const origin = parts((material) => start.composition[material] || UNNAMED)
  let composition = origin
  let level = start.currentCapacity
  let updated = now
  const randomAt = (now: number) => createRandom(`${seed}/${id}/${now}`)
  const written = (change: SiteChange): Update => ({
    body: { ...percentOfTotal(composition), currentCapacity: Math.round(level * 100) / 100 },
    change,
  })
  const empty = (random: Random) => {
    level = Math.min(level, maxCapacity * random.between(0.7, 0.8))
  }
  /** Load in tonnes from which this site is processed. It differs slightly after each processing. */
  let dueAt = maxCapacity * PROCESSING_SHARE

  return {
    id,
    receive(tonnes, now) {
      const random = randomAt(now)
      level += tonnes + (OTHERS * (now - updated)) / DAY_MS
      updated = now
      if (level > maxCapacity * BRIM) empty(random)
      composition = parts((material) => {
        const drawn = composition[material] + RETURN * (origin[material] - composition[material])
        return Math.max(0.5, drawn + random.normal(0, STRAY))
      })
      const load = parts((material) => Math.max(0.5, origin[material] + random.normal(0, LOAD_STRAY)))
      return written({ tonnes: inKilos(tonnes), composition: percentOfTotal(load) })
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
