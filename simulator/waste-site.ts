/** A dumping site: what lies there, by material, and how full it is; deliveries raise it, processing takes from it. */

import type { Commands, SiteChange } from '#contract/city/happening.ts'
import { MATERIALS, type Material } from '#rules/city.ts'
import { inHundredths } from '#rules/hundredths.ts'
import { type Random, randomOf } from './random.ts'
import { DAY_MS } from './rhythm.ts'

/** A site as the city begins with it; an `OpenSite` command will do. */
export interface SiteStart {
  id: string
  /** tonnes */
  maxCapacity: number
  /** tonnes */
  currentCapacity: number
  /** percent by material */
  composition: Readonly<Record<string, number>>
}

type Update = Pick<Commands['UpdateComposition'], 'body' | 'change'>

export interface WasteSite {
  id: string
  /** A delivery of so many tonnes arrives (time in ms): what the recycler then writes down, and what was brought. */
  receive(tonnes: number, now: number): Update
  /** Whether so much lies there that processing is due. */
  due(): boolean
  /** Waste is processed: the level afterwards, with the composition as it was last found. */
  process(now: number): Update
}

/** Tonnes a day that others bring. */
const OTHERS = 0.35
/** The share of its capacity from which a site is processed. */
export const FULL = 0.93
/** No site is filled above this share. */
const BRIM = 0.98
/** Textile and other waste, in percent, at a site whose first composition names neither. */
const UNNAMED = 2.5
/** How strongly a composition returns to the first one at each update, and how far it strays, in percent. */
const RETURN = 0.15
const STRAY = 1.1
/** How far a load's parts lie from the first composition, in percent. */
const LOAD_STRAY = 4

export function createWasteSite(seed: string, start: SiteStart, now: number): WasteSite {
  const { id, maxCapacity } = start
  const origin = parts((material) => start.composition[material] || UNNAMED)
  let composition = origin
  let level = start.currentCapacity
  let updated = now
  const randomAt = (now: number) => randomOf(`${seed}/${id}/${now}`)
  const written = (change: SiteChange): Update => ({
    body: { ...inHundredths(composition), currentCapacity: Math.round(level * 100) / 100 },
    change,
  })
  const empty = (random: Random) => {
    level = Math.min(level, maxCapacity * random.between(0.7, 0.8))
  }
  /** Each time it is a little different at which level somebody decides to process. */
  let dueAt = maxCapacity * FULL

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
      return written({ tonnes: inKilos(tonnes), composition: inHundredths(load) })
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
