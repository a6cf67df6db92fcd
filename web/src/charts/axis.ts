/** The numbers along a chart's axis. */
import { scaleLinear } from '@visx/scale'

/** Whole numbers only, from zero to a round one at or above the highest. */
export function axisOf(highest: number): { top: number; ticks: number[] } {
  const scale = scaleLinear<number>({ domain: [0, Math.max(4, highest)], nice: 4 })
  return { top: scale.domain()[1]!, ticks: scale.ticks(4).filter(Number.isInteger) }
}
