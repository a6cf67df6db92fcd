/** What a photo's litter is made of: every box counts by how sure and how large it is. */
import { areaOf, type Found } from './boxes.ts'
import { perMaterial, type Shares } from './materials.ts'

/** How a box counts: confidence^sure × area^large. */
export interface Counting {
  sure: number
  large: number
}

/** How much a box counts. */
export const countOf = (box: Found, { sure, large }: Counting) => box.confidence ** sure * areaOf(box) ** large

/** Shares of the litter's seen area by material; undefined where there is no litter, for then nobody knows. */
export function areaShares(boxes: readonly (Found & { shares: Shares })[], counting: Counting): Shares | undefined {
  const total = boxes.reduce((sum, box) => sum + countOf(box, counting), 0)
  if (total <= 0) return undefined
  return perMaterial(
    (material) => boxes.reduce((sum, box) => sum + countOf(box, counting) * box.shares[material], 0) / total,
  )
}
