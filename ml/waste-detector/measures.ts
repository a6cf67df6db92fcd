/** Measures how well detected boxes and compositions match those of people. */
import { type DetectedBox, intersectionOverUnionOf } from './boxes.ts'
import { MATERIALS, type MaterialShares } from './composition.ts'
import type { Rectangle } from './window.ts'

/**
 * Minimum overlap of a detected box with a labelled box (intersection over union).
 * Of the overlapping boxes, only the most confident one is a hit.
 */
const RIGHT = 0.5

/**
 * Returns the average precision at 50 % overlap, regardless of material.
 * It is the area under the precision-recall curve.
 * The precision at a recall is the highest one at that or a greater recall.
 */
export function averagePrecisionOf(
  photos: readonly { found: readonly DetectedBox[]; truth: readonly Rectangle[] }[],
): number {
  const hits = photos.flatMap(({ found, truth }) => hitsOf(found, truth)).sort((a, b) => b.confidence - a.confidence)
  const boxes = photos.reduce((sum, { truth }) => sum + truth.length, 0)
  let right = 0
  const precisions = hits.map(({ hit }, index) => {
    right += hit ? 1 : 0
    return right / (index + 1)
  })
  let [best, area] = [0, 0]
  for (let index = hits.length - 1; index >= 0; index--) {
    best = Math.max(best, precisions[index] as number)
    if (hits[index]?.hit) area += best / boxes
  }
  return area
}

function hitsOf(found: readonly DetectedBox[], truth: readonly Rectangle[]) {
  const free = new Set(truth)
  return found.map((box) => {
    const near = [...free].sort((a, b) => intersectionOverUnionOf(b, box) - intersectionOverUnionOf(a, box))[0]
    const hit = near !== undefined && intersectionOverUnionOf(near, box) >= RIGHT
    if (hit) free.delete(near)
    return { confidence: box.confidence, hit }
  })
}

/** Returns the difference between two compositions, in percentage points. */
export const compositionDifferenceOf = (a: MaterialShares, b: MaterialShares) =>
  MATERIALS.reduce((sum, material) => sum + 50 * Math.abs(a[material] - b[material]), 0)
