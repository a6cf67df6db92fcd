/** Schemas of weights in kg, limited by what a truck carries and what scales measure. */

import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { withUnit } from '#domain/number-format.ts'
import { GROSS_WEIGHT_LIMIT_KG, MAX_TRUCK_LOAD_KG } from '#domain/plausible-limits.ts'

export const LOAD_LIMIT_MESSAGE = `A truck carries at most ${withUnit(MAX_TRUCK_LOAD_KG, 'kg')}`
export const SCALES_LIMIT_MESSAGE = `Scales take at most ${withUnit(GROSS_WEIGHT_LIMIT_KG, 'kg')}`

/** Weight of a load. */
export const truckLoadWeight = z
  .number(msg`Enter the weight in kg`.message)
  .positive(msg`The weight must be above 0 kg`.message)
  .max(MAX_TRUCK_LOAD_KG, LOAD_LIMIT_MESSAGE)
