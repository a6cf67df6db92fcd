/** Fill level of a site as figures and word. */

import type { Site } from '#contract/views.ts'
import { figure, withUnit } from '#web/lib/format/numbers.ts'
import type { Tone } from '#web/ui/marks.tsx'

type Load = Pick<Site, 'currentCapacity' | 'maxCapacity'>

export interface Fullness {
  /** Percent of the capacity; may exceed 100. */
  percent: number
  /** Free tonnes; never below 0. */
  left: number
  status: 'Critical' | 'High' | 'Normal'
  tone: Extract<Tone, 'critical' | 'progress' | 'done'>
}

const CRITICAL_ABOVE = 90
const HIGH_ABOVE = 70

export function fullnessOf({ currentCapacity, maxCapacity }: Load): Fullness {
  const percent = maxCapacity > 0 ? (currentCapacity / maxCapacity) * 100 : 0
  const left = Math.max(0, maxCapacity - currentCapacity)
  if (percent > CRITICAL_ABOVE) return { percent, left, status: 'Critical', tone: 'critical' }
  if (percent > HIGH_ABOVE) return { percent, left, status: 'High', tone: 'progress' }
  return { percent, left, status: 'Normal', tone: 'done' }
}

/** Formats as '75 %', '75.4 %'; rounds down, so that it never shows an uncrossed limit. */
export const fullnessText = (percent: number) => withUnit(figure(Math.floor(percent * 10 + 1e-9) / 10), '%')
