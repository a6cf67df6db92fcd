/** What the form of an analysis holds (texts, as fields do), and what is sent of it. */
import type { RequestOf } from '#contract/endpoints.ts'
import type { Analysis, Site } from '#contract/views.ts'
import { numberIn } from '#web/format/numbers.ts'

/** An analysis that found something. */
export type Whole = Analysis & { composition: NonNullable<Analysis['composition']> }

export interface Draft {
  weight: string
  currentCapacity: string
}

export const WEIGHT_WANTED = 'Please enter the total weight of the waste (kg) before updating.'

export const draftFor = (site: Site): Draft => ({ weight: '', currentCapacity: String(site.currentCapacity) })

/** As it is sent; what is wrong in it is for the rules to say. */
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
