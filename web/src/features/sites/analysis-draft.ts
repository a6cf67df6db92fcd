/** Draft of the analysis form, as strings, and its request. */
import type { RequestOf } from '#contract/endpoints.ts'
import type { Analysis, Site } from '#contract/views.ts'
import { numberIn } from '#web/format/numbers.ts'

/** An analysis with findings. */
export type Whole = Analysis & { composition: NonNullable<Analysis['composition']> }

export interface Draft {
  weight: string
  currentCapacity: string
}

export const WEIGHT_WANTED = 'Please enter the total weight of the waste (kg) before updating.'

export const draftFor = (site: Site): Draft => ({ weight: '', currentCapacity: String(site.currentCapacity) })

/** Returns the request; the schema reports invalid values. */
export function bodyOf(draft: Draft, { id, method, composition }: Whole): RequestOf<'updateComposition'> {
  const weight = numberIn(draft.weight)
  return {
    ...composition,
    currentCapacity: numberIn(draft.currentCapacity) as number,
    ...(weight !== undefined && { weight }),
    source: method,
    analysisId: id,
  }
}
