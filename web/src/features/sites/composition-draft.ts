/** Draft of the composition form, as strings, and its request. */

import type { RequestOf } from '#contract/endpoints.ts'
import type { Site } from '#contract/views.ts'
import { numberIn } from '#web/lib/format/numbers.ts'
import { percentsOf, type Shares, sharesOf } from '#web/ui/materials/shares.ts'

export interface CompositionDraft extends Shares {
  currentCapacity: string
  weight: string
}

export const draftOf = (site: Site): CompositionDraft => ({
  ...sharesOf(site),
  currentCapacity: String(site.currentCapacity),
  weight: '',
})

/** Returns the request; the schema reports invalid values. */
export function compositionBody(draft: CompositionDraft): RequestOf<'updateComposition'> {
  const weight = numberIn(draft.weight)
  return {
    ...percentsOf(draft),
    currentCapacity: numberIn(draft.currentCapacity) as number,
    ...(weight !== undefined && { weight }),
    source: 'typed',
  }
}
