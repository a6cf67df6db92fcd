/** Scales of a chart's axes. */
import { scaleLinear } from '@visx/scale'

/** Returns whole ticks from zero to a round number at or above the highest. */
export function axisOf(highest: number): { top: number; ticks: number[] } {
  const scale = scaleLinear<number>({ domain: [0, Math.max(4, highest)], nice: 4 })
  return { top: scale.domain()[1]!, ticks: scale.ticks(4).filter(Number.isInteger) }
}
