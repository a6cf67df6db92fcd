/** What a photo's litter is made of: every box counts by how sure and how large it is. */
import { areaOf, type Found } from './boxes.ts'
import { MATERIALS, perMaterial, type Shares } from './materials.ts'

/** How a box counts: confidence^sure × area^large. */
export interface Counting {
  sure: number
  large: number
}

/** How boxes make a composition: the higher `clear` (1 where it isn't given), the more of a box is taken to be of its likeliest material. */
export type Composing = Counting & { clear?: number }

/** How much a box counts. */
export const countOf = (box: Found, { sure, large }: Counting) => box.confidence ** sure * areaOf(box) ** large

/** A box that makes less of a composition changes no whole percent of it. */
const LEAST_PART = 0.01

/** The boxes that count in a composition: what somebody is to look through, and what may weigh something. */
export function counted<B extends Found>(boxes: readonly B[], composing: Counting): B[] {
  const total = boxes.reduce((sum, box) => sum + countOf(box, composing), 0)
  return boxes.filter((box) => countOf(box, composing) >= LEAST_PART * total)
}

/** Shares of the litter's seen area by material; undefined where there is no litter, for then nobody knows. */
export function areaShares(boxes: readonly (Found & { shares: Shares })[], composing: Composing): Shares | undefined {
  const total = boxes.reduce((sum, box) => sum + countOf(box, composing), 0)
  if (total <= 0) return undefined
  const parts = boxes.map((box) => [countOf(box, composing), cleared(box.shares, composing.clear)] as const)
  return perMaterial((material) => parts.reduce((sum, [count, shares]) => sum + count * shares[material], 0) / total)
}

function cleared(shares: Shares, clear = 1): Shares {
  const total = MATERIALS.reduce((sum, material) => sum + shares[material] ** clear, 0)
  return perMaterial((material) => shares[material] ** clear / total)
}
