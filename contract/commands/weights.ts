/** Schemas of weights in kg, bounded by what a truck carries and what scales measure. */

import { z } from 'zod'
import { MOST_GROSS, MOST_LOAD } from '#rules/borders.ts'
import { withUnit } from '#rules/figure.ts'

export const OVERLOADED = `A truck carries at most ${withUnit(MOST_LOAD, 'kg')}`
export const OVER_SCALES = `Scales take at most ${withUnit(MOST_GROSS, 'kg')}`

/** Weight of a load. */
export const loadWeight = z
  .number('Enter the weight in kg')
  .positive('The weight must be above 0 kg')
  .max(MOST_LOAD, OVERLOADED)
