/** Draft of the dispute form, its request, and the mapping of errors to fields. */
import type { ReactNode } from 'react'
import type { RequestOf } from '#contract/endpoints.ts'
import { MATERIALS } from '#domain/city.ts'
import { isComplete, NO_SHARES, percentsOf, type Shares } from '#web/ui/materials/shares.ts'

export interface DisputeDraft extends Shares {
  reason: string
}

export const EMPTY: DisputeDraft = { ...NO_SHARES, reason: '' }

/** Returns true if any share was typed. */
export const isSorted = (draft: Shares) => MATERIALS.some((material) => draft[material].trim() !== '')

/** Returns true if the shares are empty or sum to 100. */
export const canBeSent = (draft: Shares) => !isSorted(draft) || isComplete(draft)

export const disputeBody = (draft: DisputeDraft): RequestOf<'disputeComposition'> => ({
  reason: draft.reason.trim(),
  ...(isSorted(draft) && { composition: percentsOf(draft) }),
})

/** Maps 'composition.plastic' of the request to the field 'plastic'. */
export const inFields = (errors: Record<string, ReactNode>): Record<string, ReactNode> =>
  Object.fromEntries(Object.entries(errors).map(([path, error]) => [path.replace(/^composition\./, ''), error]))
